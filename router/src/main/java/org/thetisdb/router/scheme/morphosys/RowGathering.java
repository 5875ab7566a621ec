package org.thetisdb.router.scheme.morphosys;

import java.util.Arrays;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;

/**
 * Brings together what a call touches, where no site holds every row (decision 0186). A call runs
 * where all is held that it reads. If no site has all of it, what lacks at the site that has most
 * comes there with its mastership and its rows, as what is written does. Not thread-safe.
 */
final class RowGathering {
  private static final long[] NOTHING = {};

  private final Placement placement;
  private final ClusterView cluster;
  private final HolderRules held;

  RowGathering(Placement placement, ClusterView cluster, HolderRules held) {
    this.placement = placement;
    this.cluster = cluster;
    this.held = held;
  }

  /** Whether no site holds every row, so that calls may have to be gathered for. */
  boolean isNeeded() {
    return cluster.lacksFullSite();
  }

  /**
   * What a call touches, with what it only reads among what is written if that has to be mastered
   * where it runs. The same if a site can have it as it is, or if none can get all of it now.
   */
  Footprint gathered(Footprint footprint) {
    if (!cluster.lacksFullSite() || footprint.read().length == 0) {
      return footprint;
    }
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (int site = 1; site <= cluster.sites(); site++) {
      boolean hasRuns = !footprint.readsMore() || cluster.holdsUnlisted(site, footprint);
      if (hasRuns && cluster.isUsable(site) && held.canGo(footprint.written(), site)) {
        int lacking = lackedAt(site, footprint).length;
        if (lacking == 0) {
          return footprint;
        }
        int moving = lacking + movingTo(site, footprint.written());
        if (moving < least && held.canGo(lackedAt(site, footprint), site)) {
          best = site;
          least = moving;
        }
      }
    }
    return best == 0 ? footprint : footprint.withWritten(lackedAt(best, footprint));
  }

  private int movingTo(int site, long[] written) {
    int moving = 0;
    for (long partition : written) {
      moving += placement.master(partition) == site ? 0 : 1;
    }
    return moving;
  }

  /** What of a call's reads a site does not hold. */
  long[] lackedAt(int site, Footprint footprint) {
    return cluster.lacksFullSite()
        ? Arrays.stream(footprint.read()).filter(each -> !cluster.holds(site, each)).toArray()
        : NOTHING;
  }

  /** A lost site which masters something that a call needs and no other site keeps; 0 if none. */
  int lostMasterOf(Footprint footprint) {
    int lost = lostMasterOf(footprint.written());
    return lost != 0 ? lost : lostMasterOf(footprint.read());
  }

  private int lostMasterOf(long[] partitions) {
    for (long partition : partitions) {
      int master = placement.master(partition);
      if (!cluster.isUsable(master) && !isKept(partition)) {
        return master;
      }
    }
    return 0;
  }

  private boolean isKept(long partition) {
    boolean kept = false;
    for (int site = 1; site <= cluster.sites() && !kept; site++) {
      kept = cluster.isUsable(site) && cluster.keepsCopy(site, partition);
    }
    return kept;
  }
}
