package org.thetisdb.router.scheme.dynamast;

import java.util.Optional;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.MoveList;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Rebalance;

/**
 * Moves what is still elsewhere to the site that gathers, some partitions at a time and the most
 * lately used first, so that no update has to wait for them one by one. Not thread-safe.
 */
final class Gatherer {
  private static final int MOST_PARTITIONS = 64;
  private static final int MOST_SAMPLES = 4096;

  private final Placement placement;
  private final AccessStatistics statistics;
  private final ClusterView cluster;

  Gatherer(Placement placement, AccessStatistics statistics, ClusterView cluster) {
    this.placement = placement;
    this.statistics = statistics;
    this.cluster = cluster;
  }

  /**
   * The next partitions to move to {@code site}; empty if none of the latest updates needs any.
   *
   * @param reason why, as a sentence for people
   */
  Optional<Rebalance> next(int site, String reason) {
    MoveList moves = new MoveList(site);
    int samples = Math.min(MOST_SAMPLES, statistics.samples());
    for (int i = 0; i < samples && moves.size() < MOST_PARTITIONS; i++) {
      addElsewhere(statistics.sample(i).written(), moves);
      addElsewhere(statistics.sample(i).read(), moves);
    }
    return moves.isEmpty() ? Optional.empty() : Optional.of(new Rebalance(moves.moves(), reason));
  }

  private void addElsewhere(long[] partitions, MoveList moves) {
    for (long partition : partitions) {
      int master = placement.master(partition);
      if (!Placement.isPinned(partition) && cluster.isUsable(master)) {
        moves.add(partition, master);
      }
    }
  }
}
