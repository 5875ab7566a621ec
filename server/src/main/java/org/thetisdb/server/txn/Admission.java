package org.thetisdb.server.txn;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.agrona.collections.Long2ObjectHashMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.time.CarrierLostError;
import org.thetisdb.core.time.ResumableTask;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Mastership;
import org.thetisdb.core.wire.SiteToRouter.Owner;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.sql.call.CursorCall;

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
  private final OpenTransactions open;
  private final TransactionControl control;
  private final ExecutableFinder finder;
  private final QueryStreams queries;
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
    this.queries = new QueryStreams(state, answers, this::finish);
    this.open = new OpenTransactions(state, releases, new Endings());
    this.control = new TransactionControl(open, runner, answers);
    this.finder = new ExecutableFinder(state, this::onCompiled);
    releases.setOpen(open);
  }

  /** Takes a call from a router. */
  void admit(Execute call, Connection connection) {
    if (active >= state.limits.waitingCalls()) {
      answers.refuse(
          connection, call.attemptId(), new ThetisException(ErrorCode.OVERLOADED, active));
      return;
    }
    try {
      begin(call, connection);
    } catch (ThetisException e) {
      answers.refuse(connection, call.attemptId(), e);
    }
  }

  private void begin(Execute call, Connection connection) {
    if (CursorCall.isName(call.procedure())) {
      begin(call, connection, null, queries::onCall);
      return;
    }
    if (call.transaction() == null) {
      begin(call, connection, null, this::enter);
      return;
    }
    OpenTransaction known = open.find(call);
    if (known != null && !known.takes(call.attemptId())) {
      return; // a message that came twice
    }
    if (TransactionControl.isControl(call)) {
      begin(call, connection, known, this::control);
    } else {
      OpenTransaction transaction = open.of(call, connection);
      begin(
          call,
          connection,
          transaction,
          t -> {
            transaction.running = t;
            enter(t);
          });
    }
  }

  private void begin(
      Execute call,
      Connection connection,
      OpenTransaction transaction,
      Consumer<Transaction> next) {
    int waitMs =
        transaction == null
            ? call.timeoutMs()
            : Math.min(call.timeoutMs(), state.limits.open().lockWaitMs());
    long deadlineUs = state.scheduler.clock().nowUs() + waitMs * 1000L;
    next.accept(new Transaction(call, connection, deadlineUs, this, transaction));
  }

  private void enter(Transaction t) {
    active++;
    wake(t);
  }

  /** The end of an interactive transaction, or a mark in it. */
  private void control(Transaction t) {
    if (t.open != null && awaitsMastership(t)) {
      t.stage = Transaction.Stage.GATHER;
      t.open.running = t;
      active++;
    } else {
      runControl(t);
    }
  }

  /**
   * Whether a call waits for partitions that come to this site. A COMMIT names those that were
   * moved for what its transaction has read.
   */
  private boolean awaitsMastership(Transaction t) {
    for (Mastership wanted : t.call.written()) {
      if (state.mastership.term(wanted.partition()) < wanted.term()) {
        waitForMastership(t, wanted.partition());
        return true;
      }
    }
    return false;
  }

  private void runControl(Transaction t) {
    if (!control.run(t.call, t, t.connection)) {
      t.stage = Transaction.Stage.FRESH;
      t.procedure = LostCommit.INSTANCE;
      enter(t);
    }
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
    if (t.stage == Transaction.Stage.GATHER) {
      if (!awaitsMastership(t)) {
        finish(t);
        runControl(t);
      }
      return;
    }
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
    switch (finder.find(t)) {
      case FOUND -> {}
      case NOT_YET -> {
        waitIn(waitingForJar, t);
        return false;
      }
      case COMPILES -> {
        track(t);
        return false;
      }
    }
    runner.plan(t, this::stolen);
    t.stage = Transaction.Stage.MASTER;
    return true;
  }

  /** A statement was compiled, or cannot be. */
  private void onCompiled(Transaction t, ThetisException error) {
    if (t.stage == Transaction.Stage.DONE || state.stopped) {
      return;
    }
    if (error != null) {
      refuse(t, error);
    } else {
      wake(t);
    }
  }

  private boolean master(Transaction t) {
    List<Mastership> written = t.call.written();
    List<Owner> wrong = List.of();
    for (int i = 0; i < written.size(); i++) {
      Mastership wanted = written.get(i);
      if (t.open != null && t.open.keeps(wanted.partition())) {
        continue;
      }
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
    if (t.open == null) {
      releases.pin(written);
      t.pinned = true;
    } else {
      releases.pin(t.open.keep(written));
    }
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
      RowKey key = t.plan.write(t.locked);
      if (!state.locks.lock(key, t.lockOwner())) {
        track(t);
        if (t.open != null) {
          open.woundHolder(key, t.open.order);
        }
        return false;
      }
      if (t.open != null) {
        t.open.locked(key);
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
    if (t.open == null && !t.isReadOnly() && t.call.session() != 0 && answerFromOutcomes(t)) {
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
    Outcome outcome =
        state.outcomes.recorded(t.call.session(), t.call.sequence(), t.call.repetition());
    if (outcome == null) {
      return false;
    }
    finish(t);
    answers.recorded(t, outcome);
    return true;
  }

  private boolean snapshot(Transaction t) {
    if (t.open != null && t.open.snapshot != null && !t.open.isReadCommitted()) {
      t.snapshot = t.open.snapshot.snapshot();
      if (!runner.showsNewest(t, t.snapshot)) {
        throw new ThetisException(
            ErrorCode.SERIALIZATION_FAILURE, "a row that it writes was changed since it began");
      }
      return true;
    }
    if ((!t.forceCut || (t.readsOnlyNow() && t.open == null)) && runner.mayReadNow(t)) {
      t.snapshot = null;
      return true;
    }
    if (t.readsOnlyNow() && t.open == null) {
      finish(t);
      answers.replan(t, List.of(), t.plan.toKeySet());
      return false;
    }
    VectorSnapshot usable = state.cuts.usable();
    if (usable == null
        || !usable.vector().covers(t.call.vector())
        || !runner.showsNewest(t, usable)) {
      waitIn(waitingForCut, t);
      return false;
    }
    t.snapshot = usable;
    if (t.open != null) {
      holdSnapshot(t.open);
    }
    return true;
  }

  private void holdSnapshot(OpenTransaction transaction) {
    if (transaction.snapshot != null) {
      state.cuts.release(transaction.snapshot);
    }
    transaction.snapshot = state.cuts.hold();
  }

  private void run(Transaction t) {
    if (t.isLong) {
      t.stage = Transaction.Stage.QUERY;
      queries.begin(t);
      return;
    }
    switch (runner.run(t, this::stolen)) {
      case DONE -> finish(t);
      case AT_A_CUT -> {
        t.forceCut = true;
        wake(t);
      }
      case TOO_LONG -> readElsewhere(t);
      case CONFLICT -> {
        giveBack(t);
        t.plan = t.nextPlan;
        t.stage = Transaction.Stage.MASTER;
        wake(t);
      }
    }
  }

  /** A query that would hold up the engine is read again, on another line and at a cut. */
  private void readElsewhere(Transaction t) {
    t.isLong = true;
    t.forceCut = true;
    wake(t);
  }

  private void stolen(Transaction t) {
    state.counters.stolen++;
    if (t.isStreamable() && t.stage == Transaction.Stage.SNAPSHOT) {
      runner.undo(t);
      readElsewhere(t);
      return;
    }
    refuse(
        t,
        new ThetisException(
            ErrorCode.PROCEDURE_TOO_LONG, t.call.procedure(), state.limits.procedureMs()));
    postDrain();
  }

  private void refuse(Transaction t, ThetisException error) {
    answers.failed(t, error);
    finish(t);
    if (t.open != null && endsTransaction(error.code())) {
      open.end(t.open, error);
    }
  }

  /** After these errors a client has to begin anew; after others its transaction can go on. */
  private static boolean endsTransaction(ErrorCode code) {
    return code.sqlState().equals("40001");
  }

  private final class Endings implements OpenTransactions.Ending {
    @Override
    public void onEnded(Transaction statement, ThetisException why) {
      leaveQueues(statement);
      answers.failed(statement, why);
      finish(statement);
    }

    @Override
    public void onClosed(OpenTransaction transaction) {
      queries.closeOf(transaction);
    }
  }

  /** Frees whatever a call holds. */
  private void finish(Transaction t) {
    if (t.stage == Transaction.Stage.DONE) {
      return;
    }
    giveBack(t);
    t.stage = Transaction.Stage.DONE;
    active--;
    if (t.open != null && t.open.running == t) {
      keepLocked(t.open);
      t.open.running = null;
      t.open.idleSinceUs = state.scheduler.clock().nowUs();
    }
  }

  /**
   * Rows that a statement locked when it met them are written by the COMMIT: their partitions stay,
   * too.
   */
  private void keepLocked(OpenTransaction transaction) {
    transaction.notKept().removeIf(key -> keep(transaction, state.catalog.partitionOf(key)));
  }

  /** Whether a partition is kept here for a transaction, from now on at the latest. */
  private boolean keep(OpenTransaction transaction, long partition) {
    if (!transaction.keeps(partition)) {
      if (!state.mastership.isMasteredHere(partition)) {
        return false;
      }
      int term = state.mastership.term(partition);
      releases.pin(transaction.keep(List.of(new Mastership(partition, term))));
    }
    return true;
  }

  private void giveBack(Transaction t) {
    runner.undo(t);
    if (t.locked < t.lockCount()) {
      state.locks.forget(t.plan.write(t.locked), t.lockOwner());
    }
    for (int i = t.locked - 1; i >= 0 && t.open == null; i--) {
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
            refuse(t, timeOut(t));
          }
          return t.stage == Transaction.Stage.DONE;
        });
    queries.sweep();
    open.sweep();
    if (ready.isEmpty()) {
      state.log.flush();
    }
  }

  private ThetisException timeOut(Transaction t) {
    return t.open == null
        ? new ThetisException(ErrorCode.TIMED_OUT, t.call.timeoutMs())
        : new ThetisException(
            ErrorCode.SERIALIZATION_FAILURE,
            "it waited for more than " + state.limits.open().lockWaitMs() + " ms for others");
  }

  /** The router that sent these calls is gone: what has not run will not run. */
  void drop(Connection connection) {
    Predicate<Transaction> ofConnection = t -> t.connection == connection;
    List<Transaction> dropped = new ArrayList<>(ready);
    dropped.addAll(waiting);
    dropped.stream().filter(ofConnection).forEach(this::dropOne);
    waiting.removeIf(t -> t.stage == Transaction.Stage.DONE);
    queries.drop(connection);
    open.drop(connection);
  }

  /** The site ends: what is read of it ends, too. */
  void stop() {
    queries.stop();
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

  /** Gives up a call that waits. */
  void cancel(Connection connection, long attemptId) {
    queries.cancel(connection, attemptId);
    for (Transaction t : List.copyOf(waiting)) {
      if (t.connection == connection
          && t.call.attemptId() == attemptId
          && t.stage != Transaction.Stage.DONE) {
        leaveQueues(t);
        refuse(t, new ThetisException(ErrorCode.QUERY_CANCELED));
      }
    }
  }

  int longQueries() {
    return queries.size();
  }

  /** Number of calls at the site. */
  int active() {
    return active;
  }
}
