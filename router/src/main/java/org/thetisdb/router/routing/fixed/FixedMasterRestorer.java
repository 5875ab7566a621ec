package org.thetisdb.router.routing.fixed;

import java.util.Iterator;
import java.util.Optional;
import java.util.TreeSet;
import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.MoveList;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Rebalance;

/**
 * Brings partitions back to the sites that are to master them, where masters are fixed: those that
 * were moved away since their site was lost. Looks through what has moved, some of it each time,
 * and leaves each partition where it is for a second first. A cell of a grid returns to its first
 * master, a range {@linkplain FirstMastersOfRanges first master}; both to where an applied
 * placement wants them, if one does (decision 0061). Not thread-safe.
 */
public final class FixedMasterRestorer {
  private static final long NEVER = -1;
  private static final long STAY_US = 1_000_000;

  /** Partitions that are looked at each time; those of one group that returns. */
  private static final int MOST_LOOKED_AT = 256;

  private static final int MOST_MOVED = 16;

  /** The same while an applied placement is brought about. */
  private static final int MOST_PLACED = 64;

  /** Partitions of which it is remembered since when they are away. */
  private static final int MOST_REMEMBERED = 4_096;

  private final Placement placement;
  private final ClusterView cluster;
  private final Long2LongHashMap awaySinceUs = new Long2LongHashMap(NEVER);
  private final FirstMastersOfRanges firstMasters = new FirstMastersOfRanges();
  private PartitionMap.Walk walk;
  private MoveList group;

  /** Cells that never moved, were met, and belong elsewhere; in the order of their numbers. */
  private final TreeSet<Long> met = new TreeSet<>();

  public FixedMasterRestorer(Placement placement, ClusterView cluster) {
    this.placement = placement;
    this.cluster = cluster;
    if (placement.hasRanges()) {
      placement.setListener(firstMasters);
    }
  }

  /** The next group that returns; all of it to one site. */
  public Optional<Rebalance> next(long nowUs) {
    group = null;
    if (placement.hasRanges()) {
      firstMasters.begin();
      firstMasters.visit(MOST_LOOKED_AT, range -> lookAtRange(range, nowUs));
    }
    if (!placement.hasRanges() || placement.isPlaced()) {
      addMet();
      walk(nowUs);
    }
    return group == null
        ? Optional.empty()
        : Optional.of(
            new Rebalance(
                group.moves(),
                placement.isPlaced()
                    ? "masters are fixed: to where the applied placement has them"
                    : "masters are fixed: they return"));
  }

  /**
   * A transaction meets cells. Of those that never moved there is no list; so the first one that
   * meets them says that they belong elsewhere.
   */
  public void onMet(long[] cells) {
    if (placement.hasRanges() || !placement.isPlaced()) {
      return;
    }
    for (long cell : cells) {
      if (met.size() < MOST_REMEMBERED
          && placement.term(cell) == 0
          && placement.master(cell) != placement.preferredSite(cell)) {
        met.add(cell);
      }
    }
  }

  private void addMet() {
    for (Iterator<Long> each = met.iterator(); each.hasNext(); ) {
      long cell = each.next();
      int master = placement.master(cell);
      int preferred = placement.preferredSite(cell);
      if (placement.term(cell) > 0 || master == preferred || placement.isMigrating(cell)) {
        each.remove();
      } else if (cluster.isUsable(preferred) && cluster.isUsable(master)) {
        add(cell, master, preferred);
      }
    }
  }

  private void lookAtRange(long range, long nowUs) {
    if (placement.isLive(range) && placement.preferredSite(placement.describe(range)) == 0) {
      look(range, placement.master(range), firstMasters.preferredSite(range), nowUs);
    }
  }

  private void walk(long nowUs) {
    if (walk == null) {
      walk = placement.walk();
    }
    if (!walk.step(MOST_LOOKED_AT, owner -> look(owner, nowUs))) {
      walk = null;
    }
  }

  private void look(Owner cell, long nowUs) {
    int preferred = placement.preferredSite(cell);
    if (preferred != 0) {
      look(cell.partition(), cell.site(), preferred, nowUs);
    }
  }

  private void look(long partition, int master, int preferred, long nowUs) {
    if (master == preferred || Placement.isPinned(partition) || placement.isMigrating(partition)) {
      awaySinceUs.remove(partition);
      return;
    }
    if (!cluster.isUsable(preferred) || !cluster.isUsable(master)) {
      return;
    }
    long sinceUs = awaySinceUs.get(partition);
    if (sinceUs == NEVER) {
      if (awaySinceUs.size() < MOST_REMEMBERED) {
        awaySinceUs.put(partition, nowUs);
      }
    } else if (nowUs - sinceUs >= STAY_US) {
      add(partition, master, preferred);
    }
  }

  private void add(long partition, int from, int preferred) {
    if (group == null) {
      group = new MoveList(preferred);
    }
    if (group.target() == preferred && group.size() < most()) {
      group.add(partition, from);
      awaySinceUs.remove(partition);
    }
  }

  private int most() {
    return placement.isPlaced() ? MOST_PLACED : MOST_MOVED;
  }
}
