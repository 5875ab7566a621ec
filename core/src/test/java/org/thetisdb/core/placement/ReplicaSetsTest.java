package org.thetisdb.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.PartitionId;

/** Replicas that were added, as a record of the log. */
final class ReplicaSetsTest {
  private final ReplicaSets one = ReplicaSets.NONE.with(at(1), at(9), 2);

  @Test
  void eachChangeHasTheNextNumber() {
    assertThat(one.number()).isEqualTo(1);
    assertThat(one.heldBy(1, 4).find(1).incarnation()).isEqualTo(4);
    assertThat(one.heldBy(1, 4).without(1).ranges()).isEmpty();
    assertThat(one.heldBy(1, 4).without(1).number()).isEqualTo(3);
    assertThat(one.later(ReplicaSets.NONE)).isEqualTo(one);
    assertThat(ReplicaSets.NONE.later(one)).isEqualTo(one);
  }

  @Test
  void anIdIsNeverGivenAgain() {
    ReplicaSets again = one.without(1).with(at(1), at(9), 2);
    assertThat(again.ranges().get(0).id()).isEqualTo(3);
  }

  @Test
  void rangesOfOneSiteDoNotOverlap() {
    assertThatThrownBy(() -> one.with(at(9), at(12), 2)).hasMessageContaining("overlaps");
    assertThat(one.with(at(9), at(12), 3).with(at(10), at(12), 2).ranges()).hasSize(3);
  }

  @Test
  void whatASiteHoldsIsFoundAmongMany() {
    ReplicaSets many = ReplicaSets.NONE;
    for (int i = 0; i < 200; i++) {
      many = many.with(at(10 * i), at(10 * i + 4), 2 + i % 3);
    }
    for (int site = 1; site <= 5; site++) {
      for (long index = -1; index <= 2_001; index++) {
        assertThat(many.at(site, at(index))).isEqualTo(walked(many, site, index, index));
        assertThat(many.around(site, at(index), at(index + 3)))
            .isEqualTo(walked(many, site, index, index + 3));
      }
    }
    assertThat(many.anyOf(2, at(5), at(29))).as("between two of them").isNull();
    assertThat(many.anyOf(2, at(5), at(30)).first()).isEqualTo(at(30));
    assertThat(many.anyOf(2, at(4), at(4)).first()).isEqualTo(at(0));
  }

  private static ReplicaRange walked(ReplicaSets sets, int site, long from, long to) {
    return sets.ranges().stream()
        .filter(each -> each.site() == site && each.contains(at(from)) && each.contains(at(to)))
        .findFirst()
        .orElse(null);
  }

  @Test
  void thereIsAMostOfThem() {
    ReplicaSets many = ReplicaSets.NONE;
    for (int i = 0; i < ReplicaSets.MOST_RANGES; i++) {
      many = many.with(at(i), at(i), 2);
    }
    ReplicaSets full = many;
    assertThatThrownBy(() -> full.with(at(-1), at(-1), 2)).hasMessageContaining("more than");
  }

  @Test
  void aRecordIsReadAsItWasWritten() {
    ReplicaSets sets = one.heldBy(1, 4).with(at(20), at(20), 3);
    assertThat(ReplicaSets.decode(new ByteReader(sets.toByteArray()))).isEqualTo(sets);
  }

  @Test
  void aRecordThatLiesIsRefused() {
    byte[] backwards =
        new ByteWriter()
            .putVarLong(1)
            .putVarInt(1)
            .putVarLong(1)
            .putLong(at(5))
            .putLong(at(4))
            .putVarInt(2)
            .putVarInt(0)
            .toByteArray();
    byte[] many = new ByteWriter().putVarLong(1).putVarInt(1_000_000).toByteArray();
    assertThatThrownBy(() -> ReplicaSets.decode(new ByteReader(backwards)))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> ReplicaSets.decode(new ByteReader(many)))
        .isInstanceOf(CodecException.class);
  }

  private static long at(long index) {
    return PartitionId.of(16, index);
  }
}
