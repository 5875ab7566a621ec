package org.thetisdb.router.routing;

import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;

/**
 * Who masters each partition, and since which term. Only partitions that moved are stored; the
 * master of any other follows from the cluster's settings, at term 0 (ARCHITECTURE: remastering).
 *
 * <p>This is the router's belief. It follows from what sites report, where the highest term wins,
 * and is put right by them when it is wrong. Not thread-safe; a lookup allocates nothing.
 */
public final class Placement {
  /** Tables below this id belong to the system; they stay at {@link #SYSTEM_SITE}. */
  public static final int FIRST_USER_TABLE = 16;

  /** The site that masters the system tables. */
  public static final int SYSTEM_SITE = 1;

  private static final long UNMOVED = -1;
  private static final int SITE_BITS = 8;
  private static final int SITE_MASK = (1 << SITE_BITS) - 1;

  private final int sites;
  private final FirstMaster firstMaster;
  private final Long2LongHashMap moved = new Long2LongHashMap(UNMOVED);
  private Listener listener = (partition, from, to) -> {};

  /** The placement of a cluster in which nothing has moved. */
  public Placement(int sites, FirstMaster firstMaster) {
    if (sites < 1 || sites > SITE_MASK) {
      throw new IllegalArgumentException("number of sites out of range: " + sites);
    }
    this.sites = sites;
    this.firstMaster = firstMaster;
  }

  /** Tells {@code newListener}, and nobody else, of masters that change. */
  public void setListener(Listener newListener) {
    listener = newListener;
  }

  /** The number of sites over which partitions are spread at first. */
  public int sites() {
    return sites;
  }

  /** The site that masters {@code partition}. */
  public int master(long partition) {
    long entry = moved.get(partition);
    return entry == UNMOVED ? firstMaster(partition) : (int) entry & SITE_MASK;
  }

  /** The term of {@code partition}: how often it moved. */
  public int term(long partition) {
    long entry = moved.get(partition);
    return entry == UNMOVED ? 0 : (int) (entry >>> SITE_BITS);
  }

  /** Whether a partition stays where it is whatever happens. */
  public static boolean isPinned(long partition) {
    return PartitionId.table(partition) < FIRST_USER_TABLE;
  }

  /** Whether one of these partitions stays where it is whatever happens. */
  public static boolean isAnyPinned(long[] partitions) {
    for (long partition : partitions) {
      if (isPinned(partition)) {
        return true;
      }
    }
    return false;
  }

  /** The site that masters all of {@code partitions}; 0 if there is no such site. */
  public int commonMaster(long[] partitions) {
    int common = 0;
    for (long partition : partitions) {
      int site = master(partition);
      if (common != 0 && site != common) {
        return 0;
      }
      common = site;
    }
    return common;
  }

  /**
   * Takes in that {@code site} masters {@code partition} since {@code term}. Older news than what
   * is known has no effect.
   *
   * @return whether it was news
   */
  public boolean learn(long partition, int term, int site) {
    if (site < 1 || site > sites || term < 0) {
      throw new IllegalArgumentException(
          "an owner that cannot be: site " + site + ", term " + term);
    }
    if (term <= term(partition)) {
      return false;
    }
    int before = master(partition);
    moved.put(partition, ((long) term << SITE_BITS) | site);
    if (before != site) {
      listener.onMoved(partition, before, site);
    }
    return true;
  }

  /** Number of partitions that ever moved. */
  public int movedCount() {
    return moved.size();
  }

  /** Visits each partition that ever moved, in no order that means anything. */
  public void forEachMoved(Visitor visitor) {
    moved.forEachLong((partition, entry) -> visitor.visit(partition, (int) entry & SITE_MASK));
  }

  private int firstMaster(long partition) {
    if (isPinned(partition)) {
      return SYSTEM_SITE;
    }
    return switch (firstMaster) {
      case SCATTERED -> (int) Math.floorMod(PartitionId.index(partition), (long) sites) + 1;
      case FIRST_SITE -> 1;
    };
  }

  /** Hears of masters that change. */
  @FunctionalInterface
  public interface Listener {
    /** The master of {@code partition} is no longer {@code from} but {@code to}. */
    void onMoved(long partition, int from, int to);
  }

  /** Sees one partition and its master. */
  @FunctionalInterface
  public interface Visitor {
    /** One partition. */
    void visit(long partition, int site);
  }
}
