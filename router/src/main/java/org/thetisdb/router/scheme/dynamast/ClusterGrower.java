package org.thetisdb.router.scheme.dynamast;

import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.router.routing.CoAccessCounts;
import org.thetisdb.router.routing.Placement;

/**
 * Grows a cluster of partitions that are written together, from a seed and within one site. Each
 * step takes the partition that belongs most: the largest part of its co-writes at the site is with
 * what is already in. (The sweep of local graph clustering: the caller looks at the sums after each
 * step and keeps the size that it likes best.)
 *
 * <p>A partition that everybody uses belongs to nobody and comes in last. Partitions that are only
 * read are no part of it; they follow by {@link ReadPull} where they belong to it. Not thread-safe;
 * kept and used again.
 */
final class ClusterGrower {
  private static final long NOT_THERE = -1;

  private final Placement placement;
  private final AccessStatistics statistics;
  private final LongArrayList members = new LongArrayList();
  private final LongArrayList candidates = new LongArrayList();

  /** How often each candidate came together with members; by its place in {@link #candidates}. */
  private final LongArrayList connections = new LongArrayList();

  /** The place of each partition that is or was a candidate, members included. */
  private final Long2LongHashMap places = new Long2LongHashMap(NOT_THERE);

  private int site;
  private long work;
  private long within;
  private long accesses;
  private long load;
  private long totalMass;
  private final long[] mass;

  ClusterGrower(Placement placement, AccessStatistics statistics) {
    this.placement = placement;
    this.statistics = statistics;
    this.mass = new long[Stamp.MAX_SITE + 1];
  }

  /** Begins with a partition that is in the sample; it is the first member. */
  void begin(long seed) {
    members.clear();
    candidates.clear();
    connections.clear();
    places.clear();
    java.util.Arrays.fill(mass, 0);
    within = accesses = load = totalMass = 0;
    site = placement.master(seed);
    addCandidate(seed, 0);
    admit(0);
  }

  /** Takes one more partition in; false if none at the site is connected. */
  boolean grow() {
    int best = bestCandidate();
    if (best >= 0) {
      admit(best);
    }
    return best >= 0;
  }

  int size() {
    return members.size();
  }

  /** A member, in the order in which they came in. */
  long member(int index) {
    return members.getLong(index);
  }

  /** Partitions that were looked at. */
  int seen() {
    return candidates.size();
  }

  /** Whether nothing else at the site comes together with members. */
  boolean isClosed() {
    return torn() == 0;
  }

  /** Co-accesses of members with others at the site, which come apart if the members leave. */
  long torn() {
    return mass[site] - 2 * within;
  }

  /** Co-accesses of members with what another site masters. */
  long mass(int otherSite) {
    return mass[otherSite];
  }

  /** All co-accesses of members, those among them counted from both sides. */
  long totalMass() {
    return totalMass;
  }

  /** Share of the members' co-accesses that are among them. */
  double cohesion() {
    return totalMass == 0 ? 1 : 2 * within / (double) totalMass;
  }

  /** How many partners an update of a member has on average; at least one. */
  double partnersPerUpdate() {
    return Math.max(1, totalMass / (double) Math.max(1, accesses));
  }

  /** Sampled accesses of members. */
  long accesses() {
    return accesses;
  }

  /** Load of writing the members. */
  long load() {
    return load;
  }

  /** Steps of work since this object was made; grows with the time spent. */
  long work() {
    return work;
  }

  private void addCandidate(long partition, long connection) {
    places.put(partition, candidates.size());
    candidates.addLong(partition);
    connections.addLong(connection);
  }

  private void admit(int candidate) {
    PartitionStats stats = statistics.of(candidates.getLong(candidate));
    within += connections.getLong(candidate);
    connections.setLong(candidate, NOT_THERE);
    members.addLong(stats.partition);
    accesses += stats.accesses;
    load += stats.load;
    for (int other = 1; other < mass.length; other++) {
      mass[other] += stats.writeMass(other);
    }
    totalMass += stats.totalWriteMass();
    connectWritten(stats.writtenTogether);
    connectRead(stats);
  }

  private void connectWritten(CoAccessCounts together) {
    work += together.slots();
    for (int slot = 0; slot < together.slots(); slot++) {
      int count = together.countAt(slot);
      if (count > 0 && placement.master(together.partitionAt(slot)) == site) {
        connect(together.partitionAt(slot), count);
      }
    }
  }

  private void connectRead(PartitionStats stats) {
    CoAccessCounts together = stats.readTogether;
    work += together.slots();
    for (int slot = 0; slot < together.slots(); slot++) {
      int count = together.countAt(slot);
      if (count > 0 && statistics.areClose(stats, statistics.of(together.partitionAt(slot)))) {
        int master = placement.master(together.partitionAt(slot));
        mass[master] += count;
        totalMass += count;
        if (master == site) {
          connect(together.partitionAt(slot), count);
        }
      }
    }
  }

  private void connect(long partition, int count) {
    long place = places.get(partition);
    if (place == NOT_THERE) {
      addCandidate(partition, count);
    } else if (connections.getLong((int) place) != NOT_THERE) {
      connections.setLong((int) place, connections.getLong((int) place) + count);
    }
  }

  /**
   * The candidate that belongs most to the members; ties go to the more connected, then lower id.
   */
  private int bestCandidate() {
    int best = -1;
    long bestConnection = 0;
    long bestMass = 1;
    work += candidates.size();
    for (int i = 0; i < candidates.size(); i++) {
      long connection = connections.getLong(i);
      if (connection != NOT_THERE) {
        long candidateMass = statistics.of(candidates.getLong(i)).mass(site);
        long difference = connection * bestMass - bestConnection * candidateMass;
        if (best < 0
            || difference > 0
            || (difference == 0 && isBefore(i, connection, best, bestConnection))) {
          best = i;
          bestConnection = connection;
          bestMass = candidateMass;
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
