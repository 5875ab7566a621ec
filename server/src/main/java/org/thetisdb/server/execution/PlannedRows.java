package org.thetisdb.server.execution;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.mastership.Masterships;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.txn.ReadRights;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * What is known of the rows that a call's plan names, before they are touched: which site masters
 * them, whether others are about to write them, whether a snapshot shows them as they are. Owned by
 * the site's engine.
 */
public final class PlannedRows {
  private final SiteData data;
  private final SiteLife life;
  private final LockTable locks;
  private final ReadRights rights;
  private final AccessPlanBuilder builder = new AccessPlanBuilder();
  private final RowVersion version = new RowVersion();

  /** Looks at rows of a site. */
  public PlannedRows(SiteData data, SiteLife life, CallRules scheme, LockTable locks) {
    this.data = data;
    this.life = life;
    this.locks = locks;
    this.rights = new ReadRights(data.catalog(), data.mastership(), scheme);
  }

  /**
   * Whether all that the plan names is mastered here at this moment, so that the call may read the
   * newest versions.
   */
  public boolean mayReadNow(Transaction t) {
    if (t.call.reconnaissance() || (t.isReadOnly() && !life.leaseHolds())) {
      return false;
    }
    for (int i = 0; i < t.plan().readCount(); i++) {
      if (rights.of(t.plan().read(i), t.reader()) != ReadRights.Right.NOW) {
        return false;
      }
    }
    return !t.isOverSites() || writesNow(t);
  }

  /** Whether another transaction is about to write what the plan reads. */
  public boolean isReadTaken(Transaction t) {
    for (int i = 0; i < t.plan().readCount(); i++) {
      if (rights.of(t.plan().read(i), t.distributedId()) == ReadRights.Right.TAKEN) {
        return true;
      }
    }
    return false;
  }

  /** What the router may not know of the masters of what is read. */
  public List<Owner> ownersOf(KeySet touched) {
    return rights.ownersOf(touched);
  }

  /** Whether all that the plan writes is mastered here, and not prepared by others. */
  private boolean writesNow(Transaction t) {
    for (int i = 0; i < t.lockCount(); i++) {
      RowKey key = t.plan().write(i);
      if (!data.mastership().isMasteredHere(data.catalog().partitionOf(key))
          || data.catalog().prepared().contains(key)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Leaves of the plan of a call that only prepares what is written at this site, and what is read
   * if that is prepared, too.
   */
  public void keepOwnWrites(Transaction t) {
    List<RowKey> own = new ArrayList<>();
    for (RowKey key : t.plan().writes()) {
      Committer.requireTable(data.catalog(), key);
      long partition = data.catalog().partitionOf(key);
      boolean isOwn =
          Masterships.contain(t.call.written(), partition)
              || data.mastership().isMasteredHere(partition);
      if (isOwn && !hasVoted(t, key)) {
        own.add(key);
      }
    }
    KeySet kept = t.preparesReads() ? withOwnReads(t, own) : writesOnly(own);
    t.setPlan(builder.begin(data.catalog().tables()).add(kept).build());
    if (t.keepsReads()) {
      t.plan().reads().forEach(t::share);
    }
  }

  /**
   * Whether a call that is decided here has run here before on a row, and has prepared it: others
   * that have prepared it since stand on this call, and wait for it.
   */
  private boolean hasVoted(Transaction t, RowKey key) {
    PreparedRows prepared = data.catalog().prepared();
    return t.runsFragment()
        && t.isDecidedHere()
        && (prepared.isPreparedBy(key, t.distributedId())
            || prepared.readers().isHeldBy(key, t.distributedId()));
  }

  private static KeySet writesOnly(List<RowKey> written) {
    return new KeySet(written, List.of(), List.of());
  }

  private KeySet withOwnReads(Transaction t, List<RowKey> written) {
    KeySet all = t.plan().toKeySet();
    List<RowKey> read = new ArrayList<>();
    for (RowKey key : all.read()) {
      Committer.requireTable(data.catalog(), key);
      if (data.mastership().isMasteredHere(data.catalog().partitionOf(key))
          && !data.mastership().isReadEverywhere(key.tableId())
          && !hasVoted(t, key)) {
        read.add(key);
      }
    }
    List<KeySet.KeyRange> ranges = new ArrayList<>(all.ranges());
    for (KeySet.KeyRange range : ranges) {
      Committer.requireTable(data.catalog(), new RowKey(range.tableId(), range.from()));
    }
    ranges.removeIf(range -> !rights.isAnyHere(range));
    return new KeySet(written, read, ranges);
  }

  /**
   * Whether each row that the plan of a call reads which only prepares is still mastered here: one
   * may have moved away while the call waited.
   */
  public boolean mastersReads(Transaction t) {
    for (int i = 0; i < t.plan().readCount(); i++) {
      if (!data.mastership().isMasteredHere(data.catalog().partitionOf(t.plan().read(i)))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether something that the plan reads is held here since a short while, and a cut is older than
   * that: a later one will show it. A call that streams a result cannot be sent elsewhere.
   */
  public boolean haveJustCome(Transaction t, Snapshot cut) {
    RowStore store = data.store();
    for (int i = 0; i < t.plan().readCount(); i++) {
      RowKey key = t.plan().read(i);
      if (!store.holds(key, cut) && store.holds(key, Snapshot.EVERYTHING)) {
        return true;
      }
    }
    for (KeySet.KeyRange range : t.plan().readRanges()) {
      byte[] to = range.to().length == 0 ? null : range.to();
      if (!store.holdsRange(range.tableId(), range.from(), to, cut)
          && store.holdsRange(range.tableId(), range.from(), to, Snapshot.EVERYTHING)) {
        return true;
      }
    }
    return false;
  }

  /** A row of a range that the plan reads and that another one has locked to write it, or null. */
  public RowKey lockedInRange(Transaction t) {
    for (KeySet.KeyRange range : t.plan().readRanges()) {
      RowKey locked = locks.firstHeldIn(range, t, RowLockMode.SHARE);
      if (locked != null) {
        return locked;
      }
    }
    return null;
  }

  /** Whether nobody is about to write what the plan reads, so that it can be locked for that. */
  public boolean mayShare(Transaction t) {
    PreparedRows prepared = data.catalog().prepared();
    for (int i = 0; i < t.plan().readCount(); i++) {
      RowKey key = t.plan().read(i);
      if (!data.mastership().isMasteredHere(data.catalog().partitionOf(key))
          || locks.isHeldByOther(key, t)
          || prepared.isWrittenByOther(key, t.distributedId())) {
        return false;
      }
    }
    for (KeySet.KeyRange range : t.plan().readRanges()) {
      if (locks.isAnyHeldIn(range, t)
          || prepared.isAnyByOtherIn(
              range.tableId(), range.from(), range.to(), t.distributedId())) {
        return false;
      }
    }
    return true;
  }

  /** Whether a row that the plan writes is prepared by another transaction, and not decided. */
  public boolean awaitsDecision(Transaction t) {
    return undecided(t) != null;
  }

  /**
   * The first row that the plan writes and that is prepared by another transaction, and not
   * decided, or that it reads, if that is kept for it; null if there is none. What a fragment reads
   * in ranges it finds out when it runs.
   */
  public RowKey undecided(Transaction t) {
    PreparedRows prepared = data.catalog().prepared();
    if (prepared.isEmpty()) {
      return null;
    }
    for (int i = 0; i < t.lockCount(); i++) {
      RowKey key = t.plan().write(i);
      if (prepared.isTaken(key, t::isKeptOutBy)
          && (t.isOverSites()
              || data.mastership().isMasteredHere(data.catalog().partitionOf(key)))) {
        return key;
      }
    }
    List<KeySet.KeyRange> ranges = t.runsFragment() ? List.of() : t.plan().readRanges();
    return t.preparesCommit() || t.isReadingPrepared()
        ? prepared.firstWrittenBy(t.plan().reads(), ranges, t::isKeptOutBy)
        : null;
  }

  /** Whether a cut shows the newest version of every row that the plan writes (hazard 7). */
  public boolean showsNewest(Transaction t, VectorSnapshot cut) {
    for (int i = 0; i < t.lockCount(); i++) {
      if (data.store().readNewest(t.plan().write(i), version)
          && !cut.isVisible(version.stamp(), version.position())) {
        return false;
      }
    }
    return true;
  }
}
