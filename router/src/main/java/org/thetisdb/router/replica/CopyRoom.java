package org.thetisdb.router.replica;

import org.agrona.collections.Int2ObjectHashMap;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.router.site.SiteTable;

/**
 * What room sites have for copies (decision 0178). A copy that is on its way has its room reserved,
 * so that two changes never fill one site. How many rows a cell has is known of tables of which
 * copies were filled; of others nothing is reserved, and their sites alone see to it that they do
 * not get too full. Owned by the engine's thread.
 */
final class CopyRoom {
  /** A tenth of its memory each site keeps for what cannot be refused. */
  private static final double KEPT_BY_SITES = 0.1;

  /** So much of it is left to what calls write; no copy takes it. */
  private static final double LEFT_TO_CALLS = 0.05;

  private static final long UNBOUNDED = Long.MAX_VALUE / 2;
  private static final long MIB = 1 << 20;
  private static final double MOST_CELLS = 1e9;

  /** Weight of one more copy in the mean of what a cell of its table has. */
  private static final double MEAN_WEIGHT = 0.2;

  private final SiteTable sites;
  private final Int2ObjectHashMap<Double> rowsOfCell = new Int2ObjectHashMap<>();

  /** Of copies that are all of a table, or have no end, in place of what a cell has. */
  private final Int2ObjectHashMap<Double> rowsOfWide = new Int2ObjectHashMap<>();

  CopyRoom(SiteTable sites) {
    this.sites = sites;
  }

  /** All rows of a copy have come. */
  void onFilled(ReplicaRange range, long rows) {
    boolean isWide = isWide(range.first(), range.last());
    double found = isWide ? (double) rows : rows / cells(range.first(), range.last());
    Int2ObjectHashMap<Double> means = isWide ? rowsOfWide : rowsOfCell;
    Double before = means.get(range.table());
    double mean = before == null ? found : before + MEAN_WEIGHT * (found - before);
    means.put(range.table(), (Double) mean);
  }

  /** Most of its cells are empty, so that what a cell has says nothing of it. */
  private static boolean isWide(long first, long last) {
    return cells(first, last) > MOST_CELLS;
  }

  /** Whether copies have all the memory of a site that they may have, or more. */
  boolean isUsedUp(int site) {
    return sites.isReady(site) && free(site) <= 0;
  }

  /**
   * Why a site has no room for one more copy; empty if it has.
   *
   * @param sets the copies that there are, or are to come first
   */
  String obstacle(ReplicaSets sets, long first, long last, int table, int site) {
    if (!sites.isReady(site)) {
      return "";
    }
    long needed = bytes(table, first, last, site);
    long reserved = 0;
    for (ReplicaRange each : sets.ranges()) {
      if (each.site() == site && each.incarnation() == 0) {
        reserved += bytes(each.table(), each.first(), each.last(), site);
      }
    }
    long free = free(site);
    return needed + reserved <= free && free > 0
        ? ""
        : "site %d has no room for it: it takes about %d MiB, and of %d MiB for copies %d are reserved"
            .formatted(site, needed / MIB, Math.max(0, free) / MIB, reserved / MIB);
  }

  private long free(int site) {
    SiteLoad load = sites.link(site).load();
    double most = load.limitBytes() * (1 - KEPT_BY_SITES - LEFT_TO_CALLS);
    return load.limitBytes() == 0 ? UNBOUNDED : (long) most - load.usedBytes();
  }

  private long bytes(int table, long first, long last, int site) {
    boolean isWide = isWide(first, last);
    Double rows = isWide ? rowsOfWide.get(table) : rowsOfCell.get(table);
    double cells = isWide ? 1 : cells(first, last);
    return rows == null ? 0 : (long) (rows * cells * bytesOfRow(site));
  }

  /** As rows are there now, or where there are some. */
  private double bytesOfRow(int site) {
    SiteLoad load = sites.link(site).load();
    for (int other = 1; load.rows() == 0 && other <= sites.sites(); other++) {
      load = sites.isReady(other) ? sites.link(other).load() : load;
    }
    return load.rows() == 0 ? 0 : load.usedBytes() / (double) load.rows();
  }

  private static double cells(long first, long last) {
    return last - (double) first + 1;
  }
}
