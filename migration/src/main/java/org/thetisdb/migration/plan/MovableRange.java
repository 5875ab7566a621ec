package org.thetisdb.migration.plan;

import java.util.List;

/**
 * Keys that can move together, with the load that they are to their master.
 *
 * @param id names it in this plan
 * @param master the site that masters it
 * @param load which share of its master's time it takes
 * @param bytes what its rows take at most; they are sent only to a site that lacks them
 * @param holders sites that hold all of its rows, beside its master
 * @param parts what it can be split into, which move by themselves then; none if it cannot be
 */
public record MovableRange(
    int id, int master, double load, long bytes, List<Integer> holders, List<MovableRange> parts) {
  /** Copies the lists, and checks that parts are where the whole is. */
  public MovableRange {
    holders = List.copyOf(holders);
    parts = List.copyOf(parts);
    if (!(load >= 0) || bytes < 0) {
      throw new IllegalArgumentException("a range of load %s and %d bytes".formatted(load, bytes));
    }
    for (MovableRange part : parts) {
      if (part.master != master || !part.parts.isEmpty()) {
        throw new IllegalArgumentException("a part that is elsewhere, or has parts");
      }
    }
  }

  /** Whether a site has all rows already. */
  public boolean isHeldBy(int site) {
    return site == master || holders.contains(site);
  }
}
