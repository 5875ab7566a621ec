package org.thetisdb.core.value;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.bytes.ByteWriter;

/**
 * Rows of a result, written value by value in the form that {@link ValueCodec} gives a list of
 * lists. So a row needs no objects on its way from the store to the wire, and texts, which both
 * keep as UTF-8, are copied as they are. Many rows stand in several buffers, none of which grows
 * and is copied for it. For one use by one thread.
 */
public final class EncodedRows {
  private static final int LEAST_BYTES = 64;

  /** Of a value: its kind, and its length or a number. */
  private static final int USUAL_VALUE_BYTES = 4;

  private static final int MOST_BYTES = 256 << 10;

  private final long mostRows;
  private final List<ByteWriter> full = new ArrayList<>(0);
  private ByteWriter last = new ByteWriter(0);
  private final ValueEncoder encoder = new ValueEncoder(last);
  private int fullBytes;
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
   * @param aboutBytes how long it will be, as far as that is known
   * @throws UnsendableException if there are too many values in all
   */
  public void beginRow(int values, int aboutBytes) {
    if (last.room() < aboutBytes) {
      beginBuffer(aboutBytes);
    }
    encoder.beginList(values);
    count++;
  }

  /**
   * A whole row.
   *
   * @throws UnsendableException if a value cannot be sent, or all is too long
   */
  public void add(Object[] row) {
    long aboutBytes = 0;
    for (Object value : row) {
      aboutBytes += USUAL_VALUE_BYTES;
      aboutBytes += value instanceof String text ? text.length() : 0;
      aboutBytes += value instanceof byte[] binary ? binary.length : 0;
    }
    beginRow(row.length, (int) Math.min(ValueCodec.MAX_BYTES, aboutBytes));
    for (Object value : row) {
      encoder.write(value);
    }
  }

  private void beginBuffer(int leastBytes) {
    if (last.length() > 0) {
      full.add(last);
      fullBytes += last.length();
    }
    int more = Math.min(MOST_BYTES, 2 * bytes());
    ByteWriter next = new ByteWriter(Math.max(more, leastBytes + LEAST_BYTES));
    encoder.goOnIn(next);
    last = next;
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
   * The next value of the row, a text; the decoder sees whether it is one.
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

  /** Length of the rows without what stands before them in a list. */
  private int bytes() {
    return fullBytes + last.length();
  }

  /** Length of the list of all rows. */
  public int listBytes() {
    return 1 + ByteWriter.varIntBytes(count) + bytes();
  }

  /** Appends the list of all rows. */
  public void appendTo(ByteWriter target) {
    ValueCodec.beginList(count, target);
    for (ByteWriter each : full) {
      target.putBytes(each.array(), 0, each.length());
    }
    target.putBytes(last.array(), 0, last.length());
  }
}
