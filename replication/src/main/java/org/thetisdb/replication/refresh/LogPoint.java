package org.thetisdb.replication.refresh;

/**
 * A place between two entries of a site's log, from which the log can be read on.
 *
 * @param offset of the entry that is next
 * @param incarnation that wrote the last entry that counts before it; 0 at the beginning
 * @param position of the last record before it
 */
public record LogPoint(long offset, int incarnation, long position) {
  /** The beginning of a log. */
  public static final LogPoint START = new LogPoint(0, 0, 0);

  /** Checks that nothing is below zero. */
  public LogPoint {
    if (offset < 0 || incarnation < 0 || position < 0) {
      throw new IllegalArgumentException(
          "a log point of offset %d, incarnation %d, position %d"
              .formatted(offset, incarnation, position));
    }
  }
}
