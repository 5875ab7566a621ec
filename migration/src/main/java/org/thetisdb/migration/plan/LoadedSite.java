package org.thetisdb.migration.plan;

/**
 * A site among which load is spread.
 *
 * @param site its number
 * @param busy which share of its time its engine works, from 0 to 1
 * @param roomBytes what it has room for
 */
public record LoadedSite(int site, double busy, long roomBytes) {
  /** Checks the numbers. */
  public LoadedSite {
    if (site < 1 || !(busy >= 0) || roomBytes < 0) {
      throw new IllegalArgumentException(
          "site %d, busy %s, room for %d bytes".formatted(site, busy, roomBytes));
    }
  }
}
