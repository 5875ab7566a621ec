package org.thetisdb.procedures;

import java.util.Arrays;
import org.thetisdb.core.key.KeyCodec;

/**
 * A stretch of a table's keys. Made by {@link Table#all}, {@link Table#prefix} and {@link
 * Table#from}, where a bound may be a whole key or its first columns:
 *
 * <pre>{@code
 * ORDERS.prefix(warehouse, district)
 * ORDERS.from(warehouse, district, 17).to(warehouse, district, 20)
 * }</pre>
 *
 * Immutable.
 */
public final class KeyRange {
  static final byte[] OPEN = {};

  private final Table table;
  private final byte[] from;
  private final byte[] to;

  KeyRange(Table table, byte[] from, byte[] to) {
    this.table = table;
    this.from = from;
    this.to = to;
  }

  /** The same range, ending before the first key that is, or begins with, these columns. */
  public KeyRange to(Object... key) {
    return new KeyRange(table, from, table.keys().encodePrefix(key));
  }

  /** The same range, ending after the last key that is, or begins with, these columns. */
  public KeyRange through(Object... key) {
    return new KeyRange(table, from, KeyCodec.end(table.keys().encodePrefix(key)));
  }

  /** The same range, beginning after the last key that is, or begins with, these columns. */
  public KeyRange after(Object... key) {
    byte[] after = KeyCodec.end(table.keys().encodePrefix(key));
    return after.length == 0 ? nothing() : new KeyRange(table, after, to);
  }

  /** Nothing comes after the very last key; an empty bound would stand for the first one. */
  private KeyRange nothing() {
    byte[] last = {(byte) 0xff};
    return new KeyRange(table, last, last);
  }

  /** The table. */
  public Table table() {
    return table;
  }

  /** For the engine: the lower bound, inclusive; must not be changed. */
  public byte[] encodedFrom() {
    return from;
  }

  /** For the engine: the upper bound, exclusive, empty for the table's end; must not be changed. */
  public byte[] encodedTo() {
    return to;
  }

  /** Whether no key can lie in it. */
  public boolean isEmpty() {
    return to.length > 0 && Arrays.compareUnsigned(from, to) >= 0;
  }
}
