package org.thetisdb.router.routing;

/**
 * Decides about partitions that an update reads and another site masters. Such an update must run
 * at a cut and waits for milliseconds (decision 0001), so what is read mostly from one site had
 * better live there.
 *
 * <p>A partition moves only if most of what it is accessed with is at the destination. A table that
 * everybody reads has partners everywhere, so it never moves, or once. Partitions that moved a
 * moment ago need a clearer majority. Not thread-safe.
 */
final class ReadPull {
  /** How much more of the co-accesses each recent move asks for. */
  private static final double SHARE_PER_HEAT = 0.1;

  private static final double MOST_SHARE = 0.95;

  private final DynaMastConfig config;
  private final Placement placement;
  private final AccessStatistics statistics;
  private final ClusterView cluster;
  private final MoveDamping damping;

  ReadPull(
      DynaMastConfig config,
      Placement placement,
      AccessStatistics statistics,
      ClusterView cluster,
      MoveDamping damping) {
    this.config = config;
    this.placement = placement;
    this.statistics = statistics;
    this.cluster = cluster;
    this.damping = damping;
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
      if (!isWrittenWith(partition, target, nowUs)) {
        return 0;
      }
    }
    return target;
  }

  /** Whether most of what comes with a partition that is read is at a site. */
  private boolean belongsTo(long partition, int site, long nowUs) {
    PartitionStats stats = known(partition);
    return stats != null
        && hasMajority(stats.mass(site), stats.totalMass(), config.pullShare())
        && hasMajority(stats.mass(site), stats.totalMass(), wantedShare(partition, nowUs));
  }

  /** The same of one that is written; what everybody reads does not count. */
  private boolean isWrittenWith(long partition, int site, long nowUs) {
    PartitionStats stats = known(partition);
    if (stats == null
        || !hasMajority(stats.mass(site), stats.totalMass(), 0.5 * config.pullShare())) {
      return false;
    }
    int all = stats.totalWriteMass();
    for (int other = 1; other <= placement.sites(); other++) {
      all += statistics.closeReadMass(stats, other);
    }
    int there = stats.writeMass(site) + statistics.closeReadMass(stats, site);
    return hasMajority(there, all, wantedShare(partition, nowUs));
  }

  private PartitionStats known(long partition) {
    PartitionStats stats = statistics.of(partition);
    return stats == null || stats.accesses < config.pullAccesses() || Placement.isPinned(partition)
        ? null
        : stats;
  }

  private double wantedShare(long partition, long nowUs) {
    double heat = damping.heat(partition, nowUs);
    return Math.min(MOST_SHARE, config.pullShare() + SHARE_PER_HEAT * heat);
  }

  private static boolean hasMajority(int part, int whole, double share) {
    return part > 0 && part >= share * whole;
  }
}
