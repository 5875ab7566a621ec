package org.thetisdb.sql.catalog;

/**
 * A sequence.
 *
 * @param id its number in the table of positions
 * @param start the first value
 * @param increment what the next one is higher by; not 0
 * @param owner the table whose identity column it serves, and with which it goes; null if none
 */
public record SequenceDef(String name, int id, long start, long increment, String owner) {
  /** The same sequence of another table. */
  public SequenceDef withOwner(String newOwner) {
    return new SequenceDef(name, id, start, increment, newOwner);
  }
}
