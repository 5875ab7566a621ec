package org.thetisdb.router.scheme.dynamast;

import java.util.Locale;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;

/** Says in words why something moves. */
final class Reasons {
  private Reasons() {}

  /** Why a split update goes to {@code site}. */
  static String forSplit(
      Footprint footprint, int site, Placement placement, AccessStatistics statistics) {
    int there = 0;
    long massThere = 0;
    long massInAll = 0;
    for (long partition : footprint.written()) {
      there += placement.master(partition) == site ? 1 : 0;
      PartitionStats stats = statistics.of(partition);
      if (stats != null && placement.master(partition) != site) {
        massThere += stats.mass(site);
        massInAll += stats.totalMass();
      }
    }
    String where = " at site " + site;
    if (there == 0) {
      return "co-written partitions meet" + where + ", the better place for all";
    }
    String with = "co-written with " + there + (there == 1 ? " partition" : " partitions") + where;
    return massInAll == 0 ? with : with + " (" + percent(massThere, massInAll) + ")";
  }

  /** Why clusters leave {@code from}. */
  static String forBalance(int from, double busy, int clusters, int partitions) {
    return "balance: site "
        + from
        + " is busy for "
        + String.format(Locale.ROOT, "%.0f %%", 100 * busy)
        + " of the time; "
        + clusters
        + (clusters == 1 ? " cluster" : " clusters")
        + " of "
        + partitions
        + " partitions in all";
  }

  private static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.0f %%", 100.0 * part / whole);
  }
}
