package org.thetisdb.server.txn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.agrona.collections.Long2ObjectHashMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.CarrierLostError;
import org.thetisdb.core.time.ResumableTask;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Mastership;
import org.thetisdb.core.wire.SiteToRouter.Owner;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.server.snapshot.VectorSnapshot;

/**
 * Takes calls through their stages (see {@link Transaction}) until each may run. Waiting is a place
 * in a queue: for a jar, for mastership, for a lock, for refresh transactions, for a cut. Whatever
 * may let somebody go on wakes those who wait for it; a woken call looks again at all that it needs
 * in the instant in which it runs.
 *
 * <p>Calls that may go on stand in one ready queue, which a task of its own drains: code of
 * procedures runs only there, so that a procedure which takes the thread with it takes nothing
 * else.
 */
final class Admission implements ResumableTask {
  private final SiteState state;
  private final Releases releases;
  private final TransactionRunner runner;
  private final Answers answers;
  private final ArrayDeque<Transaction> ready = new ArrayDeque<>();
  private final List<Transaction> waitingForJar = new ArrayList<>();
  private final List<Transaction> waitingForRefresh = new ArrayList<>();
  private final List<Transaction> waitingForCut = new ArrayList<>();
  private final Long2ObjectHashMap<List<Transaction>> waitingForMastership =
      new Long2ObjectHashMap<>();
  private final List<Transaction> waiting = new ArrayList<>();
  private boolean drainPosted;
  private int active;

  Admission(SiteState state, Releases releases, Answers answers) {
    this.state = state;
    this.releases = releases;
    this.answers = answers;
    this.runner = new TransactionRunner(state, answers);
  }

  /** Takes a call from a router. */
  void admit(Execute call, Connection connection) {
    if (active >= state.limits.waitingCalls()) {
      answers.refuse(
          connection, call.attemptId(), new ThetisException(ErrorCode.OVERLOADED, active));
      return;
    }
    active++;
    long deadlineUs = state.scheduler.clock().nowUs() + call.timeoutMs() * 1000L;
    wake(new Transaction(call, connection, deadlineUs, this));
  }

  /** Puts a call into the ready queue. */
  void wake(Transaction transaction) {
    if (!transaction.queued && transaction.stage != Transaction.Stage.DONE) {
      transaction.queued = true;
      ready.add(transaction);
      postDrain();
    }
  }

  private void postDrain() {
    if (!drainPosted && !ready.isEmpty()) {
      drainPosted = true;
      state.scheduler.execute(this);
    }
  }

  @Override
  public void run() {
    drainPosted = false;
    for (Transaction next = ready.poll(); next != null && !state.stopped; next = ready.poll()) {
      next.queued = false;
      if (next.stage != Transaction.Stage.DONE) {
        advanceGuarded(next);
      }
    }
    state.log.flush();
  }

  private void advanceGuarded(Transaction transaction) {
    try {
      advance(transaction);
    } catch (CarrierLostError lost) {
      throw lost;
    } catch (ThetisException e) {
      refuse(transaction, e);
    }
  }

  private void advance(Transaction t) {
    if (t.stage == Transaction.Stage.PREPARE && !prepare(t)) {
      return;
    }
    if (t.stage == Transaction.Stage.MASTER && !master(t)) {
      return;
    }
    if (t.stage == Transaction.Stage.LOCK && !lock(t)) {
      return;
    }
    if (t.stage == Transaction.Stage.FRESH && !refresh(t)) {
      return;
    }
    if (t.stage == Transaction.Stage.SNAPSHOT && snapshot(t)) {
      run(t);
    }
  }

  private boolean prepare(Transaction t) {
    Execute call = t.call;
    if (call.vector().get(state.self) > state.log.position()) {
      throw new ThetisException(
          ErrorCode.VECTOR_AHEAD, call.vector().get(state.self), state.self, state.log.position());
    }
    t.procedure = state.catalog.procedure(call.procedure(), call.jarVersion());
    if (t.procedure == null) {
      if (call.jarVersion() > state.catalog.newestVersion(call.procedure())) {
        waitIn(waitingForJar, t);
        return false;
      }
      throw new ThetisException(ErrorCode.UNKNOWN_PROCEDURE, call.procedure());
    }
    runner.plan(t, this::stolen);
    t.stage = Transaction.Stage.MASTER;
    return true;
  }

  private boolean master(Transaction t) {
    List<Mastership> written = t.call.written();
    List<Owner> wrong = List.of();
    for (int i = 0; i < written.size(); i++) {
      Mastership wanted = written.get(i);
      int term = state.mastership.term(wanted.partition());
      if (term < wanted.term()) {
        waitForMastership(t, wanted.partition());
        return false;
      }
      if (term > wanted.term()
          || !state.mastership.isMasteredHere(wanted.partition())
          || releases.isReleasing(wanted.partition())) {
        wrong = wrong.isEmpty() ? new ArrayList<>() : wrong;
        wrong.add(state.mastership.describe(wanted.partition()));
      }
    }
    if (!wrong.isEmpty() || !coversPlan(t, written)) {
      finish(t);
      answers.replan(t, wrong, wrong.isEmpty() ? t.plan.toKeySet() : null);
      return false;
    }
    releases.pin(written);
    t.pinned = true;
    t.stage = Transaction.Stage.LOCK;
    return true;
  }

  private boolean coversPlan(Transaction t, List<Mastership> written) {
    for (int i = 0; i < t.lockCount(); i++) {
      if (!contains(written, state.catalog.partitionOf(t.plan.write(i)))) {
        return false;
      }
    }
    return true;
  }

  private static boolean contains(List<Mastership> written, long partition) {
    for (int i = 0; i < written.size(); i++) {
      if (written.get(i).partition() == partition) {
        return true;
      }
    }
    return false;
  }

  private boolean lock(Transaction t) {
    while (t.locked < t.lockCount()) {
      if (!state.locks.lock(t.plan.write(t.locked), t)) {
        track(t);
        return false;
      }
      t.locked++;
    }
    t.stage = Transaction.Stage.FRESH;
    return true;
  }

  private boolean refresh(Transaction t) {
    if (t.call.repetition() && !state.reached().covers(t.call.vector())) {
      waitIn(waitingForRefresh, t);
      return false;
    }
    if (!t.isReadOnly() && t.call.session() != 0 && answerFromOutcomes(t)) {
      return false;
    }
    t.stage = Transaction.Stage.SNAPSHOT;
    return true;
  }

  /** A call that committed before gets its recorded answer (hazard 3). */
  private boolean answerFromOutcomes(Transaction t) {
    Outcome outcome = state.outcomes.find(t.call.session());
    if (outcome == null) {
      if (t.call.repetition() && state.outcomes.hasForgotten()) {
        throw new ThetisException(ErrorCode.STALE_REQUEST, t.call.sequence(), t.call.session());
      }
      return false;
    }
    if (outcome.sequence() < t.call.sequence()) {
      return false;
    }
    if (outcome.sequence() > t.call.sequence()) {
      throw new ThetisException(ErrorCode.STALE_REQUEST, t.call.sequence(), t.call.session());
    }
    finish(t);
    answers.recorded(t, outcome);
    return true;
  }

  private boolean snapshot(Transaction t) {
    if (!t.forceCut && runner.mayReadNow(t)) {
      t.snapshot = null;
      return true;
    }
    VectorSnapshot usable = state.cuts.usable();
    if (usable == null
        || !usable.vector().covers(t.call.vector())
        || !runner.showsNewest(t, usable)) {
      waitIn(waitingForCut, t);
      return false;
    }
    t.snapshot = usable;
    return true;
  }

  private void run(Transaction t) {
    switch (runner.run(t, this::stolen)) {
      case DONE -> finish(t);
      case AT_A_CUT -> {
        t.forceCut = true;
        wake(t);
      }
      case CONFLICT -> {
        giveBack(t);
        t.plan = t.nextPlan;
        t.stage = Transaction.Stage.MASTER;
        wake(t);
      }
    }
  }

  private void stolen(Transaction t) {
    state.counters.stolen++;
    refuse(
        t,
        new ThetisException(
            ErrorCode.PROCEDURE_TOO_LONG, t.call.procedure(), state.limits.procedureMs()));
    postDrain();
  }

  private void refuse(Transaction t, ThetisException error) {
    answers.failed(t, error);
    finish(t);
  }

  /** Frees whatever a call holds. */
  private void finish(Transaction t) {
    if (t.stage == Transaction.Stage.DONE) {
      return;
    }
    giveBack(t);
    t.stage = Transaction.Stage.DONE;
    active--;
  }

  private void giveBack(Transaction t) {
    runner.undo(t);
    if (t.locked < t.lockCount()) {
      state.locks.forget(t.plan.write(t.locked), t);
    }
    for (int i = t.locked - 1; i >= 0; i--) {
      state.locks.unlock(t.plan.write(i), t);
    }
    t.locked = 0;
    if (t.pinned) {
      t.pinned = false;
      releases.unpin(t.call.written());
    }
  }

  // Waiting and waking

  private void waitIn(List<Transaction> queue, Transaction t) {
    queue.add(t);
    track(t);
  }

  private void waitForMastership(Transaction t, long partition) {
    waitIn(waitingForMastership.computeIfAbsent(partition, p -> new ArrayList<>(2)), t);
  }

  private void track(Transaction t) {
    if (!t.waiting) {
      t.waiting = true;
      waiting.add(t);
    }
  }

  private void wakeAll(List<Transaction> queue) {
    if (!queue.isEmpty()) {
      queue.forEach(this::wake);
      queue.clear();
    }
  }

  /** The catalog changed. */
  void onCatalog() {
    wakeAll(waitingForJar);
  }

  /** A record moved a partition. */
  void onMoved(long partition) {
    List<Transaction> queue = waitingForMastership.remove(partition);
    if (queue != null) {
      wakeAll(queue);
    }
  }

  /** Partitions of which there is no list have other masters. */
  void onMastersChanged() {
    List<List<Transaction>> queues = new ArrayList<>(waitingForMastership.values());
    waitingForMastership.clear();
    queues.forEach(this::wakeAll);
    onReadsMayBeLocal();
  }

  /** More is applied, or more is acknowledged. */
  void onReached() {
    if (!waitingForRefresh.isEmpty()) {
      wakeAll(waitingForRefresh);
    }
    if (state.cuts.advance(state.reached())) {
      wakeAll(waitingForCut);
    }
  }

  /**
   * Something may have become usable for those who wait for a cut, such as mastership of what they
   * read.
   */
  void onReadsMayBeLocal() {
    wakeAll(waitingForCut);
  }

  /** Refuses calls that have waited for too long. Called from time to time. */
  void sweep() {
    long nowUs = state.scheduler.clock().nowUs();
    waiting.removeIf(
        t -> {
          if (t.stage != Transaction.Stage.DONE && nowUs > t.deadlineUs) {
            leaveQueues(t);
            refuse(t, new ThetisException(ErrorCode.TIMED_OUT, t.call.timeoutMs()));
          }
          return t.stage == Transaction.Stage.DONE;
        });
    if (ready.isEmpty()) {
      state.log.flush();
    }
  }

  /** The router that sent these calls is gone: what has not run will not run. */
  void drop(Connection connection) {
    Predicate<Transaction> ofConnection = t -> t.connection == connection;
    List<Transaction> dropped = new ArrayList<>(ready);
    dropped.addAll(waiting);
    dropped.stream().filter(ofConnection).forEach(this::dropOne);
    waiting.removeIf(t -> t.stage == Transaction.Stage.DONE);
  }

  private void dropOne(Transaction t) {
    leaveQueues(t);
    finish(t);
  }

  private void leaveQueues(Transaction t) {
    waitingForJar.remove(t);
    waitingForRefresh.remove(t);
    waitingForCut.remove(t);
    waitingForMastership.values().forEach(queue -> queue.remove(t));
  }

  /** Number of calls at the site. */
  int active() {
    return active;
  }
}
