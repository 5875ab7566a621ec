package org.thetisdb.server.stage;

import java.util.function.Consumer;
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
import org.thetisdb.server.scheme.twophase.Validation;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.Transaction;

/**
 * One of each stage, made of what it needs; which of them calls pass, and in which order, is said
 * by {@link StageLists}.
 */
final class Stages {
  final CallStage prepare;
  final CallStage barrier;
  final CallStage era;
  final CallStage order;
  final CallStage master;
  final CallStage batch;
  final CallStage cut;
  final CallStage decision;
  final CallStage lock;
  final CallStage noWait;
  final CallStage participant;
  final CallStage fresh;
  final CallStage snapshot;
  final CallStage line;
  final CallStage runInPlace;
  final CallStage run;
  final CallStage gather;
  final CallStage finish;

  /** The stages of a site; {@code stolen} hears of runs that take too long. */
  Stages(
      SiteState state,
      Execution execution,
      Gates gates,
      Interactive interactive,
      Protocols protocols,
      QueryStreams queries,
      Executables executables,
      Consumer<Transaction> stolen) {
    TransactionRunner runner = execution.runner();
    ActiveCalls active = gates.active();
    WaitingCalls waiting = gates.waiting();
    SessionVectors sessions = new SessionVectors(state.log(), state.data().self());
    PlannedRows planned =
        new PlannedRows(state.data(), state.life(), state.scheme(), state.locks());
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
    LongStatements longStatements = new LongStatements();
    RunEnds ends = new RunEnds(active, longStatements);

    this.prepare = new PrepareStage(sessions, executables, runner, planned, stolen);
    this.barrier = new BarrierStage(state.barrier(), active);
    this.era =
        new EraStage(state.progress(), protocols.epochs(), executables, active, waiting, stolen);
    this.order = new OrderStage(protocols.ordered(), protocols.ahead(), executables, stolen);
    this.master = new MasterStage(gates.mastership());
    this.batch = new BatchStage(protocols.batches(), planned, executables);
    this.cut = new CutStage(snapshots);
    this.decision = new DecisionStage(undecided);
    this.lock = new LockStage(state.locks(), active, waiting, interactive.deadlocks(), awaited);
    this.noWait =
        new NoWaitStage(
            planned, new Validation(state.data()), gates.mastership()::isLeaving, active);
    this.participant =
        new ParticipantStage(undecided, planned, gates.mastership()::isLeaving, runner, active);
    this.fresh = new FreshStage(state.progress(), waiting, active, interactive.open());
    this.snapshot = new SnapshotStage(snapshots, executables);
    this.line = new LineStage(state.lines().guard(), queries, longStatements);
    this.runInPlace = new RunInPlaceStage(protocols.ordered(), ends, stolen);
    this.run = new RunStage(runner, protocols.kept(), active, ends, stolen);
    this.gather = new GatherStage(interactive.control());
    this.finish = new FinishStage(state.progress(), sessions, protocols.kept(), waiting);
  }
}
