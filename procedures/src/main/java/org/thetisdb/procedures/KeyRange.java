package org.thetisdb.procedures;

import java.util.Arrays;
import org.thetisdb.core.key.KeyCodec;

/**
 * A range of a table's keys. Made by {@link Table#all}, {@link Table#prefix(Object...)} and {@link
 * Table#from}; a bound may be a whole key or its first columns:
 *
 * <pre>{@code
 * KeyRange ofDistrict = ORDERS.prefix(7); // every order of district 7
 * KeyRange some = ORDERS.from(7, 100L).to(7, 200L); // 100 to 199
 * KeyRange newer = ORDERS.prefix(7).after(7, 200L); // from 201 on, of district 7
 * KeyRange rest = ORDERS.from(7, 100L).through(7); // 100 and all later ones of district 7
 * }</pre>
 *
 * <p>Keys are in the order of their columns: numbers and times by value, texts by code point, bytes
 * as unsigned ones, UUIDs by their hexadecimal form, false before true. Immutable, safe for all
 * threads.
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

  /**
   * The same range with another end.
   *
   * @param key values of the first columns of the key, or of all
   * @return a range that ends before the first key that is, or begins with, these columns
   * @throws IllegalArgumentException if the values do not fit the key's columns
   */
  public KeyRange to(Object... key) {
    return new KeyRange(table, from, table.keys().encodePrefix(key));
  }

  /**
   * The same range with another end.
   *
   * @param key values of the first columns of the key, or of all
   * @return a range that ends after the last key that is, or begins with, these columns
   * @throws IllegalArgumentException if the values do not fit the key's columns
   */
  public KeyRange through(Object... key) {
    return new KeyRange(table, from, KeyCodec.end(table.keys().encodePrefix(key)));
  }

  /**
   * The same range with another beginning, to read on behind a row that was read before.
   *
   * @param key values of the first columns of the key, or of all
   * @return a range that begins after the last key that is, or begins with, these columns
   * @throws IllegalArgumentException if the values do not fit the key's columns
   */
  public KeyRange after(Object... key) {
    byte[] after = KeyCodec.end(table.keys().encodePrefix(key));
    return after.length == 0 ? nothing() : new KeyRange(table, after, to);
  }

  /** Nothing comes after the very last key; an empty bound would stand for the first one. */
  private KeyRange nothing() {
    byte[] last = {(byte) 0xff};
    return new KeyRange(table, last, last);
  }

  /** {@return the table whose keys these are} */
  public Table table() {
    return table;
  }

  /**
   * For the engine: the lower bound, inclusive; must not be changed.
   *
   * @hidden
   */
  public byte[] encodedFrom() {
    return from;
  }

  /**
   * For the engine: the upper bound, exclusive, empty for the table's end; must not be changed.
   *
   * @hidden
   */
  public byte[] encodedTo() {
    return to;
  }

  /** {@return whether no key can lie in it, because it ends before it begins} */
  public boolean isEmpty() {
    return to.length > 0 && Arrays.compareUnsigned(from, to) >= 0;
  }
}
