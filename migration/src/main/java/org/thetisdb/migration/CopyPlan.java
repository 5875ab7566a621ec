package org.thetisdb.migration;

import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.VersionVector;

/**
 * What a copy holds. A site that joins copies {@link #EVERYTHING}: all partitions, and what a site
 * knows beside its rows. A site that serves copies the rows of one range. Immutable.
 */
public final class CopyPlan {
  /** All partitions of all tables, and the tables beside the rows. */
  public static final CopyPlan EVERYTHING = new CopyPlan(null);

  private static final int KIND_EVERYTHING = 1;
  private static final int KIND_RANGE = 2;

  private final Range range;

  /**
   * The rows of a part of a table.
   *
   * @param tableId of the table
   * @param from where it begins, inclusive; empty for the table's beginning. Must not be changed
   * @param to where it ends, exclusive; empty for the table's end. Must not be changed
   * @param behind what the giver must have applied before it reads the first row
   */
  public record Range(int tableId, byte[] from, byte[] to, VersionVector behind) {}

  private CopyPlan(Range range) {
    this.range = range;
  }

  /** A copy of the rows of one range. */
  public static CopyPlan of(Range range) {
    return new CopyPlan(range);
  }

  /** The range that is copied; null for everything. */
  public Range range() {
    return range;
  }

  /** The encoded form. */
  public byte[] encode() {
    if (range == null) {
      return new ByteWriter(1).putByte(KIND_EVERYTHING).toByteArray();
    }
    ByteWriter out = new ByteWriter();
    out.putByte(KIND_RANGE).putVarInt(range.tableId()).putBlob(range.from()).putBlob(range.to());
    range.behind().encode(out);
    return out.toByteArray();
  }

  /**
   * Reads what {@link #encode} wrote.
   *
   * @throws CodecException for anything else
   */
  public static CopyPlan decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int kind = in.getUnsignedByte();
    CopyPlan plan =
        switch (kind) {
          case KIND_EVERYTHING -> EVERYTHING;
          case KIND_RANGE ->
              of(new Range(in.getVarInt(), in.getBlob(), in.getBlob(), VersionVector.decode(in)));
          default -> throw new CodecException("a plan of a copy of kind " + kind);
        };
    in.expectEnd();
    return plan;
  }
}
