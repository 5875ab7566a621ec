package org.thetisdb.core.placement;

import java.util.Arrays;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.KeyCodec;

/**
 * A border that comes into a table's ranges, or goes: what is from {@code from} to below {@code to}
 * is split at {@code at}, or becomes one again. Bounds are bytes in the order of encoded keys.
 *
 * @param split whether the border comes; else it goes
 * @param from the lower bound of the whole; empty for the beginning of the table
 * @param at the border
 * @param to the upper bound of the whole, exclusive; empty for the end of the table
 * @param term that of what comes out of it: one above the term, or the higher of the two terms, of
 *     what goes in
 */
public record Reshape(boolean split, int tableId, byte[] from, byte[] at, byte[] to, int term) {
  /** Refuses bounds out of order. */
  public Reshape {
    boolean inOrder =
        Arrays.compareUnsigned(from, at) < 0
            && (to.length == 0 || Arrays.compareUnsigned(at, to) < 0);
    if (!inOrder || at.length > KeyCodec.MAX_KEY_BYTES || tableId < 0 || term < 1) {
      throw new CodecException("a border of table " + tableId + " that cannot be");
    }
  }

  /** The whole, and the lower part. */
  public long lower() {
    return Range.idOf(tableId, from);
  }

  /** The upper part. */
  public long upper() {
    return Range.idOf(tableId, at);
  }

  /** Writes it; the form is that of log records and messages. */
  public void encode(ByteWriter out) {
    out.putBoolean(split).putVarInt(tableId).putBlob(from).putBlob(at).putBlob(to).putVarInt(term);
  }

  /** Reads what {@link #encode} wrote. */
  public static Reshape decode(ByteReader in) {
    boolean split = in.getBoolean();
    int tableId = in.getVarInt();
    if (tableId < 0 || tableId > PartitionId.MAX_TABLE) {
      throw new CodecException("a border of table " + tableId);
    }
    return new Reshape(split, tableId, in.getBlob(), in.getBlob(), in.getBlob(), in.getVarInt());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Reshape that
        && split == that.split
        && tableId == that.tableId
        && term == that.term
        && Arrays.equals(from, that.from)
        && Arrays.equals(at, that.at)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(at) + term;
  }

  @Override
  public String toString() {
    return (split ? "split of " : "merger of ")
        + PartitionId.toString(lower())
        + " at "
        + java.util.HexFormat.of().formatHex(at)
        + " in term "
        + term;
  }
}
