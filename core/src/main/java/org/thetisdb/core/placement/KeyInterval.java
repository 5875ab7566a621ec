package org.thetisdb.core.placement;

import java.util.Arrays;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;

/**
 * Keys of one table between two bounds, whatever borders of partitions lie between them. Immutable;
 * nobody changes the bounds that it was given.
 *
 * @param tableId the table
 * @param from inclusive; empty for the table's beginning
 * @param to exclusive; empty for the table's end
 */
public record KeyInterval(int tableId, byte[] from, byte[] to) {
  /** Checks that some key can lie in it. */
  public KeyInterval {
    if (to.length > 0 && Arrays.compareUnsigned(from, to) >= 0) {
      throw new IllegalArgumentException("an interval of keys that ends before it begins");
    }
  }

  /** Whether both have keys in common. */
  public boolean overlaps(KeyInterval other) {
    return tableId == other.tableId && isBelow(from, other.to) && isBelow(other.from, to);
  }

  /** Whether all of a partition lies in it. */
  public boolean encloses(Owner partition) {
    boolean isBelowEnd =
        to.length == 0
            || (partition.to().length > 0 && Arrays.compareUnsigned(partition.to(), to) <= 0);
    return Arrays.compareUnsigned(from, partition.from()) <= 0 && isBelowEnd;
  }

  /** Whether a bound lies below the end of an interval. */
  private static boolean isBelow(byte[] bound, byte[] end) {
    return end.length == 0 || Arrays.compareUnsigned(bound, end) < 0;
  }

  /** Writes it. */
  public void encode(ByteWriter out) {
    out.putVarInt(tableId).putBlob(from).putBlob(to);
  }

  /**
   * Reads one.
   *
   * @throws CodecException if no key can lie in it
   */
  public static KeyInterval decode(ByteReader in) {
    try {
      return new KeyInterval(in.getVarInt(), in.getBlob(), in.getBlob());
    } catch (IllegalArgumentException e) {
      throw new CodecException(e.getMessage());
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyInterval that
        && tableId == that.tableId
        && Arrays.equals(from, that.from)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * tableId + Arrays.hashCode(from)) + Arrays.hashCode(to);
  }
}
