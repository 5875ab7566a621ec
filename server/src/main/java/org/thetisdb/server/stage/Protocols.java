package org.thetisdb.server.stage;

import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.execution.PlannedRows;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.interactive.OpenTransactions;
import org.thetisdb.server.scheme.batch.Batches;
import org.thetisdb.server.scheme.deterministic.AheadRuns;
import org.thetisdb.server.scheme.deterministic.OrderedCalls;
import org.thetisdb.server.scheme.epoch.EpochRuns;
import org.thetisdb.server.scheme.twophase.KeptRuns;
import org.thetisdb.server.scheme.twophase.Validation;
import org.thetisdb.server.state.SiteState;

/**
 * What runs calls otherwise than one by one under row locks. All of it is there under each scheme:
 * calls of a former one may still be under way.
 *
 * @param batches calls that run in batches
 * @param ordered calls that commit in the order in which they came
 * @param ahead those of them that run before their turn
 * @param kept calls that have run, and wait for their participants
 * @param epochs calls that run in an era
 */
record Protocols(
    Batches batches, OrderedCalls ordered, AheadRuns ahead, KeptRuns kept, EpochRuns epochs) {

  /** Those of one site. */
  static Protocols of(
      SiteState state,
      Execution execution,
      Gates gates,
      OpenTransactions open,
      BatchEnds batchEnds,
      EpochRuns.Calls eraCalls) {
    TransactionRunner runner = execution.runner();
    ActiveCalls active = gates.active();
    AheadRuns ahead =
        new AheadRuns(
            state.data(),
            state.progress(),
            state.scheme(),
            state.locks(),
            state.limits(),
            runner,
            new PlannedRows(state.data(), state.life(), state.scheme(), state.locks()));
    return new Protocols(
        new Batches(
            state.scheduler(),
            state.catalog(),
            state.life(),
            state.locks(),
            state.limits(),
            runner,
            active,
            batchEnds),
        new OrderedCalls(
            state.scheduler(),
            state.life(),
            runner,
            gates.waiting(),
            active,
            ahead,
            state.limits().batches()),
        ahead,
        new KeptRuns(
            state.data(),
            state.scheme(),
            state.locks(),
            state.counters(),
            runner,
            active,
            execution.answers(),
            new Validation(state.data())),
        new EpochRuns(
            state,
            runner,
            active,
            execution.committer(),
            open,
            gates.mastership()::isLeaving,
            eraCalls));
  }
}
