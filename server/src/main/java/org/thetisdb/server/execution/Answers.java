package org.thetisdb.server.execution;

import java.util.List;
import java.util.function.Function;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.RouterToSite.Observed;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Ran;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.Unsettled;
import org.thetisdb.core.wire.SiteToRouter.Voted;
import org.thetisdb.procedures.runtime.AccessPlanBuilder;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.server.state.SiteCounters;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.txn.StageClock;
import org.thetisdb.server.txn.Transaction;

/**
 * Sends answers to the router; each leaves when all that it shows is acknowledged by the log
 * (hazard 1).
 */
public final class Answers {
  private static final byte[] NO_VALUE = {};

  private final SiteProgress progress;
  private final GroupCommit log;
  private final SiteCounters counters;

  /** Answers of one site. */
  public Answers(SiteProgress progress, GroupCommit log, SiteCounters counters) {
    this.progress = progress;
    this.log = log;
    this.counters = counters;
  }

  /**
   * A call that committed, or that only read what was committed up to {@code position} of the own
   * log.
   */
  public void committed(Transaction t, long position, byte[] value) {
    long attempt = t.call.attemptId();
    Connection to = t.connection;
    if (t.isForReader()) {
      VersionVector cut = t.snapshot().vector();
      log.whenDurable(position, () -> to.send(new Executed(attempt, 0, "", cut, value)));
      return;
    }
    if (t.times() != null) {
      sendTimed(t, position, value);
      return;
    }
    log.whenDurable(position, () -> to.send(new Executed(attempt, 0, "", progress.tell(), value)));
  }

  private void sendTimed(Transaction t, long position, byte[] value) {
    StageClock times = t.times();
    times.hasRun();
    log.whenDurable(
        position,
        () ->
            t.connection.send(
                new Executed(t.call.attemptId(), 0, "", progress.tell(), value, times.end())));
  }

  /** A call that committed earlier. */
  public void recorded(Transaction t, Outcome outcome) {
    committed(t, outcome.site() == progress.self() ? outcome.position() : 0, outcome.value());
  }

  /**
   * A call that was rolled back or not run. What it saw may have shaped the error, so it waits for
   * the log, too.
   */
  public void failed(Transaction t, ThetisException error) {
    if (error.code().effect() == ErrorCode.Effect.ABORTED) {
      counters.aborted++;
    }
    long seen = t.context() == null ? 0 : t.context().newestOwnPosition();
    Connection to = t.connection;
    log.whenDurable(seen, () -> refuse(to, t.call.attemptId(), error));
  }

  /**
   * A call that has to be routed again. Owners are reported when the log has the releases that made
   * them so: a router that believed in one which is lost would send calls there for ever.
   */
  public void replan(Transaction t, List<Owner> owners, KeySet touched) {
    long read = t.context() == null ? 0 : t.context().newestOwnPosition();
    long seen = owners.isEmpty() ? read : Math.max(read, progress.placementPosition());
    Connection to = t.connection;
    log.whenDurable(
        seen,
        () -> {
          try {
            requireNameable(touched);
            to.send(new Replan(t.call.attemptId(), progress.report(), owners, touched));
          } catch (ThetisException tooLong) {
            refuse(
                to,
                t.call.attemptId(),
                new ThetisException(ErrorCode.TOO_MANY_KEYS, tooLong.getMessage()));
          }
        });
  }

  /** A call that has run, and is kept aside until others have prepared. */
  public void ran(Transaction t, Observed observed, KeySet touched) {
    requireNameable(touched);
    Connection to = t.connection;
    log.whenDurable(
        t.context().newestOwnPosition(),
        () -> {
          try {
            to.send(new Ran(t.call.attemptId(), progress.report(), observed, touched));
          } catch (ThetisException tooLong) {
            refuse(
                to,
                t.call.attemptId(),
                new ThetisException(ErrorCode.TOO_MANY_KEYS, tooLong.getMessage()));
          }
        });
  }

  /**
   * A call whose fragment has run here, and votes.
   *
   * @param position of the own log that has what the fragment met
   * @param vote makes the message from the site's report
   */
  public void voted(Transaction t, long position, Function<VersionVector, Voted> vote) {
    Connection to = t.connection;
    long seen = Math.max(position, t.context().newestOwnPosition());
    log.whenDurable(
        seen,
        () -> {
          try {
            to.send(vote.apply(progress.report()));
          } catch (ThetisException tooLong) {
            refuse(to, t.call.attemptId(), tooLong);
          }
        });
  }

  /** A call that has to run again when the right of rows to exist is settled. */
  public void unsettled(Transaction t, List<Integer> vanishing) {
    Connection to = t.connection;
    log.whenDurable(
        t.context() == null ? 0 : t.context().newestOwnPosition(),
        () -> to.send(new Unsettled(t.call.attemptId(), progress.report(), vanishing)));
  }

  private static void requireNameable(KeySet touched) {
    if (touched != null && touched.largest() > AccessPlanBuilder.MAX_ENTRIES) {
      throw new ThetisException(ErrorCode.TOO_MANY_KEYS, touched.largest() + " keys");
    }
  }

  /** A call that was not even looked at. */
  public void refuse(Connection to, long attemptId, ThetisException error) {
    to.send(
        new Executed(
            attemptId,
            error.code().number(),
            String.valueOf(error.getMessage()),
            progress.report(),
            NO_VALUE));
  }
}
