package org.thetisdb.sql.catalog;

/**
 * A sequence.
 *
 * @param id its number in the table of positions
 * @param start the first value
 * @param increment what the next one is higher by; not 0
 * @param owner the table whose identity column it serves, and with which it goes; null if none
 * @param min no value is lower
 * @param max no value is higher
 * @param cycle whether it begins again at its other bound when it has come to the end
 */
public record SequenceDef(
    String name,
    int id,
    long start,
    long increment,
    String owner,
    long min,
    long max,
    boolean cycle) {
  /** A sequence with the bounds that SQL gives it if none are named. */
  public SequenceDef(String name, int id, long start, long increment, String owner) {
    this(
        name,
        id,
        start,
        increment,
        owner,
        increment < 0 ? Long.MIN_VALUE : Math.min(1, start),
        increment < 0 ? Math.max(-1, start) : Long.MAX_VALUE,
        false);
  }

  /** A sequence that ends at its bound. */
  public SequenceDef(
      String name, int id, long start, long increment, String owner, long min, long max) {
    this(name, id, start, increment, owner, min, max, false);
  }

  /** The same sequence under another name. */
  public SequenceDef withName(String newName) {
    return new SequenceDef(newName, id, start, increment, owner, min, max, cycle);
  }

  /** The same sequence of another table. */
  public SequenceDef withOwner(String newOwner) {
    return new SequenceDef(name, id, start, increment, newOwner, min, max, cycle);
  }

  /** Where it begins again. */
  public long beginning() {
    return increment > 0 ? min : max;
  }

  /** Whether its bounds are those that a sequence has by itself, and it does not cycle. */
  boolean hasUsualBounds() {
    return equals(new SequenceDef(name, id, start, increment, owner));
  }
}
