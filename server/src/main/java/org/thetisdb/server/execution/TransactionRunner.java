package org.thetisdb.server.execution;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.time.WorkerLostError;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.HeldThreads;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.commit.OutcomeTable;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.state.SiteCounters;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteLife;
import org.thetisdb.server.txn.ExecutionContext;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.PlanWatch;
import org.thetisdb.server.txn.RollBackSignal;
import org.thetisdb.server.txn.RunEnvironment;
import org.thetisdb.server.txn.RunWatch;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.sql.context.Calculation;
import org.thetisdb.sql.integrity.DeferredChecks;
import org.thetisdb.sql.integrity.IntegrityContext;
import org.thetisdb.sql.memory.StatementMemory;

/**
 * Plans a call, runs its procedure to completion, and has what it wrote committed. Owned by the
 * site's engine.
 */
public final class TransactionRunner {
  /** What became of a run. */
  public enum Result {
    /** It was answered, or will be once the log has it. */
    DONE,
    /** It met a row that is mastered elsewhere, and has to run at a cut. */
    AT_A_CUT,
    /** It has run, and is kept aside until it is decided. */
    KEPT,
    /** It lost a conflict over a row that was not planned; the plan now has it. */
    CONFLICT,
    /** It is long, and has to be read or run on another event loop. */
    TOO_LONG,
    /** It is more than a caller-runs thread should do. */
    NOT_SHORT
  }

  /**
   * What takes longer, however little it reads, is run again on another event loop, if it may be.
   */
  private static final long QUERY_MS = 100;

  /**
   * Each round that a call loses here adds a row to those that it locks before it runs, in one
   * order and first come, first served; so it wins soon. One that does not has met a fault of the
   * engine.
   */
  private static final int MOST_ROUNDS = 2_000;

  /** A query whose result is longer is read again on another event loop, and sent in pieces. */
  private static final int LONGEST_WHOLE_BYTES = 1 << 20;

  private final RunEnvironment environment;
  private final SiteLife life;
  private final GroupCommit log;
  private final SiteCounters counters;
  private final Answers answers;
  private final Committer committer;
  private final SiteData data;
  private AccessPlanBuilder builder = new AccessPlanBuilder();
  private final HeldThreads held = new HeldThreads();
  private final SeenCatalogs catalogs;

  /** Runs calls of one site. */
  public TransactionRunner(
      RunEnvironment environment,
      SiteLife life,
      GroupCommit log,
      SiteCounters counters,
      Answers answers,
      Committer committer,
      SeenCatalogs catalogs) {
    this.environment = environment;
    this.counters = counters;
    this.catalogs = catalogs;
    this.data = environment.data();
    this.life = life;
    this.log = log;
    this.answers = answers;
    this.committer = committer;
  }

  /**
   * Decodes the arguments and asks the procedure for the keys.
   *
   * @throws RollBackSignal NOT_SHORT if a caller-runs thread calculates them for too long
   */
  public void plan(Transaction t, Consumer<Transaction> onStolen) {
    held.requireFew(t.procedure());
    t.setArguments(t.procedure().checkArguments(decodeArguments(t)));
    builder.begin(data.catalog().tables(), data.catalog().existence()::isFrozen);
    KeySet found = t.call.plan();
    if (found != null) {
      builder.add(found);
    } else if (t.procedure().hasPlan()) {
      runUserCode(t, () -> t.procedure().plan(builder, t.arguments()), onStolen);
    }
    t.setPlan(builder.build());
  }

  private static Object[] decodeArguments(Transaction t) {
    try {
      return t.procedure().decodeArguments(t.call.arguments());
    } catch (CodecException e) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()).causedBy(e);
    }
  }

  /** Prepares what the plan writes: from now on it waits for the transaction's decision. */
  public void prepare(Transaction t) {
    committer.prepare(t);
  }

  /**
   * Whether each row that was written is mastered here, or was prepared where it is mastered, as
   * the one record of the decision needs (hazard 19).
   */
  private boolean isAllPrepared(Transaction t) {
    for (RowKey key : t.writes.keys()) {
      if (!data.mastership().isMasteredHere(data.catalog().partitionOf(key))
          && !data.catalog().prepared().isPreparedBy(key, t.distributedId())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether what a call has read may be older than what others know by now. What it read at a cut
   * is as old as the cut, and may be.
   */
  public boolean mayBeStale(Transaction t) {
    return t.context() != null && t.snapshot() == null && !life.leaseHolds();
  }

  /** Runs the procedure under the snapshot that the transaction was given. */
  public Result run(Transaction t, Consumer<Transaction> onStolen) {
    if (!t.isReadOnly()) {
      requireWritable(t);
      log.checkRoom();
    }
    t.markRun();
    ExecutionContext context = newContext(t);
    data.store().expect(t.plan().reads());
    data.store().expect(t.plan().writes());
    byte[][] result = new byte[1][];
    try {
      runUserCode(t, () -> result[0] = resultOf(t), onStolen);
    } catch (RollBackSignal signal) {
      return rolledBack(t, signal);
    } catch (ThetisException e) {
      if (e.code() == ErrorCode.RESULT_TOO_LARGE && t.isStreamable()) {
        rollBack(t);
        return Result.TOO_LONG;
      }
      throw e;
    }
    if (t.call.reconnaissance()) {
      t.forgetReads();
      answers.replan(t, List.of(), context.touched());
      return Result.DONE;
    }
    return finishRun(t, result[0]);
  }

  private ExecutionContext newContext(Transaction t) {
    t.setContext(new ExecutionContext(t, environment, t.state().rows(data.store())));
    return t.context();
  }

  /**
   * Runs the procedure as of now, and keeps aside what it wrote, for {@link #finishAside}.
   *
   * @return its result; null if it has to run on its own, and nothing is left of this run
   */
  public byte[] runAside(Transaction t, Consumer<Transaction> onStolen) {
    byte[][] result = new byte[1][];
    if (runNow(t, result, onStolen) != null) {
      rollBack(t);
      return null;
    }
    return result[0];
  }

  /**
   * Runs the procedure as of now, and keeps aside what it wrote.
   *
   * @param value takes its result
   * @return why it cannot go on so, with what it has met until then; null if it has run to its end
   */
  public RollBackSignal runNow(Transaction t, byte[][] value, Consumer<Transaction> onStolen) {
    log.checkRoom();
    t.readNow();
    newContext(t);
    try {
      runUserCode(t, () -> value[0] = resultOf(t), onStolen);
      return null;
    } catch (RollBackSignal signal) {
      return signal;
    }
  }

  /**
   * Commits rows that a transaction has written at their masters, where all of them are prepared.
   */
  public void commitPrepared(Transaction t, byte[] value) {
    committer.decide(t);
    committer.commit(t, value);
  }

  /**
   * Puts into the log that what a run has met is prepared.
   *
   * @param standsOn undecided transactions on whose rows it has run
   * @return the position that the log has it at
   * @throws ThetisException if it is too much, or cannot be stored
   */
  public long prepare(Transaction t, KeySet met, Collection<Long> standsOn) {
    return committer.prepare(t, met, standsOn);
  }

  /**
   * Runs the procedure under its snapshot, and keeps aside what it wrote, for {@link #finishAside}.
   *
   * @param value takes its result
   * @return what became of it; null if it has run to its end
   */
  public Result runToKeep(Transaction t, byte[][] value, Consumer<Transaction> onStolen) {
    log.checkRoom();
    newContext(t);
    try {
      runUserCode(t, () -> value[0] = resultOf(t), onStolen);
      return null;
    } catch (RollBackSignal signal) {
      return rolledBack(t, signal);
    }
  }

  /** Commits what was run aside, unless it was committed before. */
  public Result finishAside(Transaction t, byte[] value) {
    return finishRun(t, value);
  }

  /** Rolls back a run that lost a conflict; the next one locks what this one wrote. */
  public void rollBackToLock(Transaction t) {
    KeySet touched = t.context().touched();
    rollBack(t);
    t.setNextPlan(builder.begin(data.catalog().tables()).add(touched).build());
  }

  /** Runs the procedure; its result is made up of its author's code, so it is encoded here, too. */
  private byte[] resultOf(Transaction t) throws Exception {
    Object result = t.procedure().run(withRules(t), t.arguments());
    if (t.call.reconnaissance()) {
      return null; // whether more will follow in its transaction is not known here
    }
    if (t.open == null && t.integrity() != null) {
      t.integrity().finish();
    }
    byte[] value = t.procedure().encodeResult(result);
    int mostBytes = environment.limits().writeSetBytes();
    if (t.isStreamable()) {
      mostBytes = Math.min(mostBytes, LONGEST_WHOLE_BYTES);
    }
    if (value.length > mostBytes) {
      throw t.procedure().unsendable("result of more than " + mostBytes + " bytes");
    }
    return value;
  }

  private static void requireWritable(Transaction t) {
    if (t.open != null && t.open.isReadOnly()) {
      throw new ThetisException(ErrorCode.READ_ONLY_TRANSACTION, "the statement");
    }
  }

  /** What is written keeps the rules of SQL's tables, whatever writes it. */
  private Context withRules(Transaction t) {
    if (t.open == null && data.catalog().sql().version() == 0) {
      return t.context(); // nothing was ever defined, so there are no rules
    }
    t.setIntegrity(
        new IntegrityContext(
            t.context(),
            catalogs.seenBy(t.snapshot()).rules(),
            t.open == null ? null : t.open.keptRules,
            new SiteExistence(environment, t, t.context()),
            t.open == null ? new DeferredChecks() : t.open.deferred));
    return t.integrity();
  }

  private Result finishRun(Transaction t, byte[] value) {
    OutcomeTable.Outcome before = committedBefore(t);
    if (before != null) {
      rollBack(t);
      answers.recorded(t, before);
      return Result.DONE;
    }
    if (t.open == null && t.writes.size() > 0) {
      commit(t, value);
      return Result.DONE;
    }
    if (t.snapshot() == null && onlyReads(t) && !life.leaseHolds()) {
      // What was read "now" may be old if this site has been declared dead meanwhile (hazard 8).
      KeySet touched = t.context().touched();
      rollBack(t);
      if (t.readsOnlyNow()) {
        answers.replan(t, List.of(), touched);
        return Result.DONE;
      }
      return Result.AT_A_CUT;
    }
    if (t.open != null) {
      answerStatement(t, t.open, value);
      return Result.DONE;
    }
    counters.committed++;
    answers.committed(t, t.context().newestOwnPosition(), value);
    return Result.DONE;
  }

  /**
   * What a call that may write is answered with, instead of what it finds now: its outcome, if
   * another attempt of it committed, perhaps while this one waited for its cut or its turn (hazard
   * 3). What it takes of a sequence, or finds there to be written, may differ, so not even a lock
   * need have kept the two apart. Null if there is none.
   */
  public OutcomeTable.Outcome committedBefore(Transaction t) {
    if (t.open != null || t.isReadOnly()) {
      return null;
    }
    return data.outcomes().recorded(t.call.session(), t.call.sequence(), t.call.repetition());
  }

  private void commit(Transaction t, byte[] value) {
    if (t.part != null && !isAllPrepared(t)) {
      KeySet touched = t.context().touched();
      rollBack(t);
      answers.replan(t, List.of(), touched);
    } else {
      committer.decide(t);
      committer.commit(t, value);
    }
  }

  /** Whether nothing that was or will be written has to pass the log, which knows of fences. */
  private static boolean onlyReads(Transaction t) {
    return t.open == null || (t.isReadOnly() && t.open.writes.size() == 0);
  }

  /**
   * A transaction that writes learns at its COMMIT whether the log has what it read before it: its
   * statements need not wait for that one by one. If the site dies meanwhile, so does the
   * transaction, and what it saw was never committed as far as any client knows.
   */
  private void answerStatement(Transaction t, OpenTransaction open, byte[] value) {
    long seen = t.context().newestOwnPosition();
    open.noteSeen(seen);
    if (t.context().hasLocked()) {
      open.noteLocked(log.position());
    }
    if (t.snapshot() == null && !onlyReads(t)) {
      open.trustTheLog();
    }
    if (t.isOverSites() && t.snapshot() != null) {
      noteElsewhere(open, t.snapshot());
    }
    answers.committed(t, onlyReads(t) ? seen : 0, value);
    if (t.integrity() != null) {
      t.integrity().settle();
    }
    t.endRun();
  }

  /**
   * Rows are locked here that are mastered elsewhere: the COMMIT will tell whether they changed.
   */
  private void noteElsewhere(OpenTransaction open, VectorSnapshot snapshot) {
    open.notKept().removeIf(key -> noteElsewhere(open, key, snapshot));
  }

  /** Whether the partition of a row cannot be kept here. */
  private boolean noteElsewhere(OpenTransaction open, RowKey key, VectorSnapshot snapshot) {
    if (!data.catalog().knowsTableOf(key)) {
      return true; // it was dropped: whoever has written there cannot commit
    }
    long partition = data.catalog().partitionOf(key);
    if (!open.keeps(partition)) {
      open.elsewhere.add(key, snapshot, data.store());
    }
    return !data.mastership().isMasteredHere(partition);
  }

  private void runUserCode(Transaction t, UserCode code, Consumer<Transaction> onStolen) {
    RunWatch watch = t.context() == null ? new PlanWatch(environment.line()) : t.context();
    ThetisException[] error = new ThetisException[1];
    try (StatementMemory memory = environment.limits().statementMemory().newAccount()) {
      if (environment.line().isRunByCaller()) {
        // a short statement: the context bounds its reads, and the watch what it calculates
        error[0] = errorOf(t, memory, code, watch);
      } else {
        runGuarded(t, () -> error[0] = errorOf(t, memory, code, watch), onStolen);
      }
    }
    if (watch.signal() != null) {
      throw watch.signal();
    }
    if (error[0] != null) {
      throw error[0];
    }
    if (refusal(t) != null) {
      throw t.procedure().toError(refusal(t));
    }
  }

  private void runGuarded(Transaction t, Runnable code, Consumer<Transaction> onStolen) {
    environment
        .line()
        .runGuarded(
            code,
            t.isStreamable() || t.mayLeaveLine()
                ? Math.min(QUERY_MS, environment.limits().procedureMs())
                : environment.limits().procedureMs(),
            lost -> {
              held.add(t.procedure(), lost);
              builder =
                  new AccessPlanBuilder(); // the lost thread may still write into the other one
              onStolen.accept(t);
            });
  }

  private static RuntimeException refusal(Transaction t) {
    RuntimeException refusal = t.context() == null ? null : t.context().refusal();
    return refusal == null && t.integrity() != null ? t.integrity().refusal() : refusal;
  }

  /** What went wrong, in words; null if nothing did or if the context has to tell. */
  private static ThetisException errorOf(
      Transaction t, StatementMemory memory, UserCode code, RunWatch watch) {
    StatementMemory other = memory.putAtHand();
    Calculation calculation = Calculation.ofThread();
    Calculation.Watch before = calculation.begin(watch);
    try {
      code.run();
      return null;
    } catch (WorkerLostError lost) {
      throw lost;
    } catch (RollBackSignal signal) {
      return null;
    } catch (Throwable anything) {
      return t.procedure().toError(anything);
    } finally {
      calculation.end(before);
      StatementMemory.putBack(other);
    }
  }

  /** A call of a procedure's code. */
  private interface UserCode {
    void run() throws Exception;
  }

  private Result rolledBack(Transaction t, RollBackSignal signal) {
    t.forgetReads();
    if (signal.reason() == RollBackSignal.Reason.NOT_SHORT) {
      rollBack(t);
      return Result.NOT_SHORT;
    }
    if (signal.reason() == RollBackSignal.Reason.TOO_LONG) {
      rollBack(t);
      return Result.TOO_LONG;
    }
    if (signal.reason() == RollBackSignal.Reason.UNSETTLED) {
      answers.unsettled(t, signal.vanishing());
      rollBack(t);
      return Result.DONE;
    }
    if (signal.reason() == RollBackSignal.Reason.REFUSED) {
      counters.conflicts++;
      rollBack(t);
      answers.replan(t, List.of(), null);
      return Result.DONE;
    }
    boolean elsewhere = signal.reason() == RollBackSignal.Reason.AT_A_CUT && t.readsOnlyNow();
    boolean toRouter =
        signal.reason() == RollBackSignal.Reason.REPLAN
            || signal.reason() == RollBackSignal.Reason.NOT_HELD;
    if (t.call.reconnaissance() || toRouter || elsewhere) {
      KeySet touched = t.context().touched();
      List<Owner> owners =
          t.isUnderReadLocks() || t.isReadingPrepared()
              ? environment.rights().ownersOf(touched)
              : List.of();
      rollBack(t);
      answers.replan(t, owners, touched);
      return Result.DONE;
    }
    if (signal.reason() == RollBackSignal.Reason.AT_A_CUT) {
      rollBack(t);
      return Result.AT_A_CUT;
    }
    countRound(t);
    rollBackToLock(t);
    return Result.CONFLICT;
  }

  /**
   * A call has lost a run to others, and will lock more before the next one.
   *
   * @throws ThetisException INTERNAL if it has lost more than it can
   */
  public void countRound(Transaction t) {
    noteConflict(t);
    if (t.attempts() > MOST_ROUNDS) {
      throw new ThetisException(
          ErrorCode.INTERNAL, t.call.procedure() + " lost more rounds than it can");
    }
  }

  /** A call has lost a run to others, and will run again. */
  public void noteConflict(Transaction t) {
    counters.conflicts++;
    t.addAttempt();
  }

  /** Forgets what a run wrote. */
  public void rollBack(Transaction t) {
    if (t.context() != null) {
      t.forgetRun();
    }
  }
}
