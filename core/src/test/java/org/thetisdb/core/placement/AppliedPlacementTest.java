package org.thetisdb.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;

/** What the log says of an applied placement. */
final class AppliedPlacementTest {
  private final PlacedRanges ranges =
      PlacedRanges.of(
          List.of(
              new PlacedRange(at(-3), at(7), 2),
              new PlacedRange(at(8), at(8), 1),
              new PlacedRange(PartitionId.of(17, 0), PartitionId.of(17, 1L << 40), 3)));

  private static long at(long cell) {
    return PartitionId.of(16, cell);
  }

  @Test
  void theLaterChangeHolds() {
    AppliedPlacement first = AppliedPlacement.NONE.next(100, ranges);
    AppliedPlacement back = first.next(0, PlacedRanges.NONE);
    assertThat(first.number()).isEqualTo(1);
    assertThat(first.later(AppliedPlacement.NONE)).isEqualTo(first);
    assertThat(first.later(back)).isEqualTo(back);
    assertThat(back.isEmpty()).isTrue();
  }

  @Test
  void whatIsWrittenIsRead() {
    AppliedPlacement placement = AppliedPlacement.NONE.next(100, ranges);
    assertThat(AppliedPlacement.decode(new ByteReader(placement.toByteArray())))
        .isEqualTo(placement);
    assertThat(placement.ranges().find(at(7)).site()).isEqualTo(2);
    assertThat(placement.ranges().find(at(9))).isNull();
  }

  @Test
  void whatCannotBeIsRefused() {
    byte[] overlaps =
        new ByteWriter()
            .putVarLong(1)
            .putVarLong(100)
            .putVarInt(2)
            .putLong(at(1))
            .putVarLong(5)
            .putVarInt(1)
            .putLong(at(3))
            .putVarLong(5)
            .putVarInt(2)
            .toByteArray();
    byte[] many = new ByteWriter().putVarLong(1).putVarLong(1).putVarInt(90_000).toByteArray();
    assertThatThrownBy(() -> AppliedPlacement.decode(new ByteReader(overlaps)))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> AppliedPlacement.decode(new ByteReader(many)))
        .isInstanceOf(CodecException.class);
    assertThatThrownBy(() -> new AppliedPlacement(1, 0, ranges))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
