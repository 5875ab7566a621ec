package org.thetisdb.router.scheme.morphosys;

import java.util.Arrays;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.router.readmostly.ReadMostlyConfig;
import org.thetisdb.router.readmostly.TableWrites;
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
  private final PlannedCopies copies;
  private final TableWrites writes;
  private final long cellKeys;

  /**
   * Nothing is known of tables yet.
   *
   * @param copies makes copies of what nobody writes
   * @param cellKeys the width of the grid's cells
   */
  RowGathering(
      Placement placement,
      ClusterView cluster,
      HolderRules held,
      PlannedCopies copies,
      ReadMostlyConfig readMostly,
      long cellKeys) {
    this.placement = placement;
    this.cluster = cluster;
    this.held = held;
    this.copies = copies;
    this.writes = TableWrites.unwritten(readMostly);
    this.cellKeys = cellKeys;
  }

  /** Whether no site holds every row, so that calls may have to be gathered for. */
  boolean isNeeded() {
    return cluster.lacksFullSite();
  }

  /**
   * What a call touches, with what it only reads among what is written if that has to be mastered
   * where it runs. The same if a site can have it as it is, or if none can get all of it now.
   */
  Footprint gathered(Footprint footprint, long nowUs) {
    writes.onWrite(footprint.written(), nowUs);
    noteTables(footprint.read(), nowUs);
    if (!cluster.lacksFullSite() || footprint.read().length == 0) {
      return footprint;
    }
    int best = 0;
    int least = Integer.MAX_VALUE;
    long[] lackingAtBest = NOTHING;
    for (int site = 1; site <= cluster.sites(); site++) {
      boolean hasRuns = !footprint.readsMore() || cluster.holdsUnlisted(site, footprint);
      if (hasRuns && cluster.isUsable(site) && held.canGo(footprint.written(), site)) {
        long[] lacking = lackedAt(site, footprint);
        if (lacking.length == 0) {
          return footprint;
        }
        int moving = lacking.length + movingTo(site, footprint.written());
        if (moving < least && held.canGo(lacking, site)) {
          best = site;
          least = moving;
          lackingAtBest = lacking;
        }
      }
    }
    if (best == 0) {
      return footprint;
    }
    copyTables(lackingAtBest, best, nowUs);
    return footprint.withWritten(lackingAtBest);
  }

  /**
   * Something of what a call touches has too many rows to go with its mastership: copies of that
   * come where most of the rest is, so that the mastership can follow.
   */
  void copyFor(Footprint footprint, long nowUs) {
    if (!copies.mayPlan()) {
      return;
    }
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (cluster.isUsable(site) && cluster.mayMaster(site) && !cluster.isFullOfCopies(site)) {
        int lacking = unreachable(site, footprint).size();
        best = lacking < least ? site : best;
        least = Math.min(lacking, least);
      }
    }
    if (best != 0 && least > 0) {
      copies.demand(unreachable(best, footprint), best, nowUs);
    }
  }

  /** What a site lacks of what a call touches, and cannot get with its mastership. */
  private LongHashSet unreachable(int site, Footprint footprint) {
    LongHashSet lacking = new LongHashSet();
    for (long partition : footprint.all()) {
      boolean isThere = placement.master(partition) == site;
      boolean isRead = !footprint.writes(partition) && cluster.holds(site, partition);
      if (!isThere && !isRead && !held.canGo(new long[] {partition}, site)) {
        lacking.add(partition);
      }
    }
    return lacking;
  }

  private void noteTables(long[] read, long nowUs) {
    int before = 0;
    for (long partition : read) {
      int table = PartitionId.table(partition);
      if (table != before) {
        copies.onRead(table, nowUs);
      }
      before = table;
    }
  }

  /** What nobody writes need not go to and fro. */
  private void copyTables(long[] lacking, int site, long nowUs) {
    int before = 0;
    for (long partition : lacking) {
      int table = PartitionId.table(partition);
      if (table != before && writes.isReadMostly(table, nowUs)) {
        PartitionGrid grid = placement.placed().grid(table, cellKeys);
        if (grid != null) {
          copies.demandTable(grid, site, nowUs);
        }
      }
      before = table;
    }
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
