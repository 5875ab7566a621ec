package org.thetisdb.core.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Stamps and partitions in one word: nothing is lost, order is kept, nothing wraps. */
class IdsTest {
  @Property
  void aStampKeepsItsParts(
      @ForAll @IntRange(max = Stamp.MAX_EPOCH) int epoch,
      @ForAll @LongRange(max = Stamp.MAX_SEQUENCE) long sequence,
      @ForAll @IntRange(max = Stamp.MAX_SITE) int site) {
    long stamp = Stamp.of(epoch, sequence, site);
    assertThat(Stamp.epoch(stamp)).isEqualTo(epoch);
    assertThat(Stamp.sequence(stamp)).isEqualTo(sequence);
    assertThat(Stamp.site(stamp)).isEqualTo(site);
    assertThat(stamp).isNotNegative();
    assertThat(Stamp.toString(stamp)).isEqualTo(epoch + "." + sequence + "@" + site);
  }

  @Property
  void stampsAreOrderedByEpochThenSequenceThenSite(
      @ForAll @IntRange(max = 3) int epochA,
      @ForAll @IntRange(max = 3) int epochB,
      @ForAll @IntRange(max = 3) int sequenceA,
      @ForAll @IntRange(max = 3) int sequenceB,
      @ForAll @IntRange(max = 255) int siteA,
      @ForAll @IntRange(max = 255) int siteB) {
    int expected = Integer.compare(epochA, epochB);
    expected = expected != 0 ? expected : Integer.compare(sequenceA, sequenceB);
    expected = expected != 0 ? expected : Integer.compare(siteA, siteB);
    assertThat(Long.compare(Stamp.of(epochA, sequenceA, siteA), Stamp.of(epochB, sequenceB, siteB)))
        .isEqualTo(expected);
  }

  @Test
  void aStampThatDoesNotFitIsRefused() {
    assertThat(Stamp.of(Stamp.MAX_EPOCH, Stamp.MAX_SEQUENCE, Stamp.MAX_SITE))
        .isEqualTo(Long.MAX_VALUE);
    assertRefused(() -> Stamp.of(Stamp.MAX_EPOCH + 1, 0, 0));
    assertRefused(() -> Stamp.of(0, Stamp.MAX_SEQUENCE + 1, 0));
    assertRefused(() -> Stamp.of(0, 0, Stamp.MAX_SITE + 1));
    assertRefused(() -> Stamp.of(-1, 0, 0));
    assertRefused(() -> Stamp.of(0, -1, 0));
    assertRefused(() -> Stamp.of(0, 0, -1));
  }

  @Property
  void aPartitionKeepsItsParts(
      @ForAll @IntRange(max = PartitionId.MAX_TABLE) int table,
      @ForAll @LongRange(min = -PartitionId.MAX_INDEX, max = PartitionId.MAX_INDEX) long index) {
    long partition = PartitionId.of(table, index);
    assertThat(PartitionId.table(partition)).isEqualTo(table);
    assertThat(PartitionId.index(partition)).isEqualTo(index);
    assertThat(partition).isNotNegative();
    assertThat(PartitionId.toString(partition)).isEqualTo(table + "/" + index);
  }

  @Property
  void partitionsOfATableAreOrderedAsTheirRanges(
      @ForAll @IntRange(max = PartitionId.MAX_TABLE) int table,
      @ForAll @LongRange(min = -PartitionId.MAX_INDEX, max = PartitionId.MAX_INDEX) long a,
      @ForAll @LongRange(min = -PartitionId.MAX_INDEX, max = PartitionId.MAX_INDEX) long b) {
    assertThat(Long.compare(PartitionId.of(table, a), PartitionId.of(table, b)))
        .isEqualTo(Long.compare(a, b));
  }

  @Test
  void aPartitionThatDoesNotFitIsRefused() {
    assertRefused(() -> PartitionId.of(PartitionId.MAX_TABLE + 1, 0));
    assertRefused(() -> PartitionId.of(-1, 0));
    assertRefused(() -> PartitionId.of(0, PartitionId.MAX_INDEX + 1));
    assertRefused(() -> PartitionId.of(0, -PartitionId.MAX_INDEX - 1));
  }

  private static void assertRefused(Runnable packing) {
    assertThatThrownBy(packing::run).isInstanceOf(IllegalArgumentException.class);
  }
}
