package org.thetisdb.sql.ddl;

/**
 * What CREATE SEQUENCE and ALTER SEQUENCE say. Immutable.
 *
 * @param start the first value; null if it is not said
 * @param increment what the next value is higher by; null if it is not said
 * @param min the lowest value; null if it is not said
 * @param max the highest value; null if it is not said
 * @param cycle whether it begins again when it has come to the end; null if it is not said
 * @param restart where it goes on from; null if it is not to restart
 * @param owner the table with which it goes, or none; null if it is not said
 */
public record SequenceOptions(
    Long start, Long increment, Limit min, Limit max, Boolean cycle, Limit restart, Owner owner) {
  /** Nothing is said. */
  public static final SequenceOptions NONE =
      new SequenceOptions(null, null, null, null, null, null, null);

  /**
   * A number, or the one that a sequence has by itself.
   *
   * @param value null for that one
   */
  public record Limit(Long value) {}

  /**
   * OWNED BY.
   *
   * @param table null for NONE
   */
  public record Owner(String table) {}
}
