package org.thetisdb.core.value;

import org.thetisdb.core.bytes.ByteWriter;

/**
 * Rows of a result, written value by value in the form that {@link ValueCodec} gives a list of
 * lists. So a row needs no objects on its way from the store to the wire, and texts, which both
 * keep as UTF-8, are copied as they are. For one use by one thread.
 */
public final class EncodedRows {
  private static final int FIRST_BYTES = 128;

  private final long mostRows;
  private final ByteWriter written = new ByteWriter(FIRST_BYTES);
  private final ValueEncoder encoder = new ValueEncoder(written);
  private int count;

  /** No rows yet; of more than {@code mostRows} the others are not wanted. */
  public EncodedRows(long mostRows) {
    this.mostRows = mostRows;
    encoder.countOne(); // the list of all
  }

  /** Whether no more rows are wanted. */
  public boolean isFull() {
    return count >= mostRows;
  }

  /**
   * Begins a row; its values follow.
   *
   * @throws UnsendableException if there are too many values in all
   */
  public void beginRow(int values) {
    encoder.beginList(values);
    count++;
  }

  /**
   * The next value of the row.
   *
   * @throws UnsendableException if it cannot be sent, or all is too long
   */
  public void put(Object value) {
    encoder.write(value);
  }

  /**
   * The next value of the row, a text; whoever decodes it sees whether it is one.
   *
   * @throws UnsendableException if all is too long
   */
  public void putText(byte[] utf8, int offset, int length) {
    encoder.writeText(utf8, offset, length);
  }

  /** How many rows were begun. */
  public int count() {
    return count;
  }

  /** Length of the list of all rows; at most a few bytes more. */
  public int bytes() {
    return written.length() + 1 + Integer.BYTES + 1;
  }

  /** Appends the list of all rows. */
  public void appendTo(ByteWriter target) {
    ValueCodec.beginList(count, target);
    target.putBytes(written.array(), 0, written.length());
  }
}
