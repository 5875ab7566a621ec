package org.thetisdb.sql.sequence;

/**
 * Values of a sequence that belong to one call.
 *
 * @param first the first of them
 * @param increment what each is higher by than the one before
 * @param count how many there are
 */
public record ValueBlock(long first, long increment, int count) {
  /** The value at a place, from 0. */
  public long value(int place) {
    return first + place * increment;
  }
}
