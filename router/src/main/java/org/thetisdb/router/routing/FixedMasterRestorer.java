package org.thetisdb.router.routing;

import java.util.Optional;
import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.core.wire.SiteToRouter.Owner;

/**
 * Brings partitions back to the sites that are to master them, where masters are fixed: those that
 * were moved away since their site was lost, or for serializable transactions. Looks through what
 * has moved, some of it each time, and leaves each partition where it is for a second first. A cell
 * of a grid returns to its first master, a range {@linkplain RangeHomes home}. Not thread-safe.
 */
final class FixedMasterRestorer {
  private static final long NEVER = -1;
  private static final long STAY_US = 1_000_000;

  /** Partitions that are looked at each time; those of one group that returns. */
  private static final int MOST_LOOKED_AT = 256;

  private static final int MOST_MOVED = 16;

  /** Partitions of which it is remembered since when they are away. */
  private static final int MOST_REMEMBERED = 4_096;

  private final Placement placement;
  private final ClusterView cluster;
  private final Long2LongHashMap awaySinceUs = new Long2LongHashMap(NEVER);
  private final RangeHomes homes = new RangeHomes();
  private PartitionMap.Walk walk;
  private MoveList group;

  FixedMasterRestorer(Placement placement, ClusterView cluster) {
    this.placement = placement;
    this.cluster = cluster;
    if (placement.hasRanges()) {
      placement.setListener(homes);
    }
  }

  /** The next group that returns; all of it to one site. */
  Optional<Rebalance> next(long nowUs) {
    group = null;
    if (placement.hasRanges()) {
      homes.begin();
      homes.visit(
          MOST_LOOKED_AT, range -> look(range, placement.master(range), homes.home(range), nowUs));
    } else {
      lookAtCells(nowUs);
    }
    return group == null
        ? Optional.empty()
        : Optional.of(new Rebalance(group.moves(), "masters are fixed: they return"));
  }

  private void lookAtCells(long nowUs) {
    if (walk == null) {
      walk = placement.walk();
    }
    if (!walk.step(MOST_LOOKED_AT, owner -> look(owner, nowUs))) {
      walk = null;
    }
  }

  private void look(Owner cell, long nowUs) {
    look(cell.partition(), cell.site(), placement.firstMaster(cell.partition()), nowUs);
  }

  private void look(long partition, int master, int home, long nowUs) {
    if (master == home || Placement.isPinned(partition)) {
      awaySinceUs.remove(partition);
      return;
    }
    if (!cluster.isUsable(home) || !cluster.isUsable(master)) {
      return;
    }
    long sinceUs = awaySinceUs.get(partition);
    if (sinceUs == NEVER) {
      if (awaySinceUs.size() < MOST_REMEMBERED) {
        awaySinceUs.put(partition, nowUs);
      }
    } else if (nowUs - sinceUs >= STAY_US) {
      add(partition, master, home);
    }
  }

  private void add(long partition, int from, int home) {
    if (group == null) {
      group = new MoveList(home);
    }
    if (group.target() == home && group.size() < MOST_MOVED) {
      group.add(partition, from);
      awaySinceUs.remove(partition);
    }
  }
}
