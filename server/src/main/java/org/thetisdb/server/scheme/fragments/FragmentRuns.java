package org.thetisdb.server.scheme.fragments;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.core.wire.RouterToSite.Versions;
import org.thetisdb.core.wire.SiteToRouter.Voted;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.execution.Answers;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.execution.TransactionRunner.Result;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.FragmentRun;
import org.thetisdb.server.txn.RollBackSignal;
import org.thetisdb.server.txn.Transaction;

/**
 * Runs fragments. A run sees all that is committed here, or was left undecided by those that it
 * stands on, with its planned rows locked against others; in the same instant what it has met goes
 * to the log as prepared, and what it writes goes to the router with the vote. Nothing of it is
 * kept here but that record. Owned by the site's engine.
 */
final class FragmentRuns {
  private static final byte[] NO_BYTES = {};

  private final Catalog catalog;
  private final MastershipTable mastership;
  private final SiteTableRights tables;
  private final LockTable locks;
  private final TransactionRunner runner;
  private final Answers answers;
  private final VotedCommits commits;
  private final UndecidedRuns undecided;
  private final AccessPlanBuilder builder = new AccessPlanBuilder();

  /** Runs fragments at a site. */
  FragmentRuns(
      SiteState state,
      SiteTableRights tables,
      UndecidedRuns undecided,
      Execution execution,
      VotedCommits commits) {
    this.undecided = undecided;
    this.tables = tables;
    this.catalog = state.catalog();
    this.mastership = state.mastership();
    this.locks = state.locks();
    this.runner = execution.runner();
    this.answers = execution.answers();
    this.commits = commits;
  }

  /**
   * Runs the parts of a call that belong to rows of this site, and votes.
   *
   * @throws ThetisException with which the call ends: that is a vote against it
   */
  Result run(Transaction t, Consumer<Transaction> onStolen) {
    byte[][] value = new byte[1][];
    RollBackSignal why;
    try {
      why = runner.runNow(t, value, onStolen);
    } catch (ThetisException against) {
      if (t.context() != null && t.context().fragment().mayErr()) {
        giveUp(t);
        return Result.DONE;
      }
      if (!runner.mayBeStale(t)) {
        return refused(t, against);
      }
      answers.replan(t, List.of(), null); // another site may have this one's place (hazard 8)
      return Result.DONE;
    }
    if (why != null) {
      return rolledBack(t, why);
    }
    if (speculates(t) && !undecided.areUsed()) {
      return runBehindDecisions(t); // rules have come into force while it ran
    }
    RowKey locked = lockedByOther(t);
    if (locked != null) {
      return awaitLock(t, locked);
    }
    if (t.part.step() == Step.ALONE && standsOnNobody(t)) {
      return commitAlone(t, value[0]);
    }
    if (!(t.state() instanceof VotedCall last)) {
      vote(t, value[0]);
    } else if (!commits.commit(t, last.votes(), value[0])) {
      giveUp(t);
    }
    return Result.DONE;
  }

  /**
   * What it has found may rest on rows of others that come to nothing. Then it is answered when
   * they are decided, by a run behind them.
   */
  private Result refused(Transaction t, ThetisException against) {
    if (t.context() == null || !restsOnUndecided(t)) {
      throw against;
    }
    return runBehindDecisions(t);
  }

  private Result runBehindDecisions(Transaction t) {
    ((FragmentCall) t.state()).waitForDecisions();
    return lockMore(t, null);
  }

  private boolean restsOnUndecided(Transaction t) {
    return !below(t, t.context().touchedAlone()).isEmpty();
  }

  /** Undecided ones that a run stands on which has met this. */
  private NavigableSet<Long> below(Transaction t, KeySet met) {
    return speculates(t)
        ? catalog.prepared().holdersOf(met, t.distributedId())
        : Collections.emptyNavigableSet();
  }

  private static boolean speculates(Transaction t) {
    return t.state() instanceof FragmentCall fragment && fragment.speculates();
  }

  private Result rolledBack(Transaction t, RollBackSignal why) {
    switch (why.reason()) {
      case UNSETTLED -> answers.unsettled(t, why.vanishing());
      case CONFLICT -> {
        return lockMore(t, null);
      }
      case AT_A_CUT -> {
        RowKey undecided = undecided(t);
        if (undecided != null) {
          return lockMore(t, undecided);
        }
        giveUp(t);
      }
      case REFUSED, REPLAN, TOO_LONG, NOT_SHORT, NOT_YET, NOT_HELD -> giveUp(t);
    }
    return Result.DONE;
  }

  /**
   * It meets more than the masters know that were asked: it votes for no part, and is to run as a
   * whole. What it has met is not said, since it is no plan of the whole.
   */
  private void giveUp(Transaction t) {
    long attempt = t.call.attemptId();
    Versions versions = versions(catalog, tables);
    answers.voted(
        t,
        0,
        vector ->
            new Voted(
                attempt, vector, 0, NO_BYTES, false, versions, List.of(), List.of(), NO_BYTES,
                List.of()));
  }

  /**
   * The next run has locked, or awaited, what this one has met.
   *
   * @param undecided a row that it awaits beside that; may be null
   */
  private Result lockMore(Transaction t, RowKey undecided) {
    runner.countRound(t);
    KeySet met = t.context().touched();
    runner.rollBack(t);
    builder.begin(catalog.tables()).add(met);
    if (undecided != null) {
      builder.add(new KeySet(List.of(), List.of(undecided), List.of()));
    }
    t.setNextPlan(builder.build());
    return Result.CONFLICT;
  }

  /** A row that the run has read, or found in a range, and that another one is about to write. */
  private RowKey undecided(Transaction t) {
    KeySet met = t.context().touchedAlone();
    return catalog.prepared().firstWrittenBy(met.read(), met.ranges(), t::isKeptOutBy);
  }

  /**
   * A row that the run has read beside its plan and that another one holds to write it: only an
   * interactive transaction holds one while others run.
   */
  private RowKey lockedByOther(Transaction t) {
    for (RowKey key : t.context().readKeys()) {
      if (!locks.isFreeToWrite(key, t, RowLockMode.SHARE)) {
        return key;
      }
    }
    for (KeyRange range : t.context().readRanges()) {
      RowKey key = locks.firstHeldIn(range, t, RowLockMode.SHARE);
      if (key != null) {
        return key;
      }
    }
    return null;
  }

  private Result awaitLock(Transaction t, RowKey locked) {
    runner.countRound(t);
    runner.rollBack(t);
    t.share(locked);
    t.moveTo(Transaction.Stage.LOCK);
    t.wake();
    return Result.KEPT;
  }

  private boolean standsOnNobody(Transaction t) {
    return below(t, met(t)).isEmpty();
  }

  /** It stands on nobody, and all of it is here: it commits as a call without a number does. */
  private Result commitAlone(Transaction t, byte[] value) {
    if (runner.mayBeStale(t)) {
      runner.rollBack(t);
      answers.replan(t, List.of(), null);
      return Result.DONE;
    }
    return runner.finishAside(t, value);
  }

  private void vote(Transaction t, byte[] value) {
    KeySet met = met(t);
    boolean hasPrepared = met.largest() > 0;
    NavigableSet<Long> below = below(t, met);
    SortedSet<Long> named = undecided.named(below);
    long position = hasPrepared ? runner.prepare(t, met, named) : 0;
    List<Long> standsOn = List.copyOf(named);
    FragmentRun run = t.context().fragment();
    Versions versions = versions(catalog, tables);
    List<RowImage> rows = new ArrayList<>(t.writes.size());
    for (int i = 0; i < t.writes.size(); i++) {
      rows.add(new RowImage(t.writes.key(i), t.writes.image(i)));
    }
    if (hasPrepared && ((FragmentCall) t.state()).leavesRows()) {
      undecided.add(t.distributedId(), rows, below);
    }
    long attempt = t.call.attemptId();
    int parts = run.parts();
    byte[] ran = run.ran();
    byte[] known = run.hasResults() ? NO_BYTES : value; // else home makes it of all results
    answers.voted(
        t,
        position,
        vector ->
            new Voted(
                attempt,
                vector,
                parts,
                ran,
                hasPrepared,
                versions,
                standsOn,
                rows,
                known,
                run.results()));
  }

  /** What nobody may change until the call is decided. What all sites may read nobody changes. */
  private KeySet met(Transaction t) {
    KeySet met = t.context().touchedAlone().without(mastership::isReadEverywhere);
    List<RowKey> read = met.read().stream().filter(key -> t.writes.find(key) < 0).toList();
    return new KeySet(met.written(), read, met.ranges());
  }

  /** By which definitions a run goes that begins now. */
  static Versions versions(Catalog catalog, SiteTableRights tables) {
    return new Versions(catalog.sql().version(), catalog.existence().version(), tables.number());
  }
}
