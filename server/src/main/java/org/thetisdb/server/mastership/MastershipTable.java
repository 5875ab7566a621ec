package org.thetisdb.server.mastership;

import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;
import org.thetisdb.core.wire.SiteToRouter.Owner;
import org.thetisdb.replication.membership.FirstMasters;

/**
 * Which site masters which partition, and since which term, as far as the logs applied here tell. A
 * partition that never moved has term 0 and the master that the cluster's settings give; only those
 * that moved take memory.
 *
 * <p>A move is legal only from one term to the next: the first record for a term wins, any other
 * has no effect (hazard 2). Not thread-safe; the site's engine owns it.
 */
public final class MastershipTable {
  private static final long NEVER_MOVED = -1;
  private static final int SITE_BITS = 8;
  private static final int SITE_MASK = (1 << SITE_BITS) - 1;

  /** Tables below this id are the system's; their partitions are mastered by site 1 at first. */
  public static final int FIRST_USER_TABLE = FirstMasters.FIRST_USER_TABLE;

  private final int self;
  private final FirstMasters firstMasters;
  private final Long2LongHashMap moved = new Long2LongHashMap(NEVER_MOVED);

  /** The keys of {@code moved} in the order in which they came: to walk over them in pieces. */
  private final LongArrayList movedPartitions = new LongArrayList();

  /**
   * A table for the site {@code self} of a cluster.
   *
   * @param firstMasters tells who masters what never moved; follows the sites that leave
   */
  public MastershipTable(int self, FirstMasters firstMasters) {
    this.self = self;
    this.firstMasters = firstMasters;
  }

  /** The present term of a partition. */
  public int term(long partition) {
    long entry = moved.get(partition);
    return entry == NEVER_MOVED ? firstMasters.term(partition) : (int) (entry >>> SITE_BITS);
  }

  /** The present master of a partition. */
  public int owner(long partition) {
    long entry = moved.get(partition);
    return entry == NEVER_MOVED ? firstMasters.master(partition) : (int) (entry & SITE_MASK);
  }

  /** Whether this site masters a partition. */
  public boolean isMasteredHere(long partition) {
    return owner(partition) == self;
  }

  /**
   * Takes over a release record.
   *
   * @return whether it was the first for its term
   */
  public boolean move(long partition, int term, int grantee) {
    if (term != term(partition) + 1) {
      return false;
    }
    put(partition, term, grantee);
    return true;
  }

  /**
   * Takes over what a checkpoint says of a partition that moved, unless a later term is known. It
   * holds whatever sites have left: they left what never moved, and this one had.
   */
  public void restore(long partition, int term, int owner) {
    long entry = moved.get(partition);
    if (entry == NEVER_MOVED || term > (int) (entry >>> SITE_BITS)) {
      put(partition, term, owner);
    }
  }

  /** Partitions that {@code site} masters since a move, at most {@code most} of them. */
  public List<Owner> movedTo(int site, int most) {
    List<Owner> owned = new ArrayList<>();
    for (int i = 0; i < movedPartitions.size() && owned.size() < most; i++) {
      Owner owner = movedAt(i);
      if (owner.site() == site) {
        owned.add(owner);
      }
    }
    return owned;
  }

  private void put(long partition, int term, int owner) {
    if (!moved.containsKey(partition)) {
      movedPartitions.addLong(partition);
    }
    moved.put(partition, (long) term << SITE_BITS | owner);
  }

  /** Number of partitions that ever moved; it never falls. */
  public int movedCount() {
    return movedPartitions.size();
  }

  /**
   * A partition that moved, as it is now.
   *
   * @param index below {@link #movedCount}; a partition keeps its index
   */
  public Owner movedAt(int index) {
    return describe(movedPartitions.getLong(index));
  }

  /** What is known of one partition. */
  public Owner describe(long partition) {
    return new Owner(partition, term(partition), owner(partition));
  }

  /** All partitions that ever moved. */
  public List<Owner> allMoved() {
    List<Owner> owners = new ArrayList<>(moved.size());
    moved.forEachLong((partition, entry) -> owners.add(describe(partition)));
    return owners;
  }
}
