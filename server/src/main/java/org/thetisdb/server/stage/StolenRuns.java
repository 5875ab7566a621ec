package org.thetisdb.server.stage;

import java.util.function.Consumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.ReadyQueue;
import org.thetisdb.server.state.SiteCounters;
import org.thetisdb.server.state.SiteLimits;
import org.thetisdb.server.txn.Transaction;

/**
 * Procedures and queries that have run for too long, and keep their thread; the other calls go on.
 * Owned by the site's engine.
 */
final class StolenRuns implements Consumer<Transaction> {
  private final SiteLimits limits;
  private final SiteCounters counters;
  private final TransactionRunner runner;
  private final ActiveCalls active;
  private final ReadyQueue ready;

  /** Sees to it that those in {@code ready} go on. */
  StolenRuns(
      SiteLimits limits,
      SiteCounters counters,
      TransactionRunner runner,
      ActiveCalls active,
      ReadyQueue ready) {
    this.limits = limits;
    this.counters = counters;
    this.runner = runner;
    this.active = active;
    this.ready = ready;
  }

  @Override
  public void accept(Transaction t) {
    counters.stolen++;
    if ((t.isStreamable() || t.mayLeaveLine()) && t.stage() == Transaction.Stage.SNAPSHOT) {
      runner.rollBack(t);
      RunCompletion.readElsewhere(t);
      return;
    }
    active.refuse(
        t,
        new ThetisException(
            ErrorCode.PROCEDURE_TOO_LONG, t.call.procedure(), limits.procedureMs()));
    ready.drain();
  }
}
