package org.thetisdb.server.stage;

import java.util.function.Consumer;
import org.thetisdb.server.bulk.BulkRuns;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.AwaitedParts;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.gate.SnapshotGate;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.interactive.Interactive;
import org.thetisdb.server.query.QueryStreams;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.Transaction;

/**
 * One of each stage that calls pass under every scheme, made of what it needs. In which order, and
 * with which stages of its own among them, is said by each family of schemes.
 */
public final class Stages {
  /** Finds what a call runs, and plans which rows it touches. */
  public final CallStage prepare;

  /** Keeps calls back while nothing may commit. */
  public final CallStage barrier;

  /** Lets pass what this site masters. */
  public final CallStage master;

  /** Waits for a cut before anything is locked. */
  public final CallStage cut;

  /** Waits for decisions of others before anything is locked. */
  public final CallStage decision;

  /** Locks all planned rows. */
  public final CallStage lock;

  /** Prepares rows here of a call that runs elsewhere. */
  public final CallStage participant;

  /** Looks whether the call has committed before. */
  public final CallStage fresh;

  /** Gives the call its snapshot. */
  public final CallStage snapshot;

  /** Sends long queries to another event loop. */
  public final CallStage line;

  /** Sends long queries and long changes to another event loop. */
  public final CallStage lineOfChanges;

  /** Has statements leave the event loop that name many rows. */
  public final CallStage longPlan;

  /** Runs the call, and commits it. */
  public final CallStage run;

  /** Runs a COMMIT when the partitions have come that were moved for it. */
  public final CallStage gather;

  /** The stages of a site. */
  Stages(
      SiteState state,
      Execution execution,
      Gates gates,
      Interactive interactive,
      QueryStreams queries,
      BulkRuns bulk,
      CallParts parts,
      Consumer<Transaction> beginRound) {
    TransactionRunner runner = execution.runner();
    ActiveCalls active = gates.active();
    WaitingCalls waiting = gates.waiting();
    PlannedRows planned = parts.planned();
    Executables executables = parts.executables();
    SnapshotGate snapshots =
        new SnapshotGate(
            state.data().store(),
            state.catalog(),
            state.progress(),
            state.cuts(),
            planned,
            waiting,
            active);
    AwaitedParts awaited = interactive.awaited();
    UndecidedRows undecided = new UndecidedRows(planned, waiting, awaited);

    this.prepare = new PrepareStage(parts.sessions(), executables, runner, planned, parts.stolen());
    this.barrier = new BarrierStage(state.barrier(), active);
    this.master = new MasterStage(gates.mastership());
    this.cut = new CutStage(snapshots);
    this.decision = new DecisionStage(undecided);
    this.lock = new LockStage(state.locks(), active, waiting, interactive.deadlocks(), awaited);
    this.participant =
        new ParticipantStage(undecided, planned, gates.mastership()::isLeaving, runner, active);
    this.fresh = new FreshStage(state.progress(), waiting, active, interactive.open());
    this.snapshot = new SnapshotStage(snapshots, executables);
    this.line =
        new EventLoopStage(state.lines().guard(), queries, bulk, false, parts.longStatements());
    this.lineOfChanges =
        new EventLoopStage(state.lines().guard(), queries, bulk, true, parts.longStatements());
    this.longPlan = new LongPlanStage(state.limits().queryRows());
    this.run = new RunStage(runner::run, parts.ends(), beginRound, parts.stolen());
    this.gather = new GatherStage(interactive.control());
  }
}
