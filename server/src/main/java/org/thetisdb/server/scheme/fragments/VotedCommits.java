package org.thetisdb.server.scheme.fragments;

import java.util.BitSet;
import java.util.List;
import org.thetisdb.core.wire.RouterToSite.CommitVotes;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.gate.MastershipGate;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.state.CommitBarrier;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.FragmentRun;
import org.thetisdb.server.txn.Transaction;

/**
 * Commits a call that has just run its last fragment here, where all others have voted for theirs.
 * This site has all that they had: so it knows that each has prepared what it votes with, and
 * writes the next version of each row. Owned by the site's engine.
 */
final class VotedCommits {
  private final Catalog catalog;
  private final SiteTableRights tables;
  private final MastershipTable masters;
  private final CommitBarrier barrier;
  private final TransactionRunner runner;
  private final ActiveCalls active;
  private final MastershipGate mastership;

  VotedCommits(SiteState state, SiteTableRights tables, TransactionRunner runner, Gates gates) {
    this.catalog = state.catalog();
    this.tables = tables;
    this.masters = state.mastership();
    this.barrier = state.barrier();
    this.runner = runner;
    this.active = gates.active();
    this.mastership = gates.mastership();
  }

  /**
   * Commits it, or has it begin anew.
   *
   * @param value its result, as the parts that have run here know it
   * @return whether each part has run at one site; if not, nothing was done
   */
  boolean commit(Transaction t, CommitVotes votes, byte[] value) {
    FragmentRun run = t.context().fragment();
    if (!isWhole(votes, run)) {
      return false;
    }
    if (active.answerIfCommitted(t)) {
      return true; // another attempt did, while this one waited (hazard 3)
    }
    if (barrier.isClosed()
        || mastership.isLeaving()
        || !isPrepared(votes)
        || !standsOnDecided(votes)
        || !isByTheRules(votes)) {
      runner.rollBack(t);
      active.replan(t, List.of(), null);
      return true;
    }
    for (RowImage row : votes.rows()) {
      t.writes.put(row.key(), row.image());
    }
    boolean knowsResult = run.hasResults() || BitSet.valueOf(run.ran()).get(0);
    runner.commitPrepared(t, knowsResult ? value : votes.value());
    return true;
  }

  private static boolean isWhole(CommitVotes votes, FragmentRun run) {
    BitSet elsewhere = BitSet.valueOf(votes.ran());
    BitSet here = BitSet.valueOf(run.ran());
    boolean isTwice = here.intersects(elsewhere);
    here.or(elsewhere);
    return !isTwice
        && votes.parts() == run.parts()
        && here.cardinality() == run.parts()
        && here.length() == run.parts();
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
   * Whether all are committed on whose rows the masters have run it. One that is not known here to
   * be so may have been aborted, and then its votes are for what was undone.
   */
  private boolean standsOnDecided(CommitVotes votes) {
    return catalog.prepared().undecidedBelow(votes.transaction()).isEmpty();
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
