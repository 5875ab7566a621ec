package org.thetisdb.router.scheme.morphosys;

import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;
import org.thetisdb.router.routing.CoAccessCounts;
import org.thetisdb.router.routing.Placement;

/**
 * Grows a group of partitions by what is accessed with it: each next one is that of which the
 * largest part of its co-accesses is with the group, as long as that is more than half of them. So
 * what had better move together does (piggybacking, MorphoSys, section 5.3.3), and nothing follows
 * that is accessed with everything.
 *
 * <p>Not thread-safe.
 */
final class CoAccessedGroup {
  /** Partitions of a group at most. */
  static final int MOST_MEMBERS = 96;

  /** A partition with more partners is accessed with everything, and shows nobody the way. */
  private static final int MOST_PARTNERS = 512;

  /** Partitions that are looked at beside the members, at most. */
  private static final int MOST_CANDIDATES = 384;

  private static final double LEAST_ATTACHED = 0.5;

  private final WorkloadModel model;
  private final long[] members = new long[MOST_MEMBERS];
  private final LongHashSet isMember = new LongHashSet();

  /** By a partition that is none: how often it is accessed with members. */
  private final Long2LongHashMap attached = new Long2LongHashMap(0);

  private int size;

  CoAccessedGroup(WorkloadModel model) {
    this.model = model;
  }

  /** The members, in the order in which they came; the first {@link #size} count. */
  long[] members() {
    return members;
  }

  /** How many there are. */
  int size() {
    return size;
  }

  /** Begins with some partitions, of which the first ones are taken. */
  void begin(long[] partitions) {
    size = 0;
    isMember.clear();
    attached.clear();
    for (long partition : partitions) {
      if (size < MOST_MEMBERS && !Placement.isPinned(partition)) {
        add(partition);
      }
    }
  }

  /** Takes in all that belongs to the group. */
  void grow() {
    boolean grows = true;
    while (grows && size < MOST_MEMBERS) {
      long next = strongest();
      grows = next != 0;
      if (grows) {
        add(next);
      }
    }
  }

  private void add(long partition) {
    members[size++] = partition;
    isMember.add(partition);
    attached.remove(partition);
    PartitionUse use = model.of(partition);
    if (use != null) {
      attach(use.writtenBoth);
      attach(use.writtenWithRead);
      attach(use.readWithWritten);
    }
  }

  private void attach(CoAccessCounts partners) {
    if (partners.size() > MOST_PARTNERS) {
      return;
    }
    for (int slot = 0; slot < partners.slots(); slot++) {
      long other = partners.partitionAt(slot);
      boolean counts = partners.countAt(slot) > 0 && !isMember.contains(other);
      if (counts && (attached.size() < MOST_CANDIDATES || attached.containsKey(other))) {
        attached.put(other, attached.get(other) + partners.countAt(slot));
      }
    }
  }

  /** The candidate with the largest part; 0 if none has enough. Ties go to the lower number. */
  private long strongest() {
    long best = 0;
    double bestShare = LEAST_ATTACHED;
    Long2LongHashMap.EntryIterator each = attached.entrySet().iterator();
    while (each.hasNext()) {
      each.next();
      long candidate = each.getLongKey();
      PartitionUse use = model.of(candidate);
      if (use != null && !Placement.isPinned(candidate)) {
        double share = each.getLongValue() / (double) Math.max(1, use.pairs);
        boolean better = share > bestShare || (share == bestShare && candidate < best);
        best = better ? candidate : best;
        bestShare = better ? share : bestShare;
      }
    }
    return best;
  }

  /** The members, by themselves. */
  long[] toArray() {
    return Arrays.copyOf(members, size);
  }
}
