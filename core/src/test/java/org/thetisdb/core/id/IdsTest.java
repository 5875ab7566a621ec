package org.thetisdb.core.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Stamps and partitions in one word: nothing is lost, order is kept, nothing wraps. */
class IdsTest {
  private static final int ROUNDS = 5_000;

  private final SplittableRandom random = new SplittableRandom(7);

  /** One in four is an end of the range, where packing goes wrong if it does. */
  private long from(long min, long max) {
    return switch (random.nextInt(8)) {
      case 0 -> min;
      case 1 -> max;
      default -> random.nextLong(min, max) + random.nextInt(2);
    };
  }

  private int upTo(int max) {
    return (int) from(0, max);
  }

  @Test
  void aStampKeepsItsParts() {
    for (int round = 0; round < ROUNDS; round++) {
      long epoch = from(0, Stamp.MAX_EPOCH);
      long sequence = from(0, Stamp.MAX_SEQUENCE);
      int site = upTo(Stamp.MAX_SITE);
      long stamp = Stamp.of(epoch, sequence, site);
      assertThat(Stamp.epoch(stamp)).isEqualTo(epoch);
      assertThat(Stamp.sequence(stamp)).isEqualTo(sequence);
      assertThat(Stamp.site(stamp)).isEqualTo(site);
      assertThat(stamp).isNotNegative();
      assertThat(Stamp.toString(stamp)).isEqualTo(epoch + "." + sequence + "@" + site);
    }
  }

  @Test
  void stampsAreOrderedByEpochThenSequenceThenSite() {
    for (int round = 0; round < ROUNDS; round++) {
      int[] a = {upTo(3), upTo(3), upTo(Stamp.MAX_SITE)};
      int[] b = {upTo(3), upTo(3), upTo(Stamp.MAX_SITE)};
      int expected = Integer.signum(Arrays.compare(a, b));
      long stampA = Stamp.of(a[0], a[1], a[2]);
      long stampB = Stamp.of(b[0], b[1], b[2]);
      assertThat(Long.compare(stampA, stampB)).isEqualTo(expected);
    }
  }

  @Test
  void aDenseCounterRollsOverFromTheSequenceIntoTheEpoch() {
    assertThat(Stamp.toString(Stamp.dense(Stamp.MAX_SEQUENCE, 3))).isEqualTo("0.524287@3");
    assertThat(Stamp.toString(Stamp.dense(Stamp.MAX_SEQUENCE + 1, 3))).isEqualTo("1.0@3");
    long before = Stamp.dense(0, Stamp.MAX_SITE);
    for (long position = 1; position > 0 && position <= Stamp.MAX_DENSE; position *= 2) {
      long stamp = Stamp.dense(position, Stamp.MAX_SITE);
      assertThat(stamp).isGreaterThan(before).isGreaterThan(Stamp.dense(position - 1, 255));
      assertThat(Stamp.site(stamp)).isEqualTo(Stamp.MAX_SITE);
      before = stamp;
    }
    assertThat(Stamp.dense(Stamp.MAX_DENSE, Stamp.MAX_SITE)).isEqualTo(Long.MAX_VALUE);
    assertRefused(() -> Stamp.dense(Stamp.MAX_DENSE + 1, 0));
    assertRefused(() -> Stamp.dense(-1, 0));
    assertRefused(() -> Stamp.dense(0, Stamp.MAX_SITE + 1));
  }

  /** Epochs of 10 ms for more than twenty years; a million commits a second for a thousand. */
  @Test
  void theCountersLastForDecades() {
    assertThat(Duration.ofMillis(10).multipliedBy(Stamp.MAX_EPOCH).toDays()).isGreaterThan(7_300);
    assertThat(Duration.ofSeconds(Stamp.MAX_DENSE / 1_000_000).toDays()).isGreaterThan(365_000);
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

  @Test
  void aPartitionKeepsItsParts() {
    for (int round = 0; round < ROUNDS; round++) {
      int table = upTo(PartitionId.MAX_TABLE);
      long index = from(-PartitionId.MAX_INDEX, PartitionId.MAX_INDEX);
      long partition = PartitionId.of(table, index);
      assertThat(PartitionId.table(partition)).isEqualTo(table);
      assertThat(PartitionId.index(partition)).isEqualTo(index);
      assertThat(partition).isNotNegative();
      assertThat(PartitionId.toString(partition)).isEqualTo(table + "/" + index);
    }
  }

  @Test
  void partitionsOfATableAreOrderedAsTheirRanges() {
    for (int round = 0; round < ROUNDS; round++) {
      int table = upTo(PartitionId.MAX_TABLE);
      long a = from(-PartitionId.MAX_INDEX, PartitionId.MAX_INDEX);
      long b = from(-PartitionId.MAX_INDEX, PartitionId.MAX_INDEX);
      assertThat(Long.compare(PartitionId.of(table, a), PartitionId.of(table, b)))
          .isEqualTo(Long.compare(a, b));
    }
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
