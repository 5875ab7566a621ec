package org.thetisdb.router.routing;

import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;

/**
 * Grows a cluster of partitions that are accessed together, from a seed and within one site. Each
 * step takes the partition that belongs most: the largest part of its co-accesses is with what is
 * already in. After each step the cluster is judged by its <em>cut</em>, the co-accesses that would
 * be torn apart if it left; the best size on the way is kept. (The sweep of local graph
 * clustering.)
 *
 * <p>A closed cluster ends at a cut of 0. A workload without locality has no size with a small cut,
 * and so no cluster. A partition that everybody uses belongs to nobody and comes in last. Not
 * thread-safe; kept and used again.
 */
final class ClusterGrower {
  private static final int MOST_MEMBERS = 512;
  private static final int MOST_CANDIDATES = 4096;

  /**
   * Accesses per partition below which a cluster is not believed: a sample that is too thin falls
   * into small pieces whatever the workload.
   */
  private static final int LEAST_EVIDENCE = 6;

  private static final long NOT_THERE = -1;

  private final Placement placement;
  private final AccessStatistics statistics;

  private final LongArrayList members = new LongArrayList();
  private final LongArrayList candidates = new LongArrayList();

  /** How much each candidate is accessed with members; by the index in {@link #candidates}. */
  private final LongArrayList connections = new LongArrayList();

  /** The index of each partition that is or was a candidate, members included. */
  private final Long2LongHashMap indexes = new Long2LongHashMap(NOT_THERE);

  private int from;
  private long mostWrites;
  private double mostCut;
  private long massFrom;
  private long within;
  private long accesses;
  private long writes;
  private int bestSize;
  private double bestCut;
  private long bestWrites;
  private long work;

  ClusterGrower(Placement placement, AccessStatistics statistics) {
    this.placement = placement;
    this.statistics = statistics;
  }

  /**
   * Grows a cluster.
   *
   * @param fromSite where the seed is mastered
   * @param writesAtMost the cluster's sampled writes may not be more
   * @param cutAtMost the share of its accesses that may be torn apart
   * @return the number of members to take, in the order of {@link #member}; 0 if there is no
   *     cluster
   */
  int grow(long seed, int fromSite, long writesAtMost, double cutAtMost) {
    clear();
    from = fromSite;
    mostWrites = writesAtMost;
    mostCut = cutAtMost;
    addCandidate(seed, 0);
    int next = 0;
    while (next >= 0 && members.size() < MOST_MEMBERS && candidates.size() < MOST_CANDIDATES) {
      admit(next);
      judge();
      if (writes > mostWrites || cutNow() == 0) {
        break;
      }
      next = bestCandidate();
    }
    return bestSize;
  }

  /** All that the last cluster came to hold; the first {@link #grow} of them are the cluster. */
  int reached() {
    return members.size();
  }

  /** A partition of the last cluster. */
  long member(int index) {
    return members.getLong(index);
  }

  /** Sampled writes of the last cluster. */
  long clusterWrites() {
    return bestWrites;
  }

  /** Steps of work since this object was made; grows with the time spent. */
  long work() {
    return work;
  }

  private void clear() {
    members.clear();
    candidates.clear();
    connections.clear();
    indexes.clear();
    massFrom = within = accesses = writes = 0;
    bestSize = 0;
    bestWrites = 0;
    bestCut = Double.MAX_VALUE;
  }

  private void addCandidate(long partition, long connection) {
    indexes.put(partition, candidates.size());
    candidates.addLong(partition);
    connections.addLong(connection);
  }

  private void admit(int candidate) {
    long partition = candidates.getLong(candidate);
    PartitionStats stats = statistics.of(partition);
    within += connections.getLong(candidate);
    connections.setLong(candidate, NOT_THERE);
    members.addLong(partition);
    massFrom += stats.mass(from);
    accesses += stats.accesses;
    writes += stats.writes;
    connectNeighbours(stats);
  }

  private void connectNeighbours(PartitionStats stats) {
    CoAccessCounts together = stats.together;
    work += together.slots();
    for (int slot = 0; slot < together.slots(); slot++) {
      int count = together.countAt(slot);
      if (count > 0 && placement.master(together.partitionAt(slot)) == from) {
        connect(together.partitionAt(slot), count);
      }
    }
  }

  private void connect(long partition, int count) {
    long index = indexes.get(partition);
    if (index == NOT_THERE) {
      addCandidate(partition, count);
    } else if (connections.getLong((int) index) != NOT_THERE) {
      connections.setLong((int) index, connections.getLong((int) index) + count);
    }
  }

  /** Co-accesses with what stays. */
  private long cutNow() {
    return massFrom - 2 * within;
  }

  private void judge() {
    double cut = cutNow() / (double) accesses;
    boolean believable = accesses >= (long) LEAST_EVIDENCE * members.size();
    if (believable && writes <= mostWrites && cut <= mostCut && cut < bestCut) {
      bestCut = cut;
      bestSize = members.size();
      bestWrites = writes;
    }
  }

  /**
   * The candidate that belongs most to the cluster; ties go to the more connected, then lower id.
   */
  private int bestCandidate() {
    int best = -1;
    long bestConnection = 0;
    long bestMass = 1;
    work += candidates.size();
    for (int i = 0; i < candidates.size(); i++) {
      long connection = connections.getLong(i);
      if (connection != NOT_THERE) {
        long mass = statistics.of(candidates.getLong(i)).mass(from);
        long difference = connection * bestMass - bestConnection * mass;
        if (best < 0
            || difference > 0
            || (difference == 0 && isBefore(i, connection, best, bestConnection))) {
          best = i;
          bestConnection = connection;
          bestMass = mass;
        }
      }
    }
    return best;
  }

  private boolean isBefore(int candidate, long connection, int best, long bestConnection) {
    return connection != bestConnection
        ? connection > bestConnection
        : candidates.getLong(candidate) < candidates.getLong(best);
  }
}
