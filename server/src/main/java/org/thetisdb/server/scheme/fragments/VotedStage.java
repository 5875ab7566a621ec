package org.thetisdb.server.scheme.fragments;

import java.util.List;
import org.thetisdb.core.wire.RouterToSite.CommitVotes;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.gate.MastershipGate;
import org.thetisdb.server.gate.WaitingCalls;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.stage.CallStage;
import org.thetisdb.server.stage.CallStages;
import org.thetisdb.server.stage.Executables;
import org.thetisdb.server.stage.SessionVectors;
import org.thetisdb.server.state.CommitBarrier;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.server.txn.Transaction.Stage;

/**
 * Commits a call that all of its masters have voted for, when this site has all that they had: then
 * it knows that each has prepared what it votes with, and writes the next version of each row.
 */
final class VotedStage implements CallStage {
  private final Catalog catalog;
  private final ClosedTables tables;
  private final MastershipTable masters;
  private final SiteProgress progress;
  private final CommitBarrier barrier;
  private final SessionVectors sessions;
  private final Executables executables;
  private final TransactionRunner runner;
  private final WaitingCalls waiting;
  private final ActiveCalls active;
  private final MastershipGate mastership;

  VotedStage(
      SiteState state, ClosedTables tables, Execution execution, CallStages stages, Gates gates) {
    this.catalog = state.catalog();
    this.tables = tables;
    this.masters = state.mastership();
    this.progress = state.progress();
    this.barrier = state.barrier();
    this.sessions = stages.sessions();
    this.executables = stages.executables();
    this.runner = execution.runner();
    this.waiting = gates.waiting();
    this.active = gates.active();
    this.mastership = gates.mastership();
  }

  @Override
  public Stage at() {
    return Stage.PREPARE;
  }

  @Override
  public boolean pass(Transaction t) {
    sessions.requireReal(t.call);
    if (!progress.reached().covers(t.call.vector())) {
      waiting.awaitRefresh(t);
    } else if (executables.find(t) && !active.answerIfCommitted(t)) {
      commit(t, ((VotedCall) t.state()).votes());
    }
    return false;
  }

  private void commit(Transaction t, CommitVotes votes) {
    if (barrier.isClosed()
        || mastership.isLeaving()
        || !isPrepared(votes)
        || !isByTheRules(votes)) {
      active.replan(t, List.of(), null);
      return;
    }
    for (RowImage row : votes.rows()) {
      t.writes.put(row.key(), row.image());
    }
    runner.commitPrepared(t, votes.value());
    active.finish(t);
  }

  /** Whether each master still has what it has voted with (hazard 19). */
  private boolean isPrepared(CommitVotes votes) {
    PreparedRows prepared = catalog.prepared();
    if (prepared.recordsOf(votes.transaction()).size() != votes.prepared()) {
      return false;
    }
    for (RowImage row : votes.rows()) {
      if (!prepared.isPreparedBy(row.key(), votes.transaction())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Definitions may have come since the masters ran it (hazard 15), and tables may be closed that
   * it writes, or open that it has read (hazard 18).
   */
  private boolean isByTheRules(CommitVotes votes) {
    return FragmentRuns.versions(catalog, tables).equals(votes.versions())
        && votes.rows().stream().allMatch(row -> masters.isOpen(row.key().tableId()));
  }
}
