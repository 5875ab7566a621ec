package org.thetisdb.router.routing;

/**
 * Finds what should move along with a partition: at its old site, all that it is accessed with,
 * directly or through others, if that is a small and closed group. A group that is left behind
 * would follow piece by piece, each with a remastering of its own. (MorphoSys, section 5.3.3,
 * piggybacks correlated partitions in the same way.) Not thread-safe.
 */
final class Companions {
  private static final int MOST_MEMBERS = 32;
  private static final int MOST_SEEN = 96;

  /**
   * Share of the group's co-accesses that must be with the target. Less is an errand of one member,
   * which will go back alone.
   */
  private static final double LEAST_BOND = 0.05;

  /** The same for a group that nobody has to wait for. */
  private static final double LEAST_BOND_OF_READ = 0.2;

  /** A group whose partition moved so lately stays. */
  private static final double MOST_HEAT = 0.5;

  private final Placement placement;
  private final AccessStatistics statistics;
  private final MoveDamping damping;
  private final ClusterGrower grower;

  Companions(Placement placement, AccessStatistics statistics, MoveDamping damping) {
    this.placement = placement;
    this.statistics = statistics;
    this.damping = damping;
    this.grower = new ClusterGrower(placement, statistics);
  }

  /** Adds moves of companions of those that are listed. */
  void addTo(MoveList moves) {
    for (Move move : moves.moves()) {
      if (hasFewPartners(move.partition())
          && growGroup(move.partition(), moves.target(), LEAST_BOND)) {
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
          && damping.heat(partition, nowUs) < MOST_HEAT
          && growGroup(partition, target, LEAST_BOND_OF_READ)) {
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

  private boolean growGroup(long partition, int target, double bond) {
    grower.begin(partition);
    while (!grower.isClosed()
        && grower.size() < MOST_MEMBERS
        && grower.seen() < MOST_SEEN
        && grower.grow()) {
      // grows until closed, or too large
    }
    return grower.isClosed()
        && grower.size() > 1
        && grower.mass(target) >= bond * grower.totalMass();
  }

  private void addGroup(MoveList moves, int from) {
    for (int i = 0; i < grower.size(); i++) {
      moves.add(grower.member(i), from);
    }
  }
}
