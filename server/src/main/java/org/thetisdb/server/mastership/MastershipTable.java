package org.thetisdb.server.mastership;

import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PartitionMap;
import org.thetisdb.core.placement.RangeMap;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.ownership.ReadMostlyTables;
import org.thetisdb.server.ownership.TemporaryOwnership;

/**
 * The partition map as one site sees it, as far as the logs applied here tell. Not thread-safe; the
 * site's engine owns it.
 */
public final class MastershipTable {
  /** Tables below this id are the system's; their partitions are mastered by site 1 at first. */
  public static final int FIRST_USER_TABLE = FirstMasters.FIRST_USER_TABLE;

  private final int self;
  private final PartitionMap map;
  private final TemporaryOwnership ownerships;
  private final ReadMostlyTables tables = new ReadMostlyTables();
  private final Roster roster;

  /** Sites to which something was moved, though the roster may not know them yet. */
  private final BitSet grantees = new BitSet();

  /**
   * The view of the site {@code self}.
   *
   * @param map which site masters what; others may look into it, too
   * @param ownerships which site may write what each site masters
   * @param roster the sites of the cluster
   */
  public MastershipTable(int self, PartitionMap map, TemporaryOwnership ownerships, Roster roster) {
    this.self = self;
    this.map = map;
    this.ownerships = ownerships;
    this.roster = roster;
  }

  /** The site whose view this is. */
  public int self() {
    return self;
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

  /** The present master of a partition, which may have lent it; 0 if it is no more. */
  public int owner(long partition) {
    return map.master(partition);
  }

  /**
   * Whether only this site may write a partition now: it masters it and has not lent it, or has
   * borrowed it.
   */
  public boolean isMasteredHere(long partition) {
    return isHere(map.master(partition), PartitionId.table(partition));
  }

  /**
   * Whether only this site may write a row of a table now, as {@link #isMasteredHere} says.
   *
   * @param master which site masters it
   */
  public boolean isHere(int master, int tableId) {
    boolean mayBeLent = !ownerships.isEmpty() && tableId >= FIRST_USER_TABLE;
    return mayBeLent ? ownerships.holderFor(master) == self : master == self;
  }

  /**
   * Whether what is mastered here of a table may be written: the table is not closed, or all that
   * any site masters is here. Otherwise another site could read its own copy as of now while this
   * one writes (hazard 18).
   */
  public boolean isOpen(int tableId) {
    return !tables.isClosed(tableId) || isAllHere();
  }

  /**
   * Whether rows of a table may be read here as of now, whichever site masters them. No site can
   * have written one that is not here yet: a site that wrote one had borrowed what this site
   * masters, and it has that back.
   */
  public boolean isReadEverywhere(int tableId) {
    return tables.isReadEverywhere(tableId) && !ownerships.isLent(self);
  }

  /** What routers say about tables. */
  public ReadMostlyTables tables() {
    return tables;
  }

  /** Whether a partition is this site's own, lent or not. */
  public boolean isOwn(long partition) {
    return map.master(partition) == self;
  }

  /** Whether this site may write a partition now, and goes on to when the phase is over. */
  public boolean isOwnAndHere(long partition) {
    return map.master(partition) == self && (!ownerships.isLent(self) || isOfSystem(partition));
  }

  /** Whether this site may write a partition only until it gives back what was lent to it. */
  public boolean isBorrowed(long partition) {
    int master = map.master(partition);
    return master != self
        && master != 0
        && ownerships.holderFor(master) == self
        && !isOfSystem(partition);
  }

  /** Whether every row of users is mastered here: there is no other site, or all have lent. */
  public boolean isAllHere() {
    for (int site = 1; site <= Stamp.MAX_SITE; site++) {
      boolean mayMaster = roster.counts(site) || grantees.get(site);
      if (mayMaster && ownerships.holderFor(site) != self && !roster.is(site, SiteStanding.GONE)) {
        return false;
      }
    }
    return true;
  }

  /** Whether something was moved to a site, though the roster may not know it yet. */
  public boolean wasGranted(int site) {
    return grantees.get(site);
  }

  /** What sites have lent. */
  public TemporaryOwnership ownerships() {
    return ownerships;
  }

  private static boolean isOfSystem(long partition) {
    return PartitionId.table(partition) < FIRST_USER_TABLE;
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
    grantees.set(grantee);
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
    grantees.set(owner);
    map.restore(partition, from, term, owner);
  }

  /** Partitions that {@code site} masters by records, at most {@code most} of them. */
  public List<Owner> movedTo(int site, int most) {
    return map.masteredBy(site, most);
  }

  /** All partitions that records have named, to be walked over in pieces. */
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
