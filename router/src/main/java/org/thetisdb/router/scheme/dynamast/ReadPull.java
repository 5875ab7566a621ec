package org.thetisdb.router.scheme.dynamast;

import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.MoveList;
import org.thetisdb.router.routing.Placement;

/**
 * Decides about partitions that an update reads and another site masters. Such an update must run
 * at a cut and waits for it (decision 0001), so what is read mostly from one site had better live
 * there.
 *
 * <p>No call needs such a move, so a partition moves only if {@link CostScore} says that it pays
 * back, and not if it moved a moment ago. A table that everybody reads has partners everywhere:
 * what one site gains others lose, and it stays. Not thread-safe.
 */
final class ReadPull {
  /** A partition is believed if the sample holds it so often. */
  private static final int LEAST_ACCESSES = 8;

  private final Placement placement;
  private final AccessStatistics statistics;
  private final ClusterView cluster;
  private final CostScore score;
  private final RecentMoves recent;
  private final long[] one = new long[1];

  ReadPull(
      Placement placement,
      AccessStatistics statistics,
      ClusterView cluster,
      CostScore score,
      RecentMoves recent) {
    this.placement = placement;
    this.statistics = statistics;
    this.cluster = cluster;
    this.score = score;
    this.recent = recent;
  }

  /** Whether something is read that {@code site} does not master. */
  boolean readsElsewhere(Footprint footprint, int site) {
    for (long partition : footprint.read()) {
      if (placement.master(partition) != site) {
        return true;
      }
    }
    return false;
  }

  /** Adds the moves of partitions that are read and belong to the target. */
  void addPulls(Footprint footprint, long nowUs, MoveList moves) {
    int site = moves.target();
    for (long partition : footprint.read()) {
      int master = placement.master(partition);
      if (master != site && cluster.isUsable(master) && belongsTo(partition, site, nowUs)) {
        moves.add(partition, master);
      }
    }
  }

  /**
   * The site to which all that is written had better move, because what it comes with lives there;
   * 0 if there is none. Asked when the written partitions have one master and the read ones
   * another.
   */
  int pushTarget(Footprint footprint, long nowUs) {
    int target = 0;
    for (long partition : footprint.read()) {
      int master = placement.master(partition);
      if (target != 0 && master != target) {
        return 0;
      }
      target = master;
    }
    if (target == 0 || !cluster.isUsable(target)) {
      return 0;
    }
    for (long partition : footprint.written()) {
      if (!mayGo(partition, target, nowUs)) {
        return 0;
      }
    }
    score.prepare(footprint, VersionVector.ZERO, nowUs);
    return score.paysBack(target) ? target : 0;
  }

  private boolean belongsTo(long partition, int site, long nowUs) {
    if (!mayGo(partition, site, nowUs)) {
      return false;
    }
    one[0] = partition;
    score.prepare(one, VersionVector.ZERO, nowUs);
    return score.paysBack(site);
  }

  /** Cheap, and false for most: there is more to gain than to lose, and it did not just move. */
  private boolean mayGo(long partition, int site, long nowUs) {
    PartitionStats stats = statistics.of(partition);
    return stats != null
        && stats.accesses >= LEAST_ACCESSES
        && stats.mass(site) > stats.mass(placement.master(partition))
        && !Placement.isPinned(partition)
        && !recent.isRecent(partition, nowUs);
  }
}
