package org.thetisdb.router.routing;

import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.replication.membership.Roster;

/**
 * Who masters each partition, and since which term. Only partitions that moved are stored; the
 * master of any other follows from the cluster's settings, at term 0 (ARCHITECTURE: remastering).
 *
 * <p>This is the router's belief. It follows from what sites report, where the highest term wins,
 * and is put right by them when it is wrong. Not thread-safe; a lookup allocates nothing.
 */
public final class Placement {
  private static final long UNMOVED = -1;
  private static final int SITE_BITS = 8;
  private static final int SITE_MASK = (1 << SITE_BITS) - 1;

  private final Roster roster;
  private final Long2LongHashMap moved = new Long2LongHashMap(UNMOVED);
  private Listener listener = Listener.NONE;

  /**
   * The placement of a cluster in which nothing has moved.
   *
   * @param roster the sites; nobody else tells it of those that leave
   */
  public Placement(Roster roster) {
    this.roster = roster;
  }

  /** Tells {@code newListener}, and nobody else, of masters that change. */
  public void setListener(Listener newListener) {
    listener = newListener;
  }

  /** The highest number that was given to a site. */
  public int sites() {
    return roster.highest();
  }

  /** The site that masters {@code partition}. */
  public int master(long partition) {
    long entry = moved.get(partition);
    return entry == UNMOVED ? roster.firstMasters().master(partition) : (int) entry & SITE_MASK;
  }

  /** The term of {@code partition}: how often it moved. */
  public int term(long partition) {
    long entry = moved.get(partition);
    return entry == UNMOVED ? roster.firstMasters().term(partition) : (int) (entry >>> SITE_BITS);
  }

  /** Whether a partition stays where it is as long as its master does: one of the system. */
  public static boolean isPinned(long partition) {
    return PartitionId.table(partition) < FirstMasters.FIRST_USER_TABLE;
  }

  /** Whether one of these partitions is {@linkplain #isPinned pinned}. */
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
   * is known has no effect. Of a partition that is not known to have moved, this router may know
   * the heirs of sites that left, and not that it had moved before: then what is told holds,
   * whatever the term.
   *
   * @return whether it was news
   */
  public boolean learn(long partition, int term, int site) {
    if (site < 1 || site > SITE_MASK || term < 0) {
      throw new IllegalArgumentException(
          "an owner that cannot be: site " + site + ", term " + term);
    }
    boolean known =
        moved.get(partition) == UNMOVED
            ? roster.firstMasters().isOfLine(partition, term, site)
            : term <= term(partition);
    if (known || term == 0) {
      return false;
    }
    int before = master(partition);
    moved.put(partition, ((long) term << SITE_BITS) | site);
    if (before != site) {
      listener.onMoved(partition, before, site);
    }
    return true;
  }

  /** A site has left, and what it mastered and never moved is with its heirs. */
  public boolean leave(int site, List<Integer> heirs) {
    if (roster.firstMasters().hasLeft(site)) {
      return false;
    }
    long[] affected = listener.knownAt(site);
    roster.leave(site, heirs);
    for (long partition : affected) {
      int now = master(partition);
      if (now != site) {
        listener.onMoved(partition, site, now);
      }
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

  /** Hears of masters that change. */
  public interface Listener {
    /** Keeps nothing. */
    Listener NONE =
        new Listener() {
          @Override
          public void onMoved(long partition, int from, int to) {}

          @Override
          public long[] knownAt(int site) {
            return new long[0];
          }
        };

    /** The master of {@code partition} is no longer {@code from} but {@code to}. */
    void onMoved(long partition, int from, int to);

    /** The partitions with this master of which the listener keeps something. */
    long[] knownAt(int site);
  }

  /** Sees one partition and its master. */
  @FunctionalInterface
  public interface Visitor {
    /** One partition. */
    void visit(long partition, int site);
  }
}
