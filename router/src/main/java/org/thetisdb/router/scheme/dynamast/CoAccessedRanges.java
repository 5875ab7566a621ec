package org.thetisdb.router.scheme.dynamast;

import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.MoveList;
import org.thetisdb.router.routing.Placement;

/**
 * Finds what should move along with a partition: at its old site, all that it is accessed with,
 * directly or through others, if that is a small and closed group. A group that is left behind
 * would follow piece by piece, each with a remastering of its own. (MorphoSys, section 5.3.3,
 * piggybacks correlated partitions in the same way.) Not thread-safe.
 */
final class CoAccessedRanges {
  private static final int MOST_MEMBERS = 32;
  private static final int MOST_SEEN = 96;

  private final Placement placement;
  private final AccessStatistics statistics;
  private final ClusterView cluster;
  private final CostScore score;
  private final RecentMoves recent;
  private final ClusterGrower grower;

  CoAccessedRanges(
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
    this.grower = new ClusterGrower(placement, statistics);
  }

  /** Adds moves of companions of those that are listed. */
  void addTo(MoveList moves, long nowUs) {
    for (Move move : moves.moves()) {
      if (hasFewPartners(move.partition()) && growGroup(move.partition(), moves.target(), nowUs)) {
        addGroup(moves, move.from());
      }
    }
  }

  /**
   * Adds moves of groups that an update of the target reads. One partition of such a group would
   * leave as much behind as it finds; the group as a whole leaves nothing.
   */
  void addGroupsRead(Footprint footprint, long nowUs, MoveList moves) {
    int target = moves.target();
    for (long partition : footprint.read()) {
      int master = placement.master(partition);
      if (master != target
          && hasFewPartners(partition)
          && !recent.isRecent(partition, nowUs)
          && growGroup(partition, target, nowUs)) {
        addGroup(moves, master);
      }
    }
  }

  /** Cheap to find out, and false for what everybody uses. */
  private boolean hasFewPartners(long partition) {
    PartitionStats stats = statistics.of(partition);
    return stats != null
        && stats.writtenTogether.size() < MOST_SEEN
        && stats.readTogether.size() < MOST_SEEN;
  }

  /** Whether there is such a group, and to move it pays back. */
  private boolean growGroup(long partition, int target, long nowUs) {
    grower.begin(partition);
    while (!grower.isClosed()
        && grower.size() < MOST_MEMBERS
        && grower.seen() < MOST_SEEN
        && grower.grow()) {
      // grows until closed, or too large
    }
    return grower.isClosed()
        && grower.size() > 1
        && (!placement.hasRanges() || isSmallFor(target, placement.master(partition)))
        && paysBack(partition, target, nowUs);
  }

  /**
   * Whether a site's share stays even with the group, or gets more so. Where there are few ranges,
   * all that a site masters may hang together.
   */
  private boolean isSmallFor(int target, int from) {
    return 2 * grower.load() * cluster.sites() <= statistics.totalLoad()
        || statistics.loadAt(target) + grower.load() <= statistics.loadAt(from);
  }

  private boolean paysBack(long seed, int target, long nowUs) {
    for (int i = 1; i < grower.size(); i++) {
      if (recent.isRecent(grower.member(i), nowUs)) {
        return false;
      }
    }
    double comeTogether = grower.mass(target) / grower.partnersPerUpdate();
    return score.groupPaysBack(
        placement.master(seed), target, grower.size(), grower.load(), -comeTogether, 0, 1);
  }

  private void addGroup(MoveList moves, int from) {
    for (int i = 0; i < grower.size(); i++) {
      moves.add(grower.member(i), from);
    }
  }
}
