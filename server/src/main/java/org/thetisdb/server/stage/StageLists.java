package org.thetisdb.server.stage;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.server.distributed.AwaitedParts;
import org.thetisdb.server.distributed.Validation;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.gate.SnapshotGate;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.interactive.Interactive;
import org.thetisdb.server.query.QueryStreams;
import org.thetisdb.server.state.SchemeInForce;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.Transaction;

/**
 * Which stages calls pass, and in which order: the one place where that is said. Whoever adds a
 * kind of concurrency control gives it a list here.
 *
 * <table>
 * <caption>The lists, by who passes them</caption>
 * <tr><td>under row locks, read and write locks, validation</td><td>PREPARE, MASTER, LOCK, FRESH, SNAPSHOT</td></tr>
 * <tr><td>in a fixed order</td><td>PREPARE, ORDER, MASTER, LOCK, FRESH, SNAPSHOT</td></tr>
 * <tr><td>in batches</td><td>PREPARE, MASTER, BATCH; who cannot be in one goes on as under row locks</td></tr>
 * <tr><td>in an era of epochs</td><td>PREPARE, and then the run</td></tr>
 * <tr><td>a COMMIT that waits for partitions</td><td>GATHER</td></tr>
 * <tr><td>a decision about what was kept</td><td>one of its own</td></tr>
 * </table>
 *
 * <p>When another scheme comes into force, its list holds for all calls from where they stand,
 * since the stages that lists share mean the same in all of them. Only who has a place in the
 * order, or stands in a batch, goes on with the list that has such a stage. Owned by the site's
 * engine.
 */
final class StageLists {
  private static final StageList NOWHERE = new StageList(List.of());

  private final SchemeInForce scheme;
  private final StageList underLocks;
  private final StageList inOrder;
  private final StageList inBatches;
  private final StageList inEra;
  private final StageList commits;
  private final StageList decisions;

  /** Lists of stages that stand on these parts; {@code stolen} hears of runs that take too long. */
  StageLists(
      SiteState state,
      Execution execution,
      Gates gates,
      Interactive interactive,
      Protocols protocols,
      QueryStreams queries,
      Executables executables,
      Consumer<Transaction> stolen) {
    this.scheme = state.scheme();
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
    AwaitedParts awaited =
        new AwaitedParts(state.scheduler(), state.catalog(), state.life(), state.locks());
    UndecidedRows undecided = new UndecidedRows(planned, waiting, awaited);
    LongStatements longStatements = new LongStatements();
    RunEnds ends = new RunEnds(active, longStatements);

    CallStage prepare = new PrepareStage(sessions, executables, runner, planned, stolen);
    CallStage barrier = new EraBarrier(state.era(), active);
    CallStage era = new EraStage(state.progress(), protocols.epochs(), executables, active, stolen);
    CallStage order = new OrderStage(protocols.ordered(), protocols.ahead(), executables, stolen);
    CallStage master = new MasterStage(gates.mastership());
    CallStage batch = new BatchStage(protocols.batches(), planned, executables);
    CallStage cut = new CutStage(snapshots);
    CallStage decision = new DecisionStage(undecided);
    CallStage lock =
        new LockStage(state.locks(), active, waiting, interactive.deadlocks(), awaited);
    CallStage noWait =
        new NoWaitStage(
            planned, new Validation(state.data()), gates.mastership()::isLeaving, active);
    CallStage participant = new ParticipantStage(undecided, runner, active);
    CallStage fresh = new FreshStage(state.progress(), waiting, active, interactive.open());
    CallStage snapshot = new SnapshotStage(snapshots, executables);
    CallStage line = new LineStage(state.lines().guard(), queries, longStatements);
    CallStage runInPlace = new RunInPlaceStage(protocols.ordered(), ends, stolen);
    CallStage run = new RunStage(runner, protocols.kept(), active, ends, stolen);

    List<CallStage> locked =
        List.of(cut, decision, lock, noWait, participant, fresh, snapshot, line);
    this.underLocks = list(List.of(prepare, barrier, master), locked, List.of(run));
    this.inOrder = list(List.of(prepare, barrier, order, master), locked, List.of(runInPlace, run));
    this.inBatches = list(List.of(prepare, barrier, master, batch), locked, List.of(run));
    this.inEra = list(List.of(prepare, era));
    this.commits = list(List.of(new GatherStage(interactive.control())));
    this.decisions =
        list(List.of(new FinishStage(state.progress(), sessions, protocols.kept(), waiting)));
  }

  @SafeVarargs
  private static StageList list(List<CallStage>... parts) {
    return new StageList(Stream.of(parts).flatMap(List::stream).toList());
  }

  /** The list by which a call goes on from where it stands. */
  StageList of(Transaction t) {
    if (t.finishesRun()) {
      return decisions;
    }
    if (t.runsInEra()) {
      return inEra;
    }
    return switch (t.stage) {
      case GATHER -> commits;
      case ORDER -> inOrder;
      case BATCH -> inBatches;
      case PREPARE, MASTER, LOCK, FRESH, SNAPSHOT ->
          t.ticket == null ? of(scheme.concurrency()) : inOrder;
      case QUERY, KEPT, DONE -> NOWHERE;
    };
  }

  /** The list of those that are whole calls or statements, under a scheme. */
  private StageList of(ConcurrencyControl concurrency) {
    return switch (concurrency) {
      case ROW_LOCKS, READ_WRITE_LOCKS, VALIDATION, LOGICAL_TIME, BATCHES_OVER_SITES -> underLocks;
      case ORDERED_LOCKS, PLACEHOLDERS, PIECES -> inOrder;
      case BATCH_RESERVATIONS -> inBatches;
    };
  }
}
