package org.thetisdb.replication.log;

import org.thetisdb.core.bytes.ByteWriter;

/**
 * The rows of a partition that go with its release to a site that does not hold them (decision
 * 0082): of each row its newest version, with the stamp and position that it has everywhere. Filled
 * once, up to a bound. Not thread-safe.
 */
public final class ShippedRows {
  /** A row takes no less in a record. */
  static final int LEAST_BYTES = 1 + Long.BYTES + 1 + 1;

  private static final int MOST_BYTES_OF_NUMBERS = Long.BYTES + 10 + 2 * 5;

  private final ByteWriter rows = new ByteWriter(1024);
  private final int limitRows;
  private final int limitBytes;
  private int count;

  /** Hears of rows. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * One row; the array is valid as long as the entry.
     *
     * @param position of the version's commit in the log that its stamp names
     */
    void onRow(byte[] key, long stamp, long position, byte[] row, int offset, int length);
  }

  /** None yet, and never more than these. */
  public ShippedRows(int limitRows, int limitBytes) {
    this.limitRows = limitRows;
    this.limitBytes = limitBytes;
  }

  /**
   * Adds the newest version of a row; rows come in the order of their keys.
   *
   * @param row the array that holds it, from index 0
   * @return whether there was room for it
   */
  public boolean add(byte[] key, long stamp, long position, byte[] row, int length) {
    long after = (long) rows.length() + key.length + length + MOST_BYTES_OF_NUMBERS;
    if (count == limitRows || after > limitBytes) {
      return false;
    }
    count++;
    rows.putBlob(key).putLong(stamp).putVarLong(position);
    rows.putVarInt(length).putBytes(row, 0, length);
    return true;
  }

  /** Bytes of all of them in a record. */
  public int lengthBytes() {
    return rows.length();
  }

  void writeTo(ByteWriter out) {
    out.putVarInt(count).putBytes(rows.array(), 0, rows.length());
  }
}
