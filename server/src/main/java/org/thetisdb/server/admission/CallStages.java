package org.thetisdb.server.admission;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.time.CarrierLostError;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.server.deterministic.AheadRuns;
import org.thetisdb.server.deterministic.Batches;
import org.thetisdb.server.deterministic.OrderedCalls;
import org.thetisdb.server.distributed.AwaitedParts;
import org.thetisdb.server.distributed.KeptRuns;
import org.thetisdb.server.distributed.Validation;
import org.thetisdb.server.epoch.EpochRuns;
import org.thetisdb.server.execution.Answers;
import org.thetisdb.server.execution.Committer;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.execution.SeenCatalogs;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.MastershipGate;
import org.thetisdb.server.gate.ReadyQueue;
import org.thetisdb.server.gate.SnapshotGate;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.interactive.Deadlocks;
import org.thetisdb.server.interactive.OpenTransactions;
import org.thetisdb.server.interactive.TransactionControl;
import org.thetisdb.server.query.QueryStreams;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.LostCommit;
import org.thetisdb.server.txn.Transaction;

/**
 * Takes a call from stage to stage (see {@link Transaction}), as far as it goes at this moment, and
 * runs it when it has passed all of them. Owned by the site's engine.
 */
final class CallStages {
  /** Decisions of others that a call lets pass before it locks. */
  private static final int MOST_DECISIONS_AWAITED = 64;

  private final SiteState state;
  private final TransactionRunner runner;
  private final PlannedRows planned;
  private final SeenCatalogs catalogs;
  private final OpenTransactions open;
  private final QueryStreams queries;
  private final WaitingCalls waiting;
  private final ActiveCalls active;
  private final TransactionControl control;
  private final MastershipGate mastership;
  private final SnapshotGate snapshot;
  private final Deadlocks deadlocks;
  private final AwaitedParts awaited;
  private final ExecutableFinder finder;
  private final ReadyQueue ready;
  private final Batches batches;
  private final AheadRuns ahead;
  private final OrderedCalls ordered;
  private final Validation validation;
  private final KeptRuns kept;
  private final EpochRuns epochs;
  private final LongStatements longStatements = new LongStatements();

  CallStages(
      SiteState state,
      TransactionRunner runner,
      SeenCatalogs catalogs,
      BooleanSupplier definitions,
      OpenTransactions open,
      QueryStreams queries,
      WaitingCalls waiting,
      ActiveCalls active,
      MastershipGate mastership,
      TransactionControl control,
      Committer committer,
      EpochRuns.Calls eraCalls,
      Answers answers,
      AwaitedParts awaited) {
    this.state = state;
    this.runner = runner;
    this.catalogs = catalogs;
    this.open = open;
    this.queries = queries;
    this.waiting = waiting;
    this.active = active;
    this.mastership = mastership;
    this.control = control;
    this.deadlocks = new Deadlocks(state.locks(), open, active);
    this.awaited = awaited;
    this.planned = new PlannedRows(state);
    this.snapshot = new SnapshotGate(state, planned, waiting, active);
    this.finder = new ExecutableFinder(state, definitions, this::onCompiled);
    this.ready =
        new ReadyQueue(
            state.scheduler(), state::isStopped, this::advanceGuarded, state.log()::flush);
    this.batches = new Batches(state, runner, active, state.limits().batches(), new BatchEnds());
    this.ahead = new AheadRuns(state, runner, planned);
    this.ordered =
        new OrderedCalls(state, runner, waiting, active, ahead, state.limits().batches());
    this.validation = new Validation(state);
    this.kept = new KeptRuns(state, runner, active, answers, validation);
    this.epochs =
        new EpochRuns(state, runner, active, committer, open, mastership::isLeaving, eraCalls);
  }

  /** Those that go on soon: when it is their turn, or with their batch. */
  List<Transaction> calls() {
    List<Transaction> calls = new ArrayList<>(ready.calls());
    calls.addAll(batches.calls());
    calls.addAll(ordered.calls());
    return calls;
  }

  /** Those that have run, and wait for their participants. */
  KeptRuns kept() {
    return kept;
  }

  /** Those that run in an era. */
  EpochRuns epochs() {
    return epochs;
  }

  /** Those that go on next. */
  ReadyQueue ready() {
    return ready;
  }

  private void advanceGuarded(Transaction t) {
    try {
      advance(t);
    } catch (CarrierLostError lost) {
      throw lost;
    } catch (ThetisException e) {
      refuse(t, e);
    }
  }

  /**
   * What a call read "now" may be old if this site has been declared dead meanwhile, and so may be
   * the reason of its error. No log says so, since nothing is appended; the lease does (hazard 8).
   * At a cut it is refused or not, and either is right.
   */
  private void refuse(Transaction t, ThetisException error) {
    if (!runner.mayBeStale(t)) {
      refuseUnlessCommitted(t, error);
    } else if (t.readsOnlyNow()) {
      active.replan(t, List.of(), t.context.touched());
    } else if (t.open == null) {
      runner.undo(t);
      t.forceCut = true;
      t.wake();
    } else {
      active.refuse(
          t,
          new ThetisException(
              ErrorCode.SERIALIZATION_FAILURE, "this site may have been replaced since it read"));
    }
  }

  /** Another attempt of the call may have committed while this one waited (hazard 3). */
  private void refuseUnlessCommitted(Transaction t, ThetisException error) {
    try {
      if (t.context == null || !answerFromOutcomes(t)) {
        active.refuse(t, error);
      }
    } catch (ThetisException committed) {
      active.refuse(t, committed); // it did, or a later call of its session; no more is known
    }
  }

  private void advance(Transaction t) {
    if (t.finishesRun()) {
      finishRun(t);
      return;
    }
    if (t.stage == Transaction.Stage.GATHER) {
      control.gather(t);
      return;
    }
    if (t.stage == Transaction.Stage.PREPARE && !prepare(t)) {
      return;
    }
    if (t.runsInEra()) {
      runInEra(t);
      return;
    }
    if (state.isInEra() && isLate(t)) {
      active.replan(t, List.of(), null); // it came late: it runs by itself when no era is open
      return;
    }
    if (t.stage == Transaction.Stage.MASTER && ordered.takes(t)) {
      ordered.add(t);
      return;
    }
    if (t.stage == Transaction.Stage.ORDER && !order(t)) {
      return;
    }
    if (t.stage == Transaction.Stage.MASTER && !master(t)) {
      return;
    }
    if (t.stage == Transaction.Stage.LOCK && batches.takes(t) && planned.mayReadNow(t)) {
      join(t);
      return;
    }
    if (t.stage == Transaction.Stage.LOCK && snapshot.awaitsCutUnlocked(t)) {
      return;
    }
    if (t.stage == Transaction.Stage.LOCK && awaitsDecisionUnlocked(t)) {
      return;
    }
    if (t.stage == Transaction.Stage.LOCK && !lock(t)) {
      return;
    }
    if (t.stage == Transaction.Stage.FRESH && !refresh(t)) {
      return;
    }
    if (t.stage == Transaction.Stage.SNAPSHOT && snapshot.pass(t) && compile(t)) {
      run(t);
    }
  }

  /** Whether a call would commit while an era is open; a lost COMMIT is only looked up. */
  private static boolean isLate(Transaction t) {
    return t.open == null && !t.isReadOnly() && t.procedure != LostCommit.INSTANCE;
  }

  private void runInEra(Transaction t) {
    if (!epochs.isOf(t)) {
      active.replan(t, List.of(), null);
      return;
    }
    t.snapshot = new VectorSnapshot(state.everything());
    if (!compile(t)) {
      return;
    }
    if (epochs.run(t, this::stolen) == TransactionRunner.Result.NOT_SHORT) {
      leaveToOwnThread(t);
    } else {
      active.finish(t);
    }
  }

  private void finishRun(Transaction t) {
    requireReal(t.call);
    if (state.reached().covers(t.call.vector())) {
      kept.finish(t);
    } else {
      waiting.awaitRefresh(t);
    }
  }

  private void join(Transaction t) {
    t.snapshot = null;
    if (compile(t)) {
      batches.add(t);
    }
  }

  /** What becomes of calls that cannot commit with their batch. */
  private final class BatchEnds implements Batches.Listener {
    /** A definition may have come while the batch waited for company (hazard 15). */
    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean isInForce(Transaction t) {
      return t.compiledFor == null || t.compiledFor == catalogs.inForce().catalog();
    }

    @Override
    public void onAlone(Transaction t) {
      t.alone = true;
      t.stage = Transaction.Stage.LOCK;
      t.wake();
    }

    @Override
    public void onConflict(Transaction t) {
      t.plan = t.nextPlan;
      t.alone = true;
      t.stage = Transaction.Stage.MASTER;
      t.wake();
    }

    @Override
    public void onError(Transaction t, ThetisException error) {
      t.alone = true;
      t.stage = Transaction.Stage.LOCK;
      refuse(t, error);
    }

    @Override
    public void onStolen(Transaction t) {
      stolen(t);
    }
  }

  /**
   * A statement is run as it was compiled for the catalog that its snapshot sees: that may be
   * another one than when it came, because it has waited, or because it reads an older state, for
   * which a new index would not do.
   */
  private boolean compile(Transaction t) {
    if (finder.findFor(t, catalogs.seenBy(t.snapshot).catalog())) {
      return true;
    }
    waiting.track(t);
    return false;
  }

  /** What a session has seen of this site was there. */
  private void requireReal(Execute call) {
    if (call.vector().get(state.self()) > state.log().position()) {
      throw new ThetisException(
          ErrorCode.VECTOR_AHEAD,
          call.vector().get(state.self()),
          state.self(),
          state.log().position());
    }
  }

  private boolean prepare(Transaction t) {
    Execute call = t.call;
    requireReal(call);
    boolean isCommit = TransactionControl.isControl(call);
    if (isCommit) {
      t.procedure = LostCommit.INSTANCE; // its rows are prepared here; it is run elsewhere
    }
    switch (isCommit ? ExecutableFinder.Found.FOUND : finder.find(t)) {
      case FOUND -> {}
      case NOT_YET -> {
        waiting.awaitCatalog(t);
        return false;
      }
      case COMPILES -> {
        waiting.track(t);
        return false;
      }
    }
    runner.plan(t, this::stolen);
    if (t.onlyPrepares()) {
      planned.keepOwnWrites(t);
    }
    t.stage = Transaction.Stage.MASTER;
    return true;
  }

  /** A statement was compiled, or cannot be. */
  private void onCompiled(Transaction t, ThetisException error) {
    if (t.stage == Transaction.Stage.DONE || state.isStopped()) {
      return;
    }
    if (error == null) {
      t.wake();
    } else if (t.open == null && error.code() == ErrorCode.SERIALIZATION_FAILURE) {
      active.replan(t, List.of(), null); // it is a transaction by itself: it can have a newer cut
    } else {
      active.refuse(t, error);
    }
  }

  private boolean order(Transaction t) {
    boolean passed = t.ticket != null && t.ticket.isGranted();
    if (passed) {
      if (ahead.mayRunBeforeLocks(t) && compile(t)) {
        ahead.runBeforeLocks(t, this::stolen);
      }
      t.stage = Transaction.Stage.MASTER;
    } else if (ahead.mayRun(t) && compile(t)) {
      ahead.run(t, this::stolen);
    }
    return passed;
  }

  private boolean master(Transaction t) {
    boolean passed = mastership.pass(t);
    if (passed) {
      t.stage = Transaction.Stage.LOCK;
    }
    return passed;
  }

  /**
   * Whether a call waits for others to be decided before it locks what it writes. Whoever has
   * prepared a row may wait elsewhere for long; then nobody waits behind this call for its other
   * rows, and it is in no circle. One that has let many pass locks what it can have, so that it
   * does not lose for ever.
   */
  private boolean awaitsDecisionUnlocked(Transaction t) {
    boolean mayWait =
        t.locked == 0
            && t.decisionsAwaited < MOST_DECISIONS_AWAITED
            && t.open == null
            && !t.isUnderReadLocks()
            && t.procedure.rowWait() == RowWait.WAIT;
    RowKey undecided = mayWait ? planned.undecided(t) : null;
    if (undecided != null) {
      t.decisionsAwaited++;
      awaitDecision(t, undecided);
    }
    return undecided != null;
  }

  private void awaitDecision(Transaction t, RowKey row) {
    waiting.awaitDecision(t, row);
    awaited.onWait(t);
  }

  private boolean lock(Transaction t) {
    RowWait wait = t.procedure.rowWait();
    while (t.locked < t.rowsToLock()) {
      RowKey key = t.rowToLock(t.locked);
      if (!t.locksBeforeRun(key)) {
        t.locked++;
        continue;
      }
      RowLockMode mode = t.modeToLock(t.locked);
      if (wait == RowWait.REFUSE && !state.locks().tryLock(key, t.lockOwner(), mode)) {
        throw new ThetisException(ErrorCode.ROW_LOCKED);
      }
      if (t.isUnderReadLocks() && !state.locks().tryLock(key, t.lockOwner(), mode)) {
        active.refuseLock(t);
        return false;
      }
      if (!state.locks().lock(key, t.lockOwner(), mode)) {
        waiting.track(t);
        t.awaitedRow = key;
        deadlocks.onWait(t);
        awaited.onWait(t);
        return false;
      }
      if (t.open != null) {
        t.open.locked(key);
      }
      t.locked++;
    }
    if (t.isUnderReadLocks() && isRefused(t)) {
      active.refuseLock(t);
      return false;
    }
    RowKey undecided = planned.undecided(t);
    if (undecided != null) {
      awaitDecision(t, undecided);
      return false;
    }
    if (t.onlyPrepares()) {
      prepareRows(t);
      return false;
    }
    t.stage = Transaction.Stage.FRESH;
    return true;
  }

  /** Prepares what is locked, if nobody has got hold of what a COMMIT has read meanwhile. */
  private void prepareRows(Transaction t) {
    boolean prepared = !t.preparesCommit() || mayKeepReads(t);
    RowKey locked = prepared && t.preparesCommit() ? planned.lockedInRange(t) : null;
    if (locked != null) {
      t.share(locked);
      lock(t); // in its queue
    } else if (prepared) {
      runner.prepare(t);
      active.finish(t);
    } else {
      active.replan(t, planned.ownersOf(t.call.plan()), null);
    }
  }

  /** Whether what a COMMIT has read is mastered here, and this site goes on locking. */
  private boolean mayKeepReads(Transaction t) {
    boolean hasRead = t.plan.readCount() > 0 || !t.plan.readRanges().isEmpty();
    return !hasRead || (!mastership.isLeaving() && planned.mastersReads(t));
  }

  /**
   * Nobody waits for a transaction over several sites that has what it writes, or prepares. A site
   * that leaves locks nothing more: what it masters is about to be another one's, and nothing may
   * follow in its log.
   */
  private boolean isRefused(Transaction t) {
    return planned.awaitsDecision(t)
        || (t.onlyPrepares() && (mastership.isLeaving() || !planned.mayShare(t) || !isValid(t)));
  }

  /** Whether what a run has read is as it was, as far as it is mastered here. */
  private boolean isValid(Transaction t) {
    return t.part.observed() == null || validation.isAsSeen(t.call.plan(), t.part.observed());
  }

  /** What others have locked for a transaction is as they have it when their reports are here. */
  private boolean refresh(Transaction t) {
    boolean behindAll =
        t.call.repetition() || t.call.fresh() || (t.isDecidedHere() && t.isUnderReadLocks());
    if (behindAll && !state.reached().covers(t.call.vector())) {
      waiting.awaitRefresh(t);
      return false;
    }
    if (answerFromOutcomes(t)) {
      return false;
    }
    if (t.procedure == LostCommit.INSTANCE) {
      throw open.whyEnded(t.call.session());
    }
    t.stage = Transaction.Stage.SNAPSHOT;
    return true;
  }

  /** A call that committed before gets its recorded answer (hazard 3). */
  private boolean answerFromOutcomes(Transaction t) {
    Outcome outcome = runner.committedBefore(t);
    if (outcome == null) {
      return false;
    }
    active.answerRecorded(t, outcome);
    return true;
  }

  private void run(Transaction t) {
    if (t.isLong) {
      t.stage = Transaction.Stage.QUERY;
      queries.begin(t);
      return;
    }
    if (state.line().isVisited() && longStatements.takeRun(t.procedure.identity())) {
      leaveToOwnThread(t);
      return;
    }
    switch (runOnce(t)) {
      case DONE -> active.finish(t);
      case KEPT -> {}
      case AT_A_CUT -> {
        t.forceCut = true;
        t.wake();
      }
      case TOO_LONG -> readElsewhere(t);
      case NOT_SHORT -> {
        longStatements.add(t.procedure.identity());
        leaveToOwnThread(t);
      }
      case CONFLICT -> beginRound(t);
    }
  }

  private static void leaveToOwnThread(Transaction t) {
    t.needsOwnThread = true;
    t.wake();
  }

  private TransactionRunner.Result runOnce(Transaction t) {
    if (t.ticket != null) {
      return ordered.run(t, this::stolen);
    }
    return t.runsAside() ? kept.run(t, this::stolen) : runner.run(t, this::stolen);
  }

  private void beginRound(Transaction t) {
    if (t.ticket != null) {
      ordered.sendBack(t);
      return;
    }
    active.unlock(t); // its partitions stay: it would have to wait for them again
    t.beginRound();
    t.plan = t.nextPlan;
    t.stage = Transaction.Stage.MASTER;
    t.wake();
  }

  /** A query that would hold up the engine is read again, on another line and at a cut. */
  private void readElsewhere(Transaction t) {
    t.isLong = true;
    t.forceCut = true;
    t.wake();
  }

  /** A procedure or query has run for too long, and keeps its thread; the others go on. */
  private void stolen(Transaction t) {
    state.counters().stolen++;
    if (t.isStreamable() && t.stage == Transaction.Stage.SNAPSHOT) {
      runner.undo(t);
      readElsewhere(t);
      return;
    }
    active.refuse(
        t,
        new ThetisException(
            ErrorCode.PROCEDURE_TOO_LONG, t.call.procedure(), state.limits().procedureMs()));
    ready.drain();
  }
}
