package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.agrona.collections.LongHashSet;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.snapshot.Cuts;
import org.thetisdb.sql.integrity.DeferredChecks;
import org.thetisdb.sql.integrity.KeptRules;

/**
 * An interactive transaction at its site, from its first statement to its end: what it wrote, the
 * rows that it locked, the partitions that it keeps here, and its snapshot (hazard 13). Each of its
 * statements is a {@link Transaction} of its own, one at a time. Owned by the site's engine.
 */
public final class OpenTransaction implements LockTable.Owner {
  /** The session that it belongs to, which has one at a time. */
  public final long session;

  /** Distinguishes it from others of its session. */
  public final long number;

  /** Its age among all, by which cycles of waits are broken. */
  public final long order;

  /** The router that it came from. */
  public final Connection connection;

  /** When it began. */
  public final long startedUs;

  /** What its statements have written. */
  public final WriteSet writes = new WriteSet();

  /** What it has read in its snapshot; null if that is never asked. */
  public final ReadSet reads;

  /** Under which rules it has written; they must be in force when it commits. */
  public final KeptRules keptRules = new KeptRules();

  /** Under which rights of rows to exist it has run; they must be in force when it commits. */
  public final ExistenceNotes existence = new ExistenceNotes();

  /** Rows that it writes without that their partitions are kept here. */
  public final RowsElsewhere elsewhere = new RowsElsewhere();

  /** The foreign keys that are to be checked before it commits. */
  public final DeferredChecks deferred = new DeferredChecks();

  private final int flags;
  private final Set<RowKey> locks = new LinkedHashSet<>();

  /** Rows that were locked since it was last seen to that their partitions are kept. */
  private final List<RowKey> notKept = new ArrayList<>();

  private final List<Mastership> pins = new ArrayList<>();
  private final LongHashSet pinned = new LongHashSet();
  private final List<Savepoint> savepoints = new ArrayList<>();
  private boolean knowsEarlySavepoints;

  /**
   * The snapshot of all statements, or with READ COMMITTED of the last one that ran at a cut; null
   * before the first.
   */
  private Cuts.Hold snapshot;

  /**
   * The newest position of the own log that its statements read as of now. Their answers need not
   * wait until the log has it: the end of the transaction does.
   */
  private long seenPosition;

  /**
   * Where the own log stood when a statement last asked for locks. Those that had the rows locked
   * before stand before that in the log, and what is read from then on shows what they did.
   */
  private long lockedPosition;

  /**
   * Whether a statement read as of now without a look at the lease, because the log would tell at
   * the COMMIT whether this site still is what it was.
   */
  private boolean trustedTheLog;

  /** The statement that is under way; null between two. */
  private Transaction running;

  /** How many pieces of its results are being read. */
  private int fetching;

  /** The last attempt of its router that was part of it; attempts rise. */
  private long lastAttempt;

  /** When the last statement ended. */
  private long idleSinceUs;

  /** {@code locks} is how many rows were locked when it was set. */
  private record Savepoint(String name, int mark, int locks) {}

  /** One that begins. */
  public OpenTransaction(long session, TransactionRef ref, Connection connection, long nowUs) {
    this.session = session;
    this.number = ref.number();
    this.order = ref.order();
    this.flags = ref.flags();
    this.reads = readSet();
    this.connection = connection;
    this.startedUs = nowUs;
    this.idleSinceUs = nowUs;
  }

  /** Whether an attempt is a new one, and not a message that came twice; once for each. */
  public boolean takes(long attemptId) {
    boolean isNew = attemptId > lastAttempt;
    lastAttempt = Math.max(lastAttempt, attemptId);
    return isNew;
  }

  /** A statement of it is under way. */
  public void run(Transaction statement) {
    running = statement;
  }

  /** The statement that is under way; null between two. */
  public Transaction running() {
    return running;
  }

  /** Nothing is under way any more: the statement has ended, or is dropped. */
  public void runNothing() {
    running = null;
  }

  /** A statement has ended, and it waits for the next one. */
  public void endStatement(long nowUs) {
    running = null;
    idleSinceUs = nowUs;
  }

  /** A piece of a result of it is being read. */
  public void beginFetch() {
    fetching++;
  }

  /** That piece was read. */
  public void endFetch(long nowUs) {
    fetching--;
    idleSinceUs = nowUs;
  }

  /** Whether nothing is under way for it. */
  public boolean isIdle() {
    return running == null && fetching == 0;
  }

  /** Since when it is idle, if it is. */
  public long idleSinceUs() {
    return idleSinceUs;
  }

  /**
   * The snapshot of all statements, or with READ COMMITTED of the last one that ran at a cut; null
   * before the first.
   */
  public Cuts.Hold snapshot() {
    return snapshot;
  }

  /** It reads from the newest usable cut from now on. */
  public void takeSnapshot(Cuts cuts) {
    leaveSnapshot(cuts);
    snapshot = cuts.hold();
  }

  /** It needs no snapshot any more. */
  public void leaveSnapshot(Cuts cuts) {
    if (snapshot != null) {
      cuts.release(snapshot);
      snapshot = null;
    }
  }

  /** A statement has read this position of the own log, as of now. */
  public void noteSeen(long position) {
    seenPosition = Math.max(seenPosition, position);
  }

  /** The newest position of the own log that its statements read as of now. */
  public long seenPosition() {
    return seenPosition;
  }

  /** A statement has asked for locks when the own log stood there. */
  public void noteLocked(long position) {
    lockedPosition = position;
  }

  /** Where the own log stood when a statement last asked for locks. */
  public long lockedPosition() {
    return lockedPosition;
  }

  /** A statement has read as of now without a look at the lease. */
  public void trustTheLog() {
    trustedTheLog = true;
  }

  /** Whether a statement did so. */
  public boolean hasTrustedTheLog() {
    return trustedTheLog;
  }

  private ReadSet readSet() {
    if (isSerializable()) {
      return new ReadSet(ReadSet.Bounds.TO_CHECK);
    }
    return isReadOnly() || isReadCommitted() ? null : new ReadSet(ReadSet.Bounds.TO_MOVE);
  }

  /** Whether what it has read must be as it was when it commits. */
  public boolean isSerializable() {
    return (flags & TransactionRef.SERIALIZABLE) != 0;
  }

  /** Whether it may change nothing. */
  public boolean isReadOnly() {
    return (flags & TransactionRef.READ_ONLY) != 0;
  }

  /** Whether each statement has a snapshot of its own. */
  public boolean isReadCommitted() {
    return (flags & TransactionRef.READ_COMMITTED) != 0;
  }

  @Override
  public void onLockGranted(RowKey key) {
    locked(key);
    if (running != null) {
      running.onLockGranted(key);
    }
  }

  @Override
  public boolean hasReadNothing() {
    return false; // what its statements wrote is there, unseen
  }

  @Override
  public long order() {
    return order;
  }

  /** Takes note of a row that is locked for this transaction. */
  public void locked(RowKey key) {
    if (locks.add(key)) {
      notKept.add(key);
    }
  }

  /** The rows that it has locked, in the order in which it has; the live set. */
  public Set<RowKey> locks() {
    return locks;
  }

  /** Locked rows whose partitions may not be kept here yet; what sees to that takes them out. */
  public List<RowKey> notKept() {
    return notKept;
  }

  /** Whether it keeps a partition at this site. */
  public boolean keeps(long partition) {
    return pinned.contains(partition);
  }

  /** Takes note of partitions that are kept here for it; returns those that were not yet. */
  public List<Mastership> keep(List<Mastership> partitions) {
    List<Mastership> added = new ArrayList<>(partitions.size());
    for (Mastership partition : partitions) {
      if (pinned.add(partition.partition())) {
        added.add(partition);
      }
    }
    pins.addAll(added);
    return added;
  }

  /** The partitions that it keeps here; the live list. */
  public List<Mastership> pins() {
    return pins;
  }

  /** Marks what was written up to now; a name may be used again. */
  public void setSavepoint(String name) {
    savepoints.add(new Savepoint(name, writes.mark(), locks.size()));
  }

  /**
   * Takes note of savepoints that were set before the transaction came to this site; once, however
   * often they are reported.
   */
  public void setEarlySavepoints(List<String> names) {
    if (!knowsEarlySavepoints) {
      knowsEarlySavepoints = true;
      savepoints.addAll(0, names.stream().map(name -> new Savepoint(name, 0, 0)).toList());
    }
  }

  /** Forgets a savepoint and those after it; false if there is none of this name. */
  public boolean releaseSavepoint(String name) {
    int place = place(name);
    if (place >= 0) {
      savepoints.subList(place, savepoints.size()).clear();
    }
    return place >= 0;
  }

  /**
   * Rolls back what was written since a savepoint, which stays.
   *
   * @return the rows that were locked since, in their order, which it does not count any more and
   *     has to unlock; null if there is no savepoint of this name
   */
  public List<RowKey> rollbackTo(String name) {
    int place = place(name);
    if (place < 0) {
      return null;
    }
    Savepoint savepoint = savepoints.get(place);
    writes.rollbackTo(savepoint.mark);
    savepoints.subList(place + 1, savepoints.size()).clear();
    List<RowKey> since = locks.stream().skip(savepoint.locks).toList();
    Set<RowKey> all = new HashSet<>(since);
    locks.removeAll(all);
    notKept.removeAll(all);
    elsewhere.removeAll(all);
    return since;
  }

  /** The place of the last savepoint with this name; -1 if there is none. */
  private int place(String name) {
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      if (savepoints.get(i).name.equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
