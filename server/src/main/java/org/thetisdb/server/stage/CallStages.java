package org.thetisdb.server.stage;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.WorkerLostError;
import org.thetisdb.server.bulk.BulkRuns;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.AwaitedParts;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.gate.ReadyQueue;
import org.thetisdb.server.interactive.Interactive;
import org.thetisdb.server.query.QueryStreams;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Takes calls from stage to stage (see {@link Transaction}), each as far as it goes at the moment.
 * Which stages a call passes is said by the scheme that leads it, or else by the one in force.
 * Owned by the site's engine.
 */
public final class CallStages {
  private static final CallPath NOWHERE = t -> {};

  private final ActiveCalls active;
  private final AwaitedParts awaited;
  private final ReadyQueue ready;
  private final Refusals refusals;
  private final CallParts parts;
  private final Stages common;

  /** Those of a COMMIT that waits for partitions, whatever scheme is in force. */
  private final CallPath commits;

  private Supplier<CallPath> inForce;

  /**
   * No calls yet; {@link #setInForce} completes it.
   *
   * @param definitions whether this site keeps to the definitions that others keep to
   */
  public CallStages(
      SiteState state,
      Execution execution,
      Gates gates,
      Interactive interactive,
      QueryStreams queries,
      BulkRuns bulk,
      BooleanSupplier definitions) {
    this.active = gates.active();
    this.awaited = interactive.awaited();
    this.ready =
        new ReadyQueue(
            state.scheduler(), state.life()::isStopped, this::advance, state.log()::flush);
    this.refusals = new Refusals(execution.runner(), active);
    Executables executables =
        new Executables(
            state.catalog(),
            state.life(),
            state.sql(),
            state.rules(),
            definitions,
            execution.catalogs(),
            gates.waiting(),
            active);
    LongStatements longStatements = new LongStatements();
    this.parts =
        new CallParts(
            new SessionVectors(state.log(), state.data().self()),
            executables,
            new PlannedRows(state.data(), state.life(), state.rules(), state.locks()),
            new RunCompletion(active, longStatements),
            longStatements,
            new StolenRuns(state.limits(), state.counters(), execution.runner(), active, ready));
    this.common =
        new Stages(state, execution, gates, interactive, queries, bulk, parts, this::beginRound);
    bulk.setBeginRound(this::beginRound);
    this.commits = new StageList(List.of(common.gather));
  }

  /** Completes it: {@code path} names the stages of calls that no scheme leads by itself. */
  public void setInForce(Supplier<CallPath> path) {
    inForce = path;
  }

  private void advance(Transaction t) {
    try {
      pathOf(t).lead(t);
    } catch (WorkerLostError lost) {
      throw lost;
    } catch (ThetisException e) {
      refusals.refuse(t, e);
    }
  }

  private CallPath pathOf(Transaction t) {
    CallPath own = t.state().path();
    return switch (t.stage()) {
      case GATHER -> commits;
      case PREPARE, ORDER, MASTER, BATCH, LOCK, FRESH, SNAPSHOT ->
          own == null ? inForce.get() : own;
      case QUERY, KEPT, DONE -> NOWHERE;
    };
  }

  /** A call was rolled back for others, and locks what it has met beside what it had planned. */
  public void beginRound(Transaction t) {
    active.unlock(t); // its partitions stay: it would have to wait for them again
    t.beginRound();
    t.takeNextPlan();
    t.moveTo(Stage.MASTER);
    t.wake();
  }

  /** Those that go on next. */
  public ReadyQueue ready() {
    return ready;
  }

  /** The stages that calls pass under every scheme. */
  public Stages common() {
    return common;
  }

  /** Tells the router which parts of transactions over several sites wait here. */
  public AwaitedParts awaited() {
    return awaited;
  }

  /** What sessions have seen of this site. */
  public SessionVectors sessions() {
    return parts.sessions();
  }

  /** Finds what calls run. */
  public Executables executables() {
    return parts.executables();
  }

  /** What is known of the rows of a plan. */
  public PlannedRows planned() {
    return parts.planned();
  }

  /** What is to be done with a call that has run. */
  public RunCompletion ends() {
    return parts.ends();
  }

  /** Ends calls with an error. */
  public Refusals refusals() {
    return refusals;
  }

  /** Hears of runs that take too long. */
  public Consumer<Transaction> stolen() {
    return parts.stolen();
  }
}
