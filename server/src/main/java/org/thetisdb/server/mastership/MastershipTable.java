package org.thetisdb.server.mastership;

import java.util.List;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.core.placement.RangeMap;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.wire.RouterToSite.Mastership;
import org.thetisdb.core.wire.SiteToRouter.Owner;
import org.thetisdb.replication.membership.FirstMasters;

/**
 * The partition map as one site sees it, as far as the logs applied here tell. Not thread-safe; the
 * site's engine owns it.
 */
public final class MastershipTable {
  /** Tables below this id are the system's; their partitions are mastered by site 1 at first. */
  public static final int FIRST_USER_TABLE = FirstMasters.FIRST_USER_TABLE;

  private final int self;
  private final PartitionMap map;

  /** The view of the site {@code self} on a map, which others may look into, too. */
  public MastershipTable(int self, PartitionMap map) {
    this.self = self;
    this.map = map;
  }

  /** Whether partitions are ranges, and no cells of a grid. */
  public boolean hasRanges() {
    return map instanceof RangeMap;
  }

  /** The present term of a partition; 0 if it is no more. */
  public int term(long partition) {
    return map.term(partition);
  }

  /** The present term of that which a message means. */
  public int termAt(Mastership wanted) {
    return map.termAt(wanted);
  }

  /** The present master of a partition; 0 if it is no more. */
  public int owner(long partition) {
    return map.master(partition);
  }

  /** Whether this site masters a partition. */
  public boolean isMasteredHere(long partition) {
    return map.master(partition) == self;
  }

  /** A partition in its present term. */
  public Mastership mastership(long partition) {
    return new Mastership(partition, map.term(partition), map.lowerBound(partition));
  }

  /**
   * Takes over a release record.
   *
   * @return whether it was the first for its term
   */
  public boolean move(long partition, int term, int grantee) {
    return map.move(partition, term, grantee);
  }

  /**
   * Takes over a record of a border that came or went.
   *
   * @return whether it was the first for its term
   */
  public boolean reshape(Reshape change) {
    return map.reshape(change);
  }

  /** Whether a change of borders would be the first for its term, with all as it says. */
  public boolean fits(Reshape change) {
    return map.fits(change);
  }

  /** Takes over what a checkpoint says. */
  public void restore(long partition, byte[] from, int term, int owner) {
    map.restore(partition, from, term, owner);
  }

  /** Partitions that {@code site} masters by records, at most {@code most} of them. */
  public List<Owner> movedTo(int site, int most) {
    return map.masteredBy(site, most);
  }

  /** All partitions of which records have told, to be walked over in pieces. */
  public PartitionMap.Walk walk() {
    return map.walk();
  }

  /** What is known of one partition. */
  public Owner describe(long partition) {
    return map.describe(partition);
  }

  /** What is known of the range of a table that holds a key. */
  public Owner describe(int tableId, byte[] key) {
    return map.describeAt(tableId, key);
  }

  /** What is known of that which a message means. */
  public Owner describe(Mastership wanted) {
    return map.describe(wanted);
  }
}
