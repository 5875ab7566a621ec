package org.thetisdb.router.profile;

import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;

/**
 * How often calls that need several masters touch a table, by the masters that they need: one that
 * masters a part of such a call would run it alone if it held the rest. Old counts fade. Owned by
 * the engine's thread.
 */
public final class CopyDemand {
  private static final int MOST_TABLES = 1_024;
  private static final long HALVED_EVERY_US = 10_000_000;

  private final boolean isOn;
  private final Map<Integer, long[]> counts = new TreeMap<>();
  private long halvedUs;

  /**
   * Nothing is counted yet.
   *
   * @param isOn whether anybody asks; else nothing is ever counted
   */
  public CopyDemand(boolean isOn) {
    this.isOn = isOn;
  }

  /** A call begins that touches this. */
  public void note(Footprint footprint, Placement placement) {
    if (!isOn) {
      return;
    }
    note(footprint.written(), footprint, placement);
    note(footprint.read(), footprint, placement);
  }

  private void note(long[] partitions, Footprint footprint, Placement placement) {
    for (long partition : partitions) {
      int table = PartitionId.table(partition);
      if (!Placement.isPinned(partition) && (counts.containsKey(table) || hasRoom())) {
        long[] sites = counts.computeIfAbsent(table, none -> new long[Stamp.MAX_SITE + 1]);
        int master = placement.master(partition);
        count(footprint.written(), master, sites, placement);
        count(footprint.read(), master, sites, placement);
      }
    }
  }

  private boolean hasRoom() {
    return counts.size() < MOST_TABLES;
  }

  /** The masters of other partitions want what this one has. */
  private static void count(long[] others, int master, long[] sites, Placement placement) {
    for (int i = 0; i < Math.min(others.length, 16); i++) {
      int other = placement.master(others[i]);
      sites[other] += other == master ? 0 : 1;
    }
  }

  /** How often a site would have needed a table lately. */
  public long of(int table, int site) {
    long[] sites = counts.get(table);
    return sites == null ? 0 : sites[site];
  }

  /** Halves what was counted, now and then. */
  public void fade(long nowUs) {
    if (nowUs - halvedUs < HALVED_EVERY_US) {
      return;
    }
    halvedUs = nowUs;
    for (long[] sites : counts.values()) {
      for (int site = 0; site < sites.length; site++) {
        sites[site] /= 2;
      }
    }
  }
}
