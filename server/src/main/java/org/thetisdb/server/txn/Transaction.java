package org.thetisdb.server.txn;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.Executable;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.sql.call.StatementCall;
import org.thetisdb.sql.call.StatementRun;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.integrity.IntegrityContext;
import org.thetisdb.sql.statement.Compiled;

/**
 * One call at a site, from its arrival to its answer.
 *
 * <p>Where it stands on its way. Which of these a call passes, and in which order, is said by each
 * family of schemes (package {@code server.scheme}).
 *
 * <table>
 * <caption>Stages, their calls, and what ends each; every stage may also end with an answer</caption>
 * <tr><td>PREPARE</td><td>all</td><td>the jar version is here, arguments are decoded, keys are planned</td></tr>
 * <tr><td>ORDER</td><td>whole calls, where calls have places in a fixed order</td><td>it is its turn to commit</td></tr>
 * <tr><td>MASTER</td><td>all</td><td>this site masters what is written, in the terms asked for; the partitions are pinned. In an epoch view this is the last stage: the call has run on what is decided there</td></tr>
 * <tr><td>BATCH</td><td>whole calls, where calls run in batches, in place of the next three</td><td>its batch has run</td></tr>
 * <tr><td>LOCK</td><td>all</td><td>a cut was awaited, and decisions of others, if that is better done without locks; then all planned rows are locked. A site that only prepares them ends here</td></tr>
 * <tr><td>FRESH</td><td>all</td><td>a repetition has waited for what may hold its outcome, and had none</td></tr>
 * <tr><td>SNAPSHOT</td><td>all</td><td>a snapshot is there that shows the newest version of each written row, and the call has run</td></tr>
 * <tr><td>QUERY</td><td>long queries</td><td>its first rows were read on another event loop</td></tr>
 * <tr><td>GATHER</td><td>COMMITs, in place of all others</td><td>partitions that were moved here for it have come, and what its participants reported is applied</td></tr>
 * <tr><td>KEPT</td><td>those whose reads are validated at several sites</td><td>it has run, its participants have prepared, and it is decided</td></tr>
 * <tr><td>DONE</td><td>all</td><td>committed, rolled back or refused; holds nothing</td></tr>
 * </table>
 *
 * <p>A statement of an interactive transaction locks and pins for that transaction, reads its
 * snapshot, and writes into its write set; it does not commit.
 *
 * <p>Owned by the site's engine. The parts that lead it through its stages all run on the engine's
 * event loop, and each of them changes only what its own stage decides.
 */
public final class Transaction implements LockTable.Owner {
  /** A statement with more arguments than this may take its time. */
  private static final int SHORT_ARGUMENTS_BYTES = 4 << 10;

  /** Where calls stand that may go on. */
  @FunctionalInterface
  public interface Ready {
    /** Puts a call in; one that is there, or at its end, is left as it is. */
    void add(Transaction t);
  }

  /** See the table above. */
  public enum Stage {
    PREPARE,
    ORDER,
    MASTER,
    BATCH,
    LOCK,
    FRESH,
    SNAPSHOT,
    QUERY,
    GATHER,
    KEPT,
    DONE
  }

  /** What was asked for. */
  public final Execute call;

  /** From where, and to where the answer goes. */
  public final Connection connection;

  /** When it has waited for too long. */
  public final long deadlineUs;

  /** What it has written; of an interactive transaction, what that has. */
  public final WriteSet writes;

  /** The interactive transaction that this is a statement of; null if it is one by itself. */
  public final OpenTransaction open;

  /** Its part in a transaction over several sites; null if it is none. */
  public final Part part;

  private final Ready ready;

  /** What the scheme that leads it keeps of it. */
  private CallState state = CallState.NONE;

  /** What its reads are held to. */
  private ReadRules rules = ReadRules.NONE;

  private Stage stage = Stage.PREPARE;

  /** What it runs; null before it is found. */
  private Executable procedure;

  /** The statement, if the call is one of SQL, and the catalog that it was compiled for. */
  private Compiled statement;

  /** The catalog that {@link #statement} was compiled for; null if there is none. */
  private SqlCatalog statementCatalog;

  /** The catalog for which {@link #procedure} was compiled; null if it is no statement. */
  private SqlCatalog compiledFor;

  /** Its arguments; null before they are decoded. */
  private Object[] arguments;

  /** The rows that it is known to touch. */
  private AccessPlan plan = AccessPlan.EMPTY;

  /** Whether it stands among those that may go on. */
  private boolean queued;

  /** Whether it is among those that wait. */
  private boolean waiting;

  /** Whether it reads at a cut, though it might read as of now. */
  private boolean forceCut;

  /**
   * Whether a router that does not lead asks for it (decision 0059): it reads at a cut, and its
   * client hears of that cut alone.
   */
  private boolean isForReader;

  /** Whether it is to be read or run on another event loop, since it is long. */
  private boolean isLong;

  /** Whether the scheme that leads it lets it run beside the engine's event loop if it is long. */
  private boolean mayLeave;

  /** Where the own log stood when it turned out to be long; less than nothing before. */
  private long longSince = -1;

  /** Whether it has turned out to be more than a caller-runs thread should do. */
  private boolean needsOwnThread;

  /** Whether the partitions that it writes are kept here for it. */
  private boolean pinned;

  /** Where the writes of an interactive transaction stood when this run of its statement began. */
  private int mark;

  /** What its transaction had read when this run began; null if nobody asks. */
  private ReadSet.Mark readMark;

  /** Rows that it locks behind those so that they stay as they are; what a COMMIT has read. */
  private List<RowKey> shared = List.of();

  /** How many of the rows to be locked it has, from the first one on. */
  private int locked;

  /** Cuts that it has waited for before it locked anything. */
  private int cutsAwaited;

  /** The row whose queue it stands in; null if it waits for none. */
  private RowKey awaitedRow;

  /**
   * The row that others have prepared and whose decision it waits for; null if it waits for none.
   */
  private RowKey undecidedRow;

  /** Decisions that it has waited for before it locked anything. */
  private int decisionsAwaited;

  /**
   * Planned rows that a run has found to need a stronger lock than others; most calls have none.
   */
  private Set<RowKey> strongest = Set.of();

  /** Rows that a call which skips locked ones writes beside those, and that it waits for. */
  private Set<RowKey> waitedFor = Set.of();

  private RowKey metLocked;

  /** How many runs it has lost to others. */
  private int attempts;

  /** What it reads; null to read as of now. */
  private VectorSnapshot snapshot;

  /** Its run; null before it, and when it is rolled back. */
  private ExecutionContext context;

  /** The context with the rules of SQL's tables; null if there are none. */
  private IntegrityContext integrity;

  /** What to lock for the next run, when this one was lost. */
  private AccessPlan nextPlan;

  /** Takes its times; null if nobody asks for them. */
  private StageClock times;

  /**
   * A call that has come.
   *
   * @param deadlineUs when it has waited for too long
   * @param ready where it stands when it may go on
   * @param open the interactive transaction that it is a statement of; null if it is one by itself
   * @param part its part in a transaction over several sites; null if it is none
   */
  public Transaction(
      Execute call,
      Connection connection,
      long deadlineUs,
      Ready ready,
      OpenTransaction open,
      Part part) {
    this.call = call;
    this.part = part;
    this.connection = connection;
    this.deadlineUs = deadlineUs;
    this.ready = ready;
    this.open = open;
    this.writes = open == null ? new WriteSet() : open.writes;
    this.forceCut = part != null || (open != null && !open.isReadCommitted());
  }

  /** How far it is. */
  public Stage stage() {
    return stage;
  }

  /**
   * It stands somewhere else: the list that leads it says so, or a part that takes it out of its
   * way and puts it back.
   */
  public void moveTo(Stage next) {
    stage = next;
    if (times != null) {
      times.at(next);
    }
  }

  /** Its times are taken from now on. */
  public void take(StageClock clock) {
    times = clock;
  }

  /** What takes its times; null if nobody asks for them. */
  public StageClock times() {
    return times;
  }

  /** What it runs; null before it is found. */
  public Executable procedure() {
    return procedure;
  }

  /** It runs this, which is no statement or is the one that it has. */
  public void setProcedure(Executable found) {
    procedure = found;
  }

  /** It runs a statement that was compiled for a catalog. */
  public void setProcedure(StatementRun compiled, SqlCatalog catalog) {
    procedure = compiled;
    compiledFor = catalog;
  }

  /** The catalog for which its statement was compiled; null if it is none. */
  public SqlCatalog compiledFor() {
    return compiledFor;
  }

  /** Its statement was compiled, or could not be: then it is null. */
  public void compiled(Compiled found, SqlCatalog catalog) {
    statement = found;
    statementCatalog = catalog;
  }

  /** Its statement, if it was compiled for this catalog; else null. */
  @SuppressWarnings("ReferenceEquality")
  public Compiled statementFor(SqlCatalog catalog) {
    return statementCatalog == catalog ? statement : null;
  }

  /** Its arguments; null before they are decoded. */
  public Object[] arguments() {
    return arguments;
  }

  /** Its arguments are decoded. */
  public void setArguments(Object[] decoded) {
    arguments = decoded;
  }

  /** The rows that it is known to touch. */
  public AccessPlan plan() {
    return plan;
  }

  /** It is known to touch these rows. */
  public void setPlan(AccessPlan known) {
    plan = known;
  }

  /** What to lock for the next run, when this one was lost. */
  public void setNextPlan(AccessPlan known) {
    nextPlan = known;
  }

  /** The next run begins, with what the lost one has found. */
  public void takeNextPlan() {
    plan = nextPlan;
  }

  /** Whether it stands among those that may go on. */
  public boolean isQueued() {
    return queued;
  }

  /** It comes to those that may go on, or leaves them. */
  public void setQueued(boolean among) {
    queued = among;
  }

  /** Whether it is among those that have waited. */
  public boolean isTracked() {
    return waiting;
  }

  /** It is among those that have waited, until it ends. */
  public void track() {
    waiting = true;
  }

  /** Whether it reads at a cut, though it might read as of now. */
  public boolean isCutForced() {
    return forceCut;
  }

  /** From now on it reads at a cut. */
  public void forceCut() {
    forceCut = true;
  }

  /**
   * Whether a router that does not lead asks for it (decision 0059): it reads at a cut, and its
   * client hears of that cut alone.
   */
  public boolean isForReader() {
    return isForReader;
  }

  /** A router that does not lead asks for it. */
  public void readForReader() {
    isForReader = true;
    forceCut = true;
  }

  /** Whether it is to be read or run on another event loop, at a cut, since it is long. */
  public boolean isLong() {
    return isLong;
  }

  /** It is long: it is read or run on another event loop, at a cut. */
  public void readElsewhere() {
    isLong = true;
    forceCut = true;
  }

  /**
   * The scheme that leads it lets it run beside the engine's event loop, if it is long, or does
   * not.
   */
  public void letLeave(boolean allowed) {
    mayLeave = allowed;
  }

  /**
   * Whether it is a statement by itself that may be run beside the engine's event loop if it is
   * long, and compared afterwards with what others did: it waits for rows that others have locked,
   * and need not know that what it has read stays as it is.
   */
  public boolean mayLeaveLine() {
    return mayLeave
        && open == null
        && part == null
        && state == CallState.NONE
        && procedure instanceof StatementRun statement
        && statement.isChange()
        && procedure.rowWait() == RowWait.WAIT
        && !rules.serializable()
        && !rules.locks()
        && !rules.prepares();
  }

  /**
   * Where the own log stood when it turned out to be long, so that all that was committed here by
   * then is seen by its run.
   *
   * @param position of the own log now
   */
  public long longSince(long position) {
    if (longSince < 0) {
      longSince = position;
    }
    return longSince;
  }

  /** It has turned out to be more than a caller-runs thread should do. */
  public void leaveToOwnThread() {
    needsOwnThread = true;
  }

  /** Whether the partitions that it writes are kept here for it. */
  public boolean isPinned() {
    return pinned;
  }

  /** The partitions that it writes are kept here for it, or no longer. */
  public void setPinned(boolean kept) {
    pinned = kept;
  }

  /** A run of a statement begins, behind what its transaction has written and read. */
  public void markRun() {
    if (times != null) {
      times.runs();
    }
    if (open != null) {
      mark = writes.mark();
      readMark = open.reads == null ? null : open.reads.mark();
    }
  }

  /** What a run has read that was rolled back, or that only looked for keys, no client has seen. */
  public void forgetReads() {
    if (readMark != null) {
      open.reads.rollBackTo(readMark);
    }
  }

  /** How many of the rows to be locked it has, from the first one on. */
  public int locked() {
    return locked;
  }

  /** It has one more of the rows to be locked. */
  public void addLocked() {
    locked++;
  }

  /** It has none of the rows to be locked. */
  public void clearLocked() {
    locked = 0;
  }

  /** Cuts that it has waited for before it locked anything. */
  public int cutsAwaited() {
    return cutsAwaited;
  }

  /** It waits for one more. */
  public void addCutAwaited() {
    cutsAwaited++;
  }

  /** The row whose queue it stands in; null if it waits for none. */
  public RowKey awaitedRow() {
    return awaitedRow;
  }

  /** It stands in the queue of a row, or in none: null. */
  public void awaitRow(RowKey row) {
    awaitedRow = row;
  }

  /**
   * The row that others have prepared and whose decision it waits for; null if it waits for none.
   */
  public RowKey undecidedRow() {
    return undecidedRow;
  }

  /** It waits for a decision about a row, or for none: null. */
  public void awaitDecision(RowKey row) {
    undecidedRow = row;
  }

  /** Decisions that it has waited for before it locked anything. */
  public int decisionsAwaited() {
    return decisionsAwaited;
  }

  /** It waits for one more. */
  public void addDecisionAwaited() {
    decisionsAwaited++;
  }

  /** How many runs it has lost to others. */
  public int attempts() {
    return attempts;
  }

  /** It has lost one more. */
  public void addAttempt() {
    attempts++;
  }

  /** What it reads; null to read as of now. */
  public VectorSnapshot snapshot() {
    return snapshot;
  }

  /** It reads what a snapshot shows; null to read as of now. */
  public void readAt(VectorSnapshot seen) {
    snapshot = seen;
  }

  /** It reads as of now. */
  public void readNow() {
    snapshot = null;
  }

  /** Its run; null before it, and when it is rolled back. */
  public ExecutionContext context() {
    return context;
  }

  /** It runs in this context. */
  public void setContext(ExecutionContext run) {
    context = run;
  }

  /** The context with the rules of SQL's tables; null if there are none. */
  public IntegrityContext integrity() {
    return integrity;
  }

  /** What it writes keeps the rules of SQL's tables. */
  public void setIntegrity(IntegrityContext rules) {
    integrity = rules;
  }

  /** The run of a statement has ended, and what it wrote stays. */
  public void endRun() {
    context = null;
    integrity = null;
  }

  /** Whether a caller-runs thread may run it: it is code of the engine's own, and little of it. */
  public boolean isShort() {
    return !needsOwnThread
        && call.arguments().length <= SHORT_ARGUMENTS_BYTES
        && (stage == Stage.GATHER || call.procedure().equals(StatementCall.PROCEDURE));
  }

  /** Whether it only prepares rows here, and runs elsewhere. */
  public boolean onlyPrepares() {
    return part != null && part.prepares();
  }

  /** Whether it runs here what belongs to rows of this site, and then prepares what that met. */
  public boolean runsFragment() {
    return part != null && part.runsFragment();
  }

  /** Whether it only prepares for the COMMIT of an interactive transaction. */
  public boolean preparesCommit() {
    return onlyPrepares() && call.transaction() != null;
  }

  /** Whether what it has read is prepared here with what it writes. */
  public boolean preparesReads() {
    return isUnderReadLocks() || keepsReads();
  }

  /**
   * Whether it only prepares here, and waits until it may keep from being changed what was read:
   * for a COMMIT, or for a call that asks to be serializable.
   */
  public boolean keepsReads() {
    return preparesCommit() || (onlyPrepares() && isReadingPrepared());
  }

  /** Whether it may write, and what it reads at other masters is prepared there. */
  public boolean isReadingPrepared() {
    return isHeldToPrepared() && !isReadOnly();
  }

  /**
   * Whether masters prepare what it reads with what it writes, since its client has asked to be
   * serializable; it waits for others, unlike one that is under read locks (decision 0083).
   */
  boolean isHeldToPrepared() {
    return rules.prepares();
  }

  /**
   * The transaction over several sites for which other masters keep what it reads; 0 if they keep
   * nothing for it.
   */
  public long reader() {
    return isUnderReadLocks() || isReadingPrepared() ? distributedId() : 0;
  }

  /** Whether it runs here before others prepare, and is kept aside then. */
  public boolean runsAside() {
    return state.runsUnlocked() || (part != null && part.step() == Step.RUN);
  }

  /** What the scheme that leads it keeps of it. */
  public CallState state() {
    return state;
  }

  /** A scheme leads it from now on, and keeps this of it. */
  public void setState(CallState kept) {
    state = kept;
  }

  /** What its reads are held to. */
  public ReadRules readRules() {
    return rules;
  }

  /** Its reads are held to these. */
  public void setReadRules(ReadRules held) {
    rules = held;
  }

  /** Whether its client has asked for it to be serializable. */
  public boolean asksSerializable() {
    return rules.asked();
  }

  /** Whether it runs before its turn, on what others have not committed yet. */
  public boolean runsAhead() {
    return state.earlyRun() != null;
  }

  /** Whether it decides about what was kept aside here. */
  public boolean finishesRun() {
    return part != null && part.step() == Step.FINISH;
  }

  /** Whether it is a transaction over several sites that this one decides. */
  public boolean isDecidedHere() {
    return part != null && !part.prepares();
  }

  /** The transaction over several sites that it belongs to; 0 if it is none. */
  public long distributedId() {
    return part == null ? 0 : part.transaction();
  }

  /** Whether another transaction over several sites keeps it from what that has prepared. */
  public boolean isKeptOutBy(long transaction) {
    return transaction != distributedId() && !state.mayStandOn(transaction);
  }

  /** Whether what it writes may be mastered elsewhere, and is prepared there at the COMMIT. */
  public boolean isOverSites() {
    return open != null && (call.transaction().flags() & TransactionRef.OVER_SITES) != 0;
  }

  /** Whether it waits for a row that others have locked or prepared. */
  public boolean awaitsRow() {
    return state.awaitsTurn()
        || ((stage == Stage.LOCK || stage == Stage.GATHER)
            && (awaitedRow != null || undecidedRow != null));
  }

  /** Whether it changes nothing. */
  public boolean isReadOnly() {
    return procedure.readOnly() || call.reconnaissance();
  }

  /**
   * Whether it may share a batch with others: a transaction by itself that may write, and would
   * wait for rows. A repetition is looked up first, and so may not.
   */
  public boolean mayShareBatch() {
    return state == CallState.NONE
        && open == null
        && part == null
        && !isReadOnly()
        && !call.repetition()
        && !call.fresh()
        && procedure != LostCommit.INSTANCE
        && procedure.rowWait() == RowWait.WAIT
        && !procedure.lockMode().isShared();
  }

  /** Whether it is a query that may be read on another event loop, and sent in pieces. */
  public boolean isStreamable() {
    return !call.reconnaissance()
        && procedure instanceof StatementRun statementRun
        && statementRun.isStreamable();
  }

  /** Whether it may not run at a cut: what it reads has to be mastered where it commits. */
  public boolean readsOnlyNow() {
    return rules.serializable() && !isReadOnly();
  }

  /** Whether it locks what it reads, too, and begins anew if a lock is refused (NO_WAIT). */
  public boolean isUnderReadLocks() {
    return rules.locks() && !isReadOnly();
  }

  /** What holds the locks of this call. */
  public LockTable.Owner lockOwner() {
    return open == null ? this : open;
  }

  /** Number of planned rows to be locked. */
  public int lockCount() {
    return call.reconnaissance() ? 0 : plan.writeCount();
  }

  /** Number of all rows to be locked: those that are planned, and those that are shared. */
  public int rowsToLock() {
    return lockCount() + shared.size();
  }

  /** A row to be locked, in the order in which they are. */
  public RowKey rowToLock(int index) {
    return index < lockCount() ? plan.write(index) : shared.get(index - lockCount());
  }

  /** In which mode that row is locked. */
  public RowLockMode modeToLock(int index) {
    return index < lockCount() ? lockMode(plan.write(index)) : RowLockMode.SHARE;
  }

  /** One more row is to be locked so that it stays as it is. */
  public void share(RowKey key) {
    if (shared.isEmpty()) {
      shared = new ArrayList<>(4);
    }
    shared.add(key);
  }

  /**
   * Whether it writes all that it locks, as it is. Where masters are fixed, a row of another one is
   * not kept here: what keeps others from it in the end is that its master prepares it, and that is
   * done for what is written (decision 0058). Under snapshots, in epochs and batches, only what is
   * written is compared with others' changes (decision 0068).
   */
  boolean writesWhatItLocks() {
    return part != null || isOverSites() || state.isUnderSnapshots();
  }

  /** In which mode a planned row is locked before it runs. */
  public RowLockMode lockMode(RowKey key) {
    boolean most = writesWhatItLocks() || (!strongest.isEmpty() && strongest.contains(key));
    return most ? RowLockMode.UPDATE : procedure.lockMode();
  }

  /**
   * Whether a planned row is locked before the run. A call that skips locked rows locks those that
   * it finds free while it runs; what it writes beside them it waits for, as others do, once it has
   * met it. Where rows are only prepared nothing runs: the coordinator's run has chosen them.
   */
  public boolean locksBeforeRun(RowKey key) {
    return onlyPrepares() || procedure.rowWait() != RowWait.SKIP || waitedFor.contains(key);
  }

  /** A run has met a row that others have locked, and is rolled back. */
  void metLocked(RowKey key) {
    metLocked = key;
  }

  /** The run is rolled back, and holds no locks of its own; the next one may begin to lock. */
  public void beginRound() {
    if (metLocked != null) {
      if (waitedFor.isEmpty()) {
        waitedFor = new HashSet<>();
      }
      waitedFor.add(metLocked);
      metLocked = null;
    }
  }

  /** A run has found that a row has to be locked in the strongest mode. */
  void lockInFull(RowKey key) {
    if (strongest.isEmpty()) {
      strongest = new HashSet<>();
    }
    strongest.add(key);
  }

  /** It ends, or begins anew: what its scheme holds for it goes. */
  public void leaveScheme() {
    state.leave();
  }

  /** Forgets a run and what it wrote, unless that belongs to an interactive transaction. */
  public void forgetRun() {
    context = null;
    integrity = null;
    if (open == null) {
      writes.clear();
    } else {
      writes.rollbackTo(mark);
    }
  }

  /** It may go on, and looks again at what it needs. */
  public void wake() {
    ready.add(this);
  }

  @Override
  public void onLockGranted(RowKey key) {
    awaitedRow = null;
    locked++;
    wake();
  }

  /** It chooses its snapshot when it has all its locks, and reads after that. */
  @Override
  public boolean hasReadNothing() {
    return stage == Stage.LOCK || stage == Stage.FRESH;
  }

  /** Only calls that are one transaction by themselves lock in their own name. */
  @Override
  public long order() {
    return 0;
  }
}
