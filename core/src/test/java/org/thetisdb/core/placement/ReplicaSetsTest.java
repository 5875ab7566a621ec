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
