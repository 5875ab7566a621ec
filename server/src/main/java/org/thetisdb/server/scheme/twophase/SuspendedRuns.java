package org.thetisdb.server.scheme.twophase;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.core.wire.RouterToSite.Observed;
import org.thetisdb.core.wire.RouterToSite.Undecided;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.server.commit.PreparedRows;
import org.thetisdb.server.execution.Answers;
import org.thetisdb.server.execution.TransactionRunner;
import org.thetisdb.server.gate.ActiveCalls;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.state.SiteCounters;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.txn.ReadRights;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.sql.catalog.SqlCatalog;

/**
 * Transactions over several sites that have run here and are not decided yet (Dist. OCC of STAR's
 * thesis, section 3.6.1; decision 0049). A run sees all that is applied here, without locks. What
 * it writes is kept aside, and those of its rows that are mastered here are locked at once. When
 * its participants have validated what is theirs, the rest is validated here, and it commits in the
 * same instant.
 *
 * <p>Nothing of this is in the log: a site that is lost has lost its runs, and none of them was
 * decided. Owned by the site's engine. The calls at the site are its bound.
 */
final class SuspendedRuns {
  private final SiteData data;
  private final LockTable locks;
  private final SiteCounters counters;
  private final TransactionRunner runner;
  private final ActiveCalls active;
  private final Answers answers;
  private final Validation validation;
  private final ReadRights rights;
  private final Map<Long, Run> runs = new TreeMap<>();

  /**
   * One that has run.
   *
   * @param found rows that are locked beside those of its plan
   * @param value its result; null if it ended with an error
   * @param error null if it has a result
   */
  private record Run(
      Transaction call,
      KeySet touched,
      Observed observed,
      List<RowKey> found,
      byte[] value,
      ThetisException error,
      SqlCatalog catalog,
      long existence) {}

  /** None kept yet. */
  SuspendedRuns(
      SiteData data,
      CallRules scheme,
      LockTable locks,
      SiteCounters counters,
      TransactionRunner runner,
      ActiveCalls active,
      Answers answers,
      Validation validation) {
    this.data = data;
    this.locks = locks;
    this.counters = counters;
    this.runner = runner;
    this.active = active;
    this.answers = answers;
    this.rights = new ReadRights(data.catalog(), data.mastership(), scheme);
    this.validation = validation;
  }

  /**
   * Runs a call and keeps what it wrote. An error is an outcome like others: what it follows from
   * is validated before anybody hears of it.
   */
  TransactionRunner.Result run(Transaction t, Consumer<Transaction> onStolen) {
    byte[][] value = new byte[1][];
    ThetisException error = null;
    try {
      TransactionRunner.Result ended = runner.runToKeep(t, value, onStolen);
      if (ended != null) {
        return ended;
      }
    } catch (ThetisException refused) {
      if (t.context() == null) {
        throw refused;
      }
      error = refused;
      t.writes.clear();
    }
    return keep(t, value[0], error);
  }

  private TransactionRunner.Result keep(Transaction t, byte[] value, ThetisException error) {
    List<RowKey> found = new ArrayList<>(0);
    if (!lockWritten(t, found)) {
      unlock(t, found);
      counters.conflicts++;
      answers.replan(t, List.of(), null);
      return TransactionRunner.Result.DONE;
    }
    KeySet touched = t.context().touchedAlone();
    Observed observed = validation.observe(t.snapshot(), touched.read());
    runs.put(
        t.distributedId(),
        new Run(
            t,
            touched,
            observed,
            found,
            value,
            error,
            data.catalog().sql(),
            data.catalog().existence().version()));
    t.moveTo(Transaction.Stage.KEPT);
    answers.ran(t, observed, touched);
    return TransactionRunner.Result.KEPT;
  }

  /** Locks what it writes here, so that nobody else writes that until it is decided. */
  private boolean lockWritten(Transaction t, List<RowKey> found) {
    for (RowKey key : t.writes.keys()) {
      if (data.mastership().isMasteredHere(data.catalog().partitionOf(key))) {
        boolean isHeld = locks.modeOf(key, t) != null;
        if (data.catalog().prepared().isTaken(key, t.distributedId())
            || !locks.tryLock(key, t, RowLockMode.UPDATE)) {
          return false;
        }
        if (!isHeld) {
          found.add(key);
        }
      }
    }
    return true;
  }

  private void unlock(Transaction t, List<RowKey> found) {
    found.forEach(key -> locks.unlock(key, t));
  }

  /**
   * Decides about a run when its participants have prepared, and all that they have is applied.
   *
   * @throws ThetisException with which the call ends
   */
  void finish(Transaction t) {
    Run run = runs.remove(t.distributedId());
    if (run == null) {
      active.replan(t, List.of(), null); // it was lost with what this site was before
      return;
    }
    try {
      decide(t, run);
    } finally {
      end(run);
    }
  }

  private void decide(Transaction t, Run run) {
    Transaction ran = run.call;
    t.setProcedure(ran.procedure());
    t.setReadRules(ran.readRules());
    if (!isByTheRules(run)) {
      active.replan(t, List.of(), null);
      return;
    }
    switch (right(run, t.distributedId())) {
      case TAKEN -> active.refuseLock(t);
      case ELSEWHERE -> active.replan(t, rights.ownersOf(run.touched), run.touched);
      case NOW -> commit(t, run);
    }
  }

  private void commit(Transaction t, Run run) {
    if (!validation.isStillAsSeen(run.touched, run.observed)) {
      active.refuseLock(t);
      return;
    }
    t.setContext(run.call.context());
    if (run.error != null) {
      throw run.error;
    }
    for (int i = 0; i < run.call.writes.size(); i++) {
      t.writes.put(run.call.writes.key(i), run.call.writes.image(i));
    }
    runner.finishAside(t, run.value);
    active.finish(t);
  }

  /** Definitions may have come since it ran, and rights of rows to exist (hazard 15). */
  @SuppressWarnings("ReferenceEquality")
  private boolean isByTheRules(Run run) {
    return run.catalog == data.catalog().sql()
        && run.existence == data.catalog().existence().version();
  }

  /** Whether all that it has met is here, or was locked for it where it is mastered. */
  private ReadRights.Right right(Run run, long transaction) {
    PreparedRows prepared = data.catalog().prepared();
    for (RowKey key : run.touched.written()) {
      if (prepared.isTaken(key, transaction)) {
        return ReadRights.Right.TAKEN;
      }
    }
    for (RowKey key : run.touched.read()) {
      ReadRights.Right right = rights.of(key, transaction);
      if (right != ReadRights.Right.NOW) {
        return right;
      }
    }
    for (KeyRange range : run.touched.ranges()) {
      ReadRights.Right right =
          rights.ofRange(range.tableId(), range.from(), range.to(), transaction);
      if (right != ReadRights.Right.NOW) {
        return right;
      }
    }
    return ReadRights.Right.NOW;
  }

  /** Runs that nobody will decide any more. */
  void onUndecided(Undecided news) {
    end(
        run ->
            run.call.distributedId() <= news.last()
                && !news.undecided().contains(run.call.distributedId()));
  }

  /** The router that asked for them is gone. */
  void drop(Connection connection) {
    end(run -> run.call.connection == connection);
  }

  private void end(Predicate<Run> which) {
    List<Run> ended = runs.values().stream().filter(which).toList();
    for (Run run : ended) {
      runs.remove(run.call.distributedId());
      end(run);
    }
  }

  private void end(Run run) {
    unlock(run.call, run.found);
    active.finish(run.call);
  }
}
