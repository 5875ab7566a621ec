package org.thetisdb.server.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.CarrierLostError;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.gate.ReadyQueue;
import org.thetisdb.server.interactive.Interactive;
import org.thetisdb.server.query.QueryStreams;
import org.thetisdb.server.scheme.epoch.EpochRuns;
import org.thetisdb.server.scheme.twophase.KeptRuns;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.Transaction;

/**
 * Takes calls from stage to stage (see {@link Transaction}), each as far as it goes at the moment;
 * which stages there are is said by {@link StageLists}. Owned by the site's engine.
 */
public final class CallStages {
  private final ReadyQueue ready;
  private final Refusals refusals;
  private final Protocols protocols;
  private final StageLists lists;

  /**
   * No calls yet.
   *
   * @param definitions whether this site keeps to the definitions that others keep to
   * @param eraCalls hears what an era does to calls that are not of it
   */
  public CallStages(
      SiteState state,
      Execution execution,
      Gates gates,
      Interactive interactive,
      QueryStreams queries,
      BooleanSupplier definitions,
      EpochRuns.Calls eraCalls) {
    this.ready =
        new ReadyQueue(
            state.scheduler(), state.life()::isStopped, this::advance, state.log()::flush);
    this.refusals = new Refusals(execution.runner(), gates.active());
    StolenRuns stolen =
        new StolenRuns(state.limits(), state.counters(), execution.runner(), gates.active(), ready);
    BatchEnds batchEnds = new BatchEnds(execution.catalogs(), refusals, stolen);
    this.protocols = Protocols.of(state, execution, gates, interactive.open(), batchEnds, eraCalls);
    Executables executables =
        new Executables(
            state.catalog(),
            state.life(),
            state.sql(),
            state.scheme(),
            definitions,
            execution.catalogs(),
            gates.waiting(),
            gates.active());
    Stages stages =
        new Stages(state, execution, gates, interactive, protocols, queries, executables, stolen);
    execution.committer().setWatch(protocols.ahead());
    this.lists = new StageLists(stages, protocols, state.scheme());
  }

  private void advance(Transaction t) {
    try {
      lists.of(t).lead(t);
    } catch (CarrierLostError lost) {
      throw lost;
    } catch (ThetisException e) {
      refusals.refuse(t, e);
    }
  }

  /** Those that go on soon: when it is their turn, or with their batch. */
  public List<Transaction> calls() {
    List<Transaction> calls = new ArrayList<>(ready.calls());
    calls.addAll(protocols.batches().calls());
    calls.addAll(protocols.ordered().calls());
    return calls;
  }

  /** Those that have run, and wait for their participants. */
  public KeptRuns kept() {
    return protocols.kept();
  }

  /** Those that run in an era. */
  public EpochRuns epochs() {
    return protocols.epochs();
  }

  /** Those that go on next. */
  public ReadyQueue ready() {
    return ready;
  }
}
