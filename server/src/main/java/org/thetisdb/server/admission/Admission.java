package org.thetisdb.server.admission;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.server.bulk.BulkRuns;
import org.thetisdb.server.execution.Answers;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.AwaitedParts;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.gate.MastershipGate;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.interactive.CommitIntents;
import org.thetisdb.server.interactive.Deadlocks;
import org.thetisdb.server.interactive.Interactive;
import org.thetisdb.server.interactive.OpenTransactions;
import org.thetisdb.server.interactive.TransactionControl;
import org.thetisdb.server.ownership.LostLenders;
import org.thetisdb.server.query.QueryStreams;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.scheme.SiteCalls;
import org.thetisdb.server.scheme.site.SiteFamilies;
import org.thetisdb.server.scheme.site.SiteSchemes;
import org.thetisdb.server.stage.CallStages;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.StageClock;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.sql.call.CursorCall;
import org.thetisdb.sql.call.StatementCall;

/**
 * Takes calls from the router and gives each to the part that is for it; hears what happens at the
 * site, and wakes the calls that may go on; ends those that have waited for too long or that nobody
 * asks for any more. How a call comes to run is described in {@link CallStages}. Owned by the
 * site's engine.
 */
public final class Admission {
  private final SiteState state;
  private final Answers answers;
  private final WaitingCalls waiting;
  private final ActiveCalls active;
  private final QueryStreams queries;
  private final BulkRuns bulk;
  private final OpenTransactions open;
  private final TransactionControl control;
  private final CallStages stages;
  private final SiteSchemes schemes;

  /** The last attempt that the leading router has sent; they rise. */
  private long lastAttempt;

  /**
   * No calls yet.
   *
   * @param demand hears what calls wait for
   * @param incarnation of this site
   * @param definitions whether this site keeps to the definitions that others keep to
   * @param families the schemes that there are
   * @param lostLenders has lost sites lend of which this one is the failover successor
   */
  public Admission(
      SiteState state,
      Releases releases,
      Answers answers,
      WaitingCalls.Listener demand,
      int incarnation,
      BooleanSupplier definitions,
      SiteFamilies families,
      LostLenders lostLenders) {
    this.state = state;
    this.answers = answers;
    this.waiting = new WaitingCalls(demand);
    Execution execution = Execution.of(state, answers);
    this.active =
        new ActiveCalls(
            state.scheduler(),
            state.data(),
            state.locks(),
            state.counters(),
            releases,
            execution.runner(),
            answers);
    this.queries =
        new QueryStreams(
            state.lines(),
            state.data(),
            state.life(),
            state.cuts(),
            state.limits(),
            state.counters(),
            answers,
            active::finish);
    this.open =
        new OpenTransactions(
            state.scheduler(),
            state.cuts(),
            state.locks(),
            state.limits(),
            releases,
            new Endings());
    releases.setInteractive(open);
    state.catalog().prepared().setOnResolved(waiting::wakeForDecision);
    active.setEnding(open::end);
    MastershipGate mastership =
        new MastershipGate(
            state.catalog(), state.mastership(), state.progress(), releases, waiting, active);
    AwaitedParts awaited =
        new AwaitedParts(state.scheduler(), state.catalog(), state.life(), state.locks());
    CommitIntents intents =
        new CommitIntents(state.catalog(), state.mastership(), state.rules(), waiting, awaited);
    this.control =
        new TransactionControl(open, execution.committer(), answers, mastership, active, intents);
    Gates gates = new Gates(waiting, active, mastership);
    this.bulk = new BulkRuns(state, execution, gates, releases);
    this.stages =
        new CallStages(
            state,
            execution,
            gates,
            new Interactive(open, control, new Deadlocks(state.locks(), open, active), awaited),
            queries,
            bulk,
            definitions);
    this.schemes =
        new SiteSchemes(
            families,
            state,
            incarnation,
            execution,
            gates,
            releases,
            open,
            stages,
            new Calls(demand),
            lostLenders);
    stages.setInForce(schemes::path);
    releases.setBehindCalls(stages.ready()::runBehind);
  }

  /** The families of schemes. */
  public SiteSchemes schemes() {
    return schemes;
  }

  /** Takes a call from a router. */
  public void admit(Execute call, Connection connection) {
    admit(call, connection, null, CallState.NONE);
  }

  /** Takes a call, or a part of a transaction over several sites, that a scheme may lead. */
  private void admit(Execute call, Connection connection, Part part, CallState state) {
    if (!isNew(call)) {
      return;
    }
    if (active.count() >= this.state.limits().waitingCalls()) {
      answers.refuse(
          connection, call.attemptId(), new ThetisException(ErrorCode.OVERLOADED, active.count()));
      return;
    }
    try {
      if (state != CallState.NONE) {
        beginLed(call, connection, part, state);
      } else if (part == null) {
        begin(call, connection);
      } else if (call.transaction() != null && !part.prepares()) {
        beginInTransaction(call, connection, part);
      } else {
        begin(call, connection, null, part, active::enter);
      }
    } catch (ThetisException e) {
      answers.refuse(connection, call.attemptId(), e);
    }
  }

  private void beginLed(Execute call, Connection connection, Part part, CallState kept) {
    begin(
        call,
        connection,
        null,
        part,
        t -> {
          t.setState(kept);
          active.enter(t);
        });
  }

  /** Takes a read of a router that does not lead. */
  void admitRead(Execute call, Connection reader) {
    if (active.count() >= state.limits().waitingCalls()) {
      answers.refuse(
          reader, call.attemptId(), new ThetisException(ErrorCode.OVERLOADED, active.count()));
      return;
    }
    begin(
        call,
        reader,
        null,
        t -> {
          t.readForReader();
          active.enter(t);
        });
  }

  /**
   * Whether a message is no copy of an earlier one. What the first one prepared may be decided by
   * now; and the router goes on with whatever the first answer says, so the copy of a call that
   * commits could have it sent to another site, and run there again (hazard 3).
   */
  private boolean isNew(Execute attempt) {
    boolean isNew = attempt.attemptId() > lastAttempt;
    lastAttempt = Math.max(lastAttempt, attempt.attemptId());
    return isNew;
  }

  private void begin(Execute call, Connection connection) {
    if (CursorCall.isName(call.procedure())) {
      begin(call, connection, null, queries::onCall);
    } else if (call.transaction() == null) {
      begin(call, connection, null, active::enter);
    } else {
      beginInTransaction(call, connection, null);
    }
  }

  private void beginInTransaction(Execute call, Connection connection, Part part) {
    OpenTransaction known = open.find(call);
    if (known != null && !known.takes(call.attemptId())) {
      return; // a message that came twice
    }
    if (TransactionControl.isControl(call)) {
      begin(call, connection, known, part, control::begin);
    } else {
      OpenTransaction transaction = open.of(call, connection);
      begin(
          call,
          connection,
          transaction,
          t -> {
            transaction.run(t);
            active.enter(t);
          });
    }
  }

  private void begin(
      Execute call,
      Connection connection,
      OpenTransaction transaction,
      Consumer<Transaction> next) {
    begin(call, connection, transaction, null, next);
  }

  private void begin(
      Execute call,
      Connection connection,
      OpenTransaction transaction,
      Part part,
      Consumer<Transaction> next) {
    int waitMs =
        transaction == null
            ? call.timeoutMs()
            : Math.min(call.timeoutMs(), state.limits().open().lockWaitMs());
    long deadlineUs = state.scheduler().clock().nowUs() + waitMs * 1000L;
    Transaction taken =
        new Transaction(call, connection, deadlineUs, stages.ready(), transaction, part);
    if (call.timed()) {
      taken.take(new StageClock(state.scheduler().clock()));
    }
    next.accept(taken);
  }

  // What happens at the site

  /** The catalog changed. */
  public void onCatalog() {
    waiting.wakeForCatalog();
  }

  /** A record moved a partition. */
  public void onMoved(long partition) {
    waiting.wakeForMastership(partition);
  }

  /** Partitions of which there is no list have other masters. */
  void onMastersChanged() {
    waiting.wakeForMastership();
    onReadsMayBeLocal();
  }

  /** More is applied, or more is acknowledged. */
  public void onReached() {
    schemes.onReached();
    waiting.wakeForRefresh();
    if (state.cuts().advance(state.progress().reached())) {
      waiting.wakeForCut();
    }
    waiting.expedite();
  }

  /**
   * Something may have become usable for those that wait for a cut, such as mastership of what they
   * read.
   */
  public void onReadsMayBeLocal() {
    waiting.wakeForCut();
  }

  // Calls that do not go on

  /** Refuses calls that have waited for too long. Called from time to time. */
  public void sweep() {
    waiting.expire(state.scheduler().clock().nowUs(), t -> active.refuse(t, timeOut(t)));
    queries.sweep();
    bulk.sweep();
    open.sweep();
  }

  private ThetisException timeOut(Transaction t) {
    if (t.open == null && t.attempts() > 0) {
      return new ThetisException(ErrorCode.CONFLICT, t.attempts(), t.call.timeoutMs());
    }
    if (t.open == null) {
      boolean isStatement = t.call.procedure().equals(StatementCall.PROCEDURE);
      return isStatement && t.part == null && !t.call.repetition()
          ? new ThetisException(ErrorCode.STATEMENT_TIMED_OUT, t.call.timeoutMs())
          : new ThetisException(ErrorCode.TIMED_OUT, t.call.timeoutMs());
    }
    int lockWaitMs = state.limits().open().lockWaitMs();
    return t.call.timeoutMs() < lockWaitMs
        ? new ThetisException(ErrorCode.STATEMENT_TIMED_OUT, t.call.timeoutMs())
        : new ThetisException(
            ErrorCode.SERIALIZATION_FAILURE,
            "it waited for more than " + lockWaitMs + " ms for others");
  }

  /** The router that sent these calls is gone: what has not run will not run. */
  public void drop(Connection connection) {
    schemes.drop(connection);
    dropCalls(connection);
    lastAttempt = 0;
    queries.drop(connection);
    open.drop(connection);
  }

  /** Nobody waits for the calls of a connection any more. */
  void dropCalls(Connection connection) {
    Predicate<Transaction> ofConnection = t -> t.connection == connection;
    List<Transaction> dropped = new ArrayList<>(stages.ready().calls());
    dropped.addAll(schemes.calls());
    dropped.removeIf(ofConnection.negate());
    dropped.addAll(waiting.find(ofConnection));
    dropped.forEach(this::dropOne);
    waiting.forgetDone();
  }

  private void dropOne(Transaction t) {
    waiting.remove(t);
    active.finish(t);
  }

  /** Gives up a call that waits, or a query that is read or is about to be. */
  public void cancel(Connection connection, long attemptId) {
    queries.cancel(connection, attemptId);
    Predicate<Transaction> wanted =
        t -> t.connection == connection && t.call.attemptId() == attemptId;
    for (Transaction t : waiting.find(wanted)) {
      waiting.remove(t);
      active.refuse(t, canceled(t));
    }
    for (Transaction t : stages.ready().calls()) {
      if (t.isLong() && t.stage() != Transaction.Stage.DONE && wanted.test(t)) {
        active.refuse(t, canceled(t));
      }
    }
  }

  /** One that waits for rows is in a cycle over several sites: it gives back what it has. */
  public void giveWay(Connection connection, long attemptId) {
    Predicate<Transaction> wanted =
        t ->
            t.connection == connection
                && t.call.attemptId() == attemptId
                && t.part != null
                && t.awaitsRow();
    for (Transaction t : waiting.find(wanted)) {
      waiting.remove(t);
      state.counters().conflicts++;
      active.refuse(t, whyToGiveWay(t));
    }
  }

  /** A COMMIT that gives way behind its participants has read what others are going to write. */
  private static ThetisException whyToGiveWay(Transaction t) {
    return t.open == null
        ? new ThetisException(ErrorCode.CONFLICT, t.attempts() + 1, t.call.timeoutMs())
        : new ThetisException(
            ErrorCode.SERIALIZATION_FAILURE,
            "it and others have read what the other one writes (a deadlock)");
  }

  /** A repetition that waits was not looked up yet: what it repeats may have committed. */
  private static ThetisException canceled(Transaction t) {
    return t.call.repetition()
        ? new ThetisException(ErrorCode.OUTCOME_UNKNOWN, "the repetition was canceled")
        : new ThetisException(ErrorCode.QUERY_CANCELED);
  }

  /** The site ends: what is read of it ends, too. */
  public void stop() {
    queries.stop();
    bulk.stop();
  }

  /** How many long queries are not read to their end. */
  public int longQueries() {
    return queries.size();
  }

  /** What schemes do to calls. */
  private final class Calls implements SiteCalls {
    private final WaitingCalls.Listener demand;

    Calls(WaitingCalls.Listener demand) {
      this.demand = demand;
    }

    @Override
    public void admit(Execute call, Connection router, Part part, CallState kept) {
      Admission.this.admit(call, router, part, kept);
    }

    @Override
    public void sendBack(Predicate<Transaction> which) {
      for (Transaction t : waiting.find(t -> t.open == null && which.test(t))) {
        waiting.remove(t);
        active.replan(t, List.of(), null);
      }
    }

    @Override
    public void endInteractive(String why) {
      open.endInteractive(why);
    }

    @Override
    public void onMastersChanged() {
      Admission.this.onMastersChanged();
    }

    @Override
    public void expedite() {
      demand.onLogsAwaited();
    }
  }

  /** What the end of an interactive transaction does to calls that are parts of it. */
  private final class Endings implements OpenTransactions.Ending {
    @Override
    public void onEnded(Transaction statement, ThetisException why) {
      waiting.remove(statement);
      answers.failed(statement, why);
      active.finish(statement);
    }

    @Override
    public void onClosed(OpenTransaction transaction) {
      queries.closeOf(transaction);
    }
  }
}
