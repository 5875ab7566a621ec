package org.thetisdb.core.placement;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;

/**
 * Where partitions are to be mastered under schemes whose masters stay, as the log says (decision
 * 0061): what an administrator applied to a cluster that runs. Each change is one record, and has
 * the next number; so of two that are reported the one with the higher number holds. Immutable.
 *
 * @param number of the last change: 1, 2, 3 and so on; 0 if there was none
 * @param cellKeys values of the first key column in a cell, see {@link PartitionGrid}; 0 if there
 *     are no ranges
 * @param ranges of cells, and the site of each
 */
public record AppliedPlacement(long number, long cellKeys, PlacedRanges ranges) {
  /** Nothing was applied. */
  public static final AppliedPlacement NONE = new AppliedPlacement(0, 0, PlacedRanges.NONE);

  /** A partition, the distance to the last one, and a site take so much at least. */
  private static final int LEAST_BYTES = 10;

  /** Checks that cells have a width if there are any. */
  public AppliedPlacement {
    boolean isEmpty = ranges.ranges().isEmpty();
    if (number < 0 || cellKeys < 0 || isEmpty != (cellKeys == 0)) {
      throw new IllegalArgumentException(
          "change %d of the placement, with %d ranges of cells of %d keys"
              .formatted(number, ranges.ranges().size(), cellKeys));
    }
  }

  /** Whether nothing is placed by it. */
  public boolean isEmpty() {
    return ranges.ranges().isEmpty();
  }

  /** The record of the next change. */
  public AppliedPlacement next(long wantedKeys, PlacedRanges wanted) {
    return new AppliedPlacement(number + 1, wantedKeys, wanted);
  }

  /** The later one of this record and another. */
  public AppliedPlacement later(AppliedPlacement other) {
    return other.number > number ? other : this;
  }

  /** Writes the record. */
  public void encode(ByteWriter out) {
    out.putVarLong(number).putVarLong(cellKeys).putVarInt(ranges.ranges().size());
    for (PlacedRange range : ranges.ranges()) {
      out.putLong(range.first()).putVarLong(range.last() - range.first()).putVarInt(range.site());
    }
  }

  /** The record as the value of a row. */
  public byte[] toByteArray() {
    ByteWriter out = new ByteWriter();
    encode(out);
    return out.toByteArray();
  }

  /**
   * Reads a record.
   *
   * @throws CodecException if there is none
   */
  public static AppliedPlacement decode(ByteReader in) {
    long number = in.getVarLong();
    long cellKeys = in.getVarLong();
    int count = in.getCount(LEAST_BYTES);
    if (count > PlacedRanges.MOST_RANGES) {
      throw new CodecException("a placement of " + count + " ranges");
    }
    List<PlacedRange> ranges = new ArrayList<>(count);
    try {
      for (int i = 0; i < count; i++) {
        long first = in.getLong();
        ranges.add(new PlacedRange(first, first + in.getVarLong(), in.getVarInt()));
      }
      return new AppliedPlacement(number, cellKeys, PlacedRanges.of(ranges));
    } catch (IllegalArgumentException e) {
      throw new CodecException(String.valueOf(e.getMessage()));
    }
  }
}
