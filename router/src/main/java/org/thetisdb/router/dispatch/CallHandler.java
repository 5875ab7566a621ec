package org.thetisdb.router.dispatch;

import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ErrorCode.Effect;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeSpec.Isolation;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.call.CallEnd;
import org.thetisdb.router.call.CallEvents;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.CallTable;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ReadRule;
import org.thetisdb.router.call.TimerWheel;
import org.thetisdb.router.catalog.CallPlanner;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.config.RouterLimits;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.term.SchemeInForce;

/**
 * Where calls come in and answers go out: checks, the table of calls under way, time-outs,
 * counters. What happens in between is for the {@link CallRouter}. Owned by the engine's thread.
 */
public final class CallHandler implements CallEnd {
  private static final Logger LOG = LoggerFactory.getLogger(CallHandler.class);
  private static final byte[] NO_VALUE = {};
  private static final long TICK_US = 4_000;

  /** How long the answer of a call that changes nothing is awaited behind its time-out. */
  private static final int READ_GRACE_MS = 100;

  private final SchemeInForce inForce;
  private final RouterLimits limits;
  private final RouterCatalog catalog;
  private final CallPlanner planner;
  private final Counters counters;
  private final Scheduler scheduler;
  private final Clock clock;
  private final CallTable table = new CallTable();
  private final TimerWheel<PendingCall> wheel;
  private CallRouter router;
  private CallEvents events;
  private final CallQueue beforeServing = new CallQueue();
  private boolean serving;
  private boolean sweeping;

  /** No calls yet; to be completed by {@link #setRouter} before the first one. */
  public CallHandler(
      RouterLimits limits,
      RouterCatalog catalog,
      CallPlanner planner,
      Counters counters,
      Scheduler scheduler,
      SchemeInForce inForce) {
    this.inForce = inForce;
    this.limits = limits;
    this.catalog = catalog;
    this.planner = planner;
    this.counters = counters;
    this.scheduler = scheduler;
    this.clock = scheduler.clock();
    this.wheel = new TimerWheel<>(TICK_US, clock.nowUs());
  }

  /** Completes the pair; {@code callEvents} hear what sites say of calls that begin from now on. */
  public void setRouter(CallRouter callRouter, CallEvents callEvents) {
    router = callRouter;
    events = callEvents;
  }

  /** Whether a call is under way of which a condition holds. */
  public boolean any(Predicate<PendingCall> condition) {
    return table.any(condition);
  }

  /** Calls under way. */
  public int underWay() {
    return table.size();
  }

  /** Takes a client's call; the answer always comes. */
  public void submit(Call call, Answer answer) {
    PendingCall first = table.find(call.session(), call.sequence());
    if (first != null) {
      first.addAnswer(answer);
    } else {
      PendingCall pending =
          newCall(
              call.session(),
              call.sequence(),
              call.repetition(),
              call.timeoutMs(),
              call.vector(),
              call.procedure(),
              call.arguments());
      pending.findPartitionsBy(this::planProcedure);
      submit(pending, answer);
    }
  }

  /**
   * Takes a call that says itself how it is planned. If it is a repetition of one that is under
   * way, it gets the answer of that one: the values of sequences that both bring differ, so nothing
   * else might keep both from running (hazard 3).
   */
  public void submit(PendingCall call, Answer answer) {
    PendingCall first = call.repetition ? table.find(call.session, call.sequence) : null;
    if (first != null) {
      call.join(first);
      first.addAnswer(
          (error, message, vector, value) -> {
            call.answeredAs(first);
            answer.onOutcome(error, message, vector, value);
          });
      return;
    }
    if (table.size() >= limits.callsInAll()) {
      ThetisException error = overloaded();
      answer.onOutcome(error.code().number(), error.getMessage(), call.vector, NO_VALUE);
      return;
    }
    call.addAnswer(answer);
    accept(call);
    planOrHold(call);
  }

  /** Calls that came early go on, and others no longer wait. */
  public void serve() {
    serving = true;
    for (PendingCall call : beforeServing.releaseAll()) {
      plan(call);
    }
  }

  /** Whether calls are routed, and not held until the router serves. */
  public boolean isServing() {
    return serving;
  }

  /**
   * Takes a call of the router itself, whose partitions are known.
   *
   * @throws ThetisException OVERLOADED
   */
  public void submit(PendingCall call, Footprint footprint) {
    if (table.size() >= limits.callsInAll()) {
      throw overloaded();
    }
    accept(call);
    begin(call, footprint);
  }

  /** Ends a call with an outcome that is certain, or says that it is not. */
  void finish(
      PendingCall call, int errorNumber, String message, VersionVector vector, byte[] value) {
    count(call, errorNumber);
    call.leaveQueue();
    if (call.sentTo() != null) {
      if (call.schemeState().hearsToTheEnd()) {
        call.endAttempt();
      } else {
        call.forgetAttempt();
      }
    }
    call.become(PendingCall.State.DONE);
    wheel.remove(call);
    table.remove(call);
    router.onOver(call);
    for (Answer answer : call.answers()) {
      answer.onOutcome(errorNumber, message, vector, value);
    }
  }

  @Override
  public void fail(PendingCall call, ThetisException error) {
    ThetisException known = call.isInDoubt() ? inDoubt(error) : error;
    finish(call, known.code().number(), known.getMessage(), call.vector, NO_VALUE);
  }

  /**
   * A site's answer. A site that did not run a repetition may not have looked either whether the
   * call had run before, and its client does not know that it was sent twice.
   */
  void answered(PendingCall call, Executed executed) {
    ErrorCode code = ErrorCode.ofNumber(executed.errorNumber());
    if (executed.errorNumber() != 0 && code.effect() == Effect.NOT_RUN && call.isInDoubt()) {
      ThetisException unknown = new ThetisException(ErrorCode.OUTCOME_UNKNOWN, executed.message());
      finish(
          call, unknown.code().number(), unknown.getMessage(), executed.vector(), executed.value());
    } else {
      finish(call, executed.errorNumber(), executed.message(), executed.vector(), executed.value());
    }
  }

  private static ThetisException inDoubt(ThetisException error) {
    return error.code().effect() == Effect.UNKNOWN
        ? error
        : new ThetisException(ErrorCode.OUTCOME_UNKNOWN, error.getMessage());
  }

  /** Ends all calls: the router leads no more. Whatever was sent may have run. */
  public void failAll(String reason, ThetisException notSent) {
    PendingCall[] all = table.all();
    java.util.Arrays.sort(
        all,
        java.util.Comparator.<PendingCall>comparingLong(call -> call.session)
            .thenComparingLong(call -> call.sequence));
    for (PendingCall call : all) {
      boolean mayHaveRun =
          call.mayHaveRun() || (call.state() == PendingCall.State.SENT && !call.changesNothing());
      fail(call, mayHaveRun ? new ThetisException(ErrorCode.OUTCOME_UNKNOWN, reason) : notSent);
    }
  }

  private ThetisException overloaded() {
    return new ThetisException(ErrorCode.OVERLOADED, table.size() + " at this router");
  }

  /** A call that may wait as long as its client wants, within bounds. */
  public PendingCall newCall(
      long session,
      long sequence,
      boolean repetition,
      int wantedTimeoutMs,
      VersionVector vector,
      String procedure,
      byte[] arguments) {
    int timeoutMs = Math.max(1, Math.min(limits.longestTimeoutMs(), wantedTimeoutMs));
    return newCall(session, sequence, repetition, vector, procedure, arguments, timeoutMs);
  }

  /** A call of the router itself, which waits as long as it says. */
  public PendingCall newOwnCall(
      long session,
      long sequence,
      int timeoutMs,
      VersionVector vector,
      String procedure,
      byte[] arguments) {
    return newCall(session, sequence, false, vector, procedure, arguments, timeoutMs);
  }

  private PendingCall newCall(
      long session,
      long sequence,
      boolean repetition,
      VersionVector vector,
      String procedure,
      byte[] arguments,
      int timeoutMs) {
    return new PendingCall(
        events,
        session,
        sequence,
        repetition,
        timeoutMs,
        clock.nowUs() + timeoutMs * 1000L,
        vector,
        procedure,
        arguments);
  }

  private void accept(PendingCall call) {
    table.add(call);
    wheel.add(call, call.deadlineUs);
    if (!sweeping) {
      sweeping = true;
      scheduler.schedule(TICK_US, this::sweep);
    }
  }

  private void planOrHold(PendingCall call) {
    if (serving) {
      plan(call);
    } else {
      beforeServing.add(call);
    }
  }

  private void plan(PendingCall call) {
    call.findPartitions();
  }

  /** Whether the scheme keeps a call serializable, though nobody has asked for it. */
  public boolean isSerializable(PendingCall call) {
    return inForce.spec().claims() == Isolation.SERIALIZABLE && call.transaction() == null;
  }

  /**
   * What a call that is serializable and may write reads has to be mastered where it runs, or kept
   * where it is mastered; the scheme says which. An interactive transaction's is moved there.
   */
  private void readByScheme(PendingCall call) {
    boolean matters = call.mayWrite() && (call.asksSerializable() || isSerializable(call));
    call.planUnder(inForce.record().number(), matters ? ruleOf(call) : ReadRule.FROM_SNAPSHOT);
  }

  private ReadRule ruleOf(PendingCall call) {
    return call.transaction() == null
        ? router.schemes().current().readRule(call)
        : ReadRule.GATHERED;
  }

  /** Finds the partitions of a procedure's call. */
  public void planProcedure(PendingCall call) {
    ProcedureDefinition procedure = catalog.procedures().find(call.procedure);
    if (procedure == null) {
      fail(call, new ThetisException(ErrorCode.UNKNOWN_PROCEDURE, call.procedure));
      return;
    }
    call.planWith(procedure.jarVersion());
    call.run(!procedure.readOnly(), call.asksSerializable());
    if (planner.mustWaitForOwnThread()) {
      scheduler.execute(() -> planIfWanted(call));
      return;
    }
    try {
      Object[] arguments = CallPlanner.arguments(procedure, call.arguments);
      planner.plan(
          procedure, arguments, footprint -> begin(call, footprint), error -> fail(call, error));
    } catch (ThetisException e) {
      fail(call, e);
    }
  }

  private void planIfWanted(PendingCall call) {
    if (!call.isDone()) {
      planProcedure(call);
    }
  }

  /** The partitions of a call are known; null if reconnaissance has to find them. */
  public void begin(PendingCall call, Footprint footprint) {
    readByScheme(call);
    try {
      call.meet(router.toMaster(call, footprint), router.shape());
    } catch (ThetisException e) {
      fail(call, e);
      return;
    }
    router.begin(call);
  }

  private void count(PendingCall call, int errorNumber) {
    if (errorNumber != 0) {
      counters.aborted++;
    } else if (call.isWholeTransaction()) {
      counters.committed++;
    }
    if (errorNumber == 0 && call.isDistributed()) {
      counters.distributedTxns++;
    }
    if (call.isWholeTransaction() && call.hasRemastered()) {
      counters.remasteredTxns++;
    }
  }

  private void sweep() {
    wheel.sweep(clock.nowUs(), this::onDeadline);
    sweeping = wheel.size() > 0;
    if (sweeping) {
      scheduler.schedule(TICK_US, this::sweep);
    }
  }

  private void onDeadline(PendingCall call) {
    boolean sent = call.state() == PendingCall.State.SENT;
    long answerDueUs = call.deadlineUs + graceMs(call) * 1000L;
    if (sent && clock.nowUs() < answerDueUs) {
      wheel.add(call, answerDueUs);
      return;
    }
    if (sent) {
      LOG.warn("a site did not answer in time: {}", call);
      if (!mayHaveCommitted(call, true)) {
        router.cancel(call);
      }
    }
    fail(call, timeOut(call, sent));
  }

  /**
   * What became of a call that changes nothing need not be known, so its answer is awaited no
   * longer than its client does.
   */
  private int graceMs(PendingCall call) {
    return changesNothing(call)
        ? Math.min(READ_GRACE_MS, limits.answerGraceMs())
        : limits.answerGraceMs();
  }

  private static boolean changesNothing(PendingCall call) {
    return call.changesNothing() && !call.mayHaveRun();
  }

  /** Nothing that a transaction does comes to be without its COMMIT. */
  private static boolean mayHaveCommitted(PendingCall call, boolean sent) {
    boolean mayCommit = call.transaction() == null || call.isCommit();
    return call.mayHaveRun() || (mayCommit && sent && !call.changesNothing());
  }

  private ThetisException timeOut(PendingCall call, boolean sent) {
    if (mayHaveCommitted(call, sent)) {
      return new ThetisException(
          ErrorCode.OUTCOME_UNKNOWN, "no answer within " + call.timeoutMs + " ms");
    }
    if (call.missingSite() != 0) {
      return new ThetisException(ErrorCode.SITE_UNAVAILABLE, call.missingSite());
    }
    if (call.order() != 0 && !call.repetition) {
      return new ThetisException(ErrorCode.CONFLICT, call.reroutes(), call.timeoutMs);
    }
    return sent || (call.isStatement() && !call.repetition)
        ? new ThetisException(ErrorCode.STATEMENT_TIMED_OUT, call.timeoutMs)
        : new ThetisException(ErrorCode.TIMED_OUT, call.timeoutMs);
  }
}
