package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.state.CallRules;

/**
 * What a call may read as of now: what this site masters, and what other masters have locked for it
 * (decision 0042). What another transaction has prepared to write may change at any moment. Owned
 * by the site's engine.
 */
public final class ReadRights {
  /** Ranges over more partitions than this are read at a cut. */
  public static final int PARTITIONS_CHECKED_LIMIT = 256;

  private static final String TOO_MANY =
      "a range of more than %d partitions, as there may be in a grid (partition.keys)";

  /** Partitions that one answer names at most. */
  private static final int MOST_NAMED = 64;

  private final Catalog catalog;
  private final MastershipTable mastership;
  private final PreparedRows prepared;
  private final Roster roster;
  private final CallRules scheme;
  private final int self;

  /** Whether something may be read as of now, or why not. */
  public enum Right {
    /** It may. */
    NOW,
    /** Another transaction is about to write it. */
    TAKEN,
    /** It is mastered elsewhere, and was not locked there. */
    ELSEWHERE
  }

  /** Rights at a site. */
  public ReadRights(Catalog catalog, MastershipTable mastership, CallRules scheme) {
    this.catalog = catalog;
    this.mastership = mastership;
    this.prepared = catalog.prepared();
    this.roster = catalog.roster();
    this.scheme = scheme;
    this.self = mastership.self();
  }

  /**
   * Whether a row may be read as of now.
   *
   * @param transaction the transaction over several sites that reads it; 0 if it is none
   */
  public Right of(RowKey key, long transaction) {
    return prepared.isWrittenByOther(key, transaction) ? Right.TAKEN : ofFree(key, transaction);
  }

  /** The same for a run, which may stand on those that are about to write. */
  Right of(RowKey key, Transaction t) {
    return !prepared.isEmpty() && prepared.isWrittenByAny(key, other -> isKeptOut(t, other))
        ? Right.TAKEN
        : ofFree(key, t.reader());
  }

  private static boolean isKeptOut(Transaction t, long other) {
    return other != t.reader() && !t.state().mayStandOn(other);
  }

  private Right ofFree(RowKey key, long transaction) {
    return mastership.isHere(catalog.masterOf(key), key.tableId())
            || isLocked(key, transaction)
            || mastership.isReadEverywhere(key.tableId())
        ? Right.NOW
        : Right.ELSEWHERE;
  }

  /** Whether the master of a row has locked it for a transaction, to be read or written. */
  private boolean isLocked(RowKey key, long transaction) {
    return transaction != 0
        && (prepared.isPreparedBy(key, transaction)
            || prepared.readers().isHeldBy(key, transaction));
  }

  /** The same for a range; an empty {@code to} is the end of the table. */
  public Right ofRange(int tableId, byte[] from, byte[] to, long transaction) {
    return prepared.isAnyByOtherIn(tableId, from, to, transaction)
        ? Right.TAKEN
        : ofFreeRange(tableId, from, to, transaction);
  }

  /** The same for a run, which may stand on those that are about to write. */
  Right ofRange(int tableId, byte[] from, byte[] to, Transaction t) {
    return !prepared.isEmpty()
            && prepared.isWrittenByAnyIn(tableId, from, to, other -> isKeptOut(t, other))
        ? Right.TAKEN
        : ofFreeRange(tableId, from, to, t.reader());
  }

  private Right ofFreeRange(int tableId, byte[] from, byte[] to, long transaction) {
    boolean isHere =
        mastership.isReadEverywhere(tableId)
            || catalog.allPartitions(
                tableId,
                from,
                to,
                PARTITIONS_CHECKED_LIMIT,
                partition ->
                    mastership.isMasteredHere(partition)
                        || isLockedAt(mastership.owner(partition), tableId, from, to, transaction))
            || mastership.isAllHere()
            || (transaction != 0 && isLockedEverywhere(tableId, from, to, transaction));
    return isHere ? Right.NOW : Right.ELSEWHERE;
  }

  /**
   * A call that has to gather what it reads cannot gather more partitions than can be listed, such
   * as the whole of a table in a grid; it would try until its time is over.
   *
   * @throws ThetisException READS_TOO_LARGE
   */
  public void requireGatherable(Transaction transaction, int tableId, byte[] from, byte[] to) {
    boolean gathers =
        transaction.readsOnlyNow()
            && !transaction.isOverSites()
            && !transaction.state().runsUnlocked()
            && !transaction.isHeldToPrepared()
            && !scheme.keepsReadsElsewhere();
    if (gathers && !catalog.allPartitions(tableId, from, to, PARTITIONS_CHECKED_LIMIT, p -> true)) {
      throw new ThetisException(
          ErrorCode.READS_TOO_LARGE, TOO_MANY.formatted(PARTITIONS_CHECKED_LIMIT));
    }
  }

  private boolean isLockedAt(int site, int tableId, byte[] from, byte[] to, long transaction) {
    return transaction != 0 && prepared.readers().isHeldBy(tableId, from, to, transaction, site);
  }

  private boolean isLockedEverywhere(int tableId, byte[] from, byte[] to, long transaction) {
    for (int site = 1; site <= Stamp.MAX_SITE; site++) {
      if (site != self && mayMaster(site) && !isLockedAt(site, tableId, from, to, transaction)) {
        return false;
      }
    }
    return true;
  }

  private boolean mayMaster(int site) {
    return !roster.is(site, SiteStanding.GONE)
        && (roster.counts(site) || mastership.wasGranted(site) || isSuccessor(site));
  }

  /**
   * Whether a site that has left handed over to another one, which need not be known as one yet.
   */
  private boolean isSuccessor(int site) {
    for (int gone : roster.in(SiteStanding.GONE)) {
      if (roster.firstMasters().successors(gone).contains(site)) {
        return true;
      }
    }
    return false;
  }

  /** Whether this site masters a part of a range, as far as its parts can be listed. */
  public boolean isAnyHere(KeyRange range) {
    return !catalog.allPartitions(
        range.tableId(),
        range.from(),
        range.to(),
        PARTITIONS_CHECKED_LIMIT,
        partition -> !mastership.isMasteredHere(partition));
  }

  /** Which site masters what is read beside what is here, for a router that may not know it. */
  public List<Owner> ownersOf(KeySet touched) {
    Set<Long> partitions = new TreeSet<>();
    for (RowKey key : touched.read()) {
      long partition = catalog.partitionOf(key);
      if (partitions.size() < MOST_NAMED && !mastership.isMasteredHere(partition)) {
        partitions.add(partition);
      }
    }
    List<Owner> owners = new ArrayList<>(partitions.size());
    partitions.forEach(partition -> owners.add(mastership.describe(partition)));
    return owners;
  }
}
