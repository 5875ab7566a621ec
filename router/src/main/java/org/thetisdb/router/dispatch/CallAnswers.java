package org.thetisdb.router.dispatch;

import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ReadRule;
import org.thetisdb.router.catalog.CallPlanner;
import org.thetisdb.router.move.Owners;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.SchemesOfTerm;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;

/**
 * What becomes of a call that was sent: it is answered, or routed again when its site says so or is
 * lost. Owned by the engine's thread.
 */
public final class CallAnswers {
  private final CallRouter router;
  private final Placement placement;
  private final SiteTable sites;
  private final CallPlanner planner;
  private final CallHandler handler;
  private final ClientObservations observations;
  private final CallSender sender;
  private final Retries retries;
  private final TransactionRouter transactions;
  private final SchemesOfTerm schemes;

  CallAnswers(
      CallRouter router,
      EngineParts parts,
      CallPlanner planner,
      CallHandler handler,
      ClientObservations observations,
      CallSender sender,
      Retries retries,
      TransactionRouter transactions,
      SchemesOfTerm schemes) {
    this.router = router;
    this.placement = parts.placement();
    this.sites = parts.sites();
    this.planner = planner;
    this.handler = handler;
    this.observations = observations;
    this.sender = sender;
    this.retries = retries;
    this.transactions = transactions;
    this.schemes = schemes;
  }

  /** A site answered. */
  public void onExecuted(PendingCall call, Executed executed) {
    RouterScheme scheme = schemes.current();
    scheme.onAnswered(call, executed.errorNumber() == 0);
    if (call.isDone() && !call.schemeState().hearsToTheEnd()) {
      return; // nobody waits for it any more
    }
    if (failedOnOldRows(call, executed.errorNumber())) {
      if (onUnsettled(call)) {
        goOn(call);
      }
      return;
    }
    if (executed.times() != null && call.sentTo() != null) {
      observations.onTimed(call, executed.times());
    }
    call.endAnswered();
    if (scheme.takes(call, executed)) {
      return;
    }
    confirm(call);
    if (executed.errorNumber() == 0) {
      observations.onCommitted(call);
    }
    handler.answered(call, executed);
  }

  /** The epoch of a call is in the log. */
  void onCommitted(PendingCall call, Executed executed) {
    if (executed.errorNumber() == 0) {
      observations.onCommitted(call);
    }
    handler.answered(call, executed);
  }

  /**
   * Whether a run that only looked for keys met an error that may come of rows which are no more:
   * it reads a cut at any site, and others have committed since. It is to look again behind all
   * that was acknowledged, and only what it meets then is reported to the client. In a transaction
   * that has a snapshot the error is that of the snapshot.
   */
  private static boolean failedOnOldRows(PendingCall call, int errorNumber) {
    return errorNumber != 0
        && call.isReconnaissance()
        && !call.isFresh()
        && (call.transaction() == null || !call.transaction().hasSite())
        && isOfData(ErrorCode.ofNumber(errorNumber));
  }

  /** Errors of what rows hold, and those that a procedure makes of what it has read. */
  private static boolean isOfData(ErrorCode code) {
    return code == ErrorCode.ABORTED_BY_PROCEDURE
        || code == ErrorCode.PROCEDURE_FAILED
        || (code.effect() == ErrorCode.Effect.ABORTED && code.sqlState().startsWith("2"));
  }

  /** Whether a part of an attempt over several sites is over with a call that has ended. */
  private boolean endsAttempt(PendingCall call) {
    schemes.current().onAnswered(call, false);
    schemes.current().onRolledBack(call);
    return call.isDone();
  }

  /** Whatever a site answers, it knows the transaction from then on. */
  private static void confirm(PendingCall call) {
    if (call.transaction() != null && call.transaction().hasSite()) {
      call.transaction().confirm();
    }
  }

  /**
   * What the site refuses to write it does not keep for the transaction either. A move that began
   * while the statement still waited at the site can have taken it away; it has to be asked for
   * again.
   */
  private static void forgetKept(PendingCall call, Replan replan) {
    if (call.transaction() != null) {
      replan.owners().forEach(owner -> call.transaction().letGo(owner.partition()));
    }
  }

  /**
   * A site aborted the attempt, or did not begin it; it knows something that this router did not.
   */
  public void onReplan(PendingCall call, Replan replan) {
    boolean stoodOnOthers = schemes.current().standsOnOthers(call);
    if (endsAttempt(call)) {
      return;
    }
    call.endAttempt();
    confirm(call);
    forgetKept(call, replan);
    call.become(PendingCall.State.ROUTING);
    boolean learned = Owners.learn(placement, replan.owners());
    boolean news = learned || stoodOnOthers;
    if (replan.touched() == null) {
      if (call.reads() == ReadRule.VALIDATED) {
        call.runFresh(); // what it read may have been older than what others know
      }
      retries.again(call, news);
      return;
    }
    boolean found = call.isReconnaissance();
    try {
      meet(call, replan.touched());
    } catch (ThetisException e) {
      onUnknownKeys(call, e);
      return;
    }
    if (call.isCommit()) {
      call.setMayHaveRun(false);
      if (call.isCommitOverSites() && hasRead(replan.touched())) {
        call.lockReads();
      }
    }
    if (!call.isCommit() || call.isCommitOverSites()) {
      call.planBy(replan.touched());
    }
    if (found) {
      router.begin(call);
    } else {
      retries.again(call, true);
    }
  }

  private static boolean hasRead(KeySet touched) {
    return !touched.read().isEmpty() || !touched.ranges().isEmpty();
  }

  /**
   * Nothing can be made of the keys that a site has met. If they are of a table that nobody has
   * heard of here, such as that of a new index, a definition has reached the site first: the
   * catalog is being read, and the call is tried again.
   */
  void onUnknownKeys(PendingCall call, ThetisException problem) {
    if (problem.code() == ErrorCode.UNKNOWN_TABLE) {
      retries.again(call, false);
    } else {
      handler.fail(call, problem);
    }
  }

  /** A run has met these keys, which are the partitions of the call from now on. */
  void meet(PendingCall call, KeySet touched) {
    call.meet(router.toMaster(call, planner.footprintOf(touched)), placement.shape());
  }

  /**
   * A site aborted the attempt over the right of rows to exist. It runs again behind all that was
   * acknowledged, when it {@linkplain #goOn goes on}.
   *
   * @return whether it does; false if nobody waits for it any more
   */
  public boolean onUnsettled(PendingCall call) {
    if (endsAttempt(call)) {
      return false;
    }
    call.endAttempt();
    confirm(call);
    call.become(PendingCall.State.ROUTING);
    call.runFresh();
    return true;
  }

  /** Routes a call again that was rolled back. */
  public void goOn(PendingCall call) {
    retries.again(call, true);
  }

  /**
   * A site was lost with a call. What changes nothing runs elsewhere. Anything else may have
   * committed: it is kept until the site is back, and sent again as a repetition, which the site
   * looks up before it runs it (hazard 3).
   */
  public void onLost(PendingCall call, int site) {
    boolean ran = schemes.current().onLost(call, site);
    if (call.isDone()) {
      return;
    }
    call.endAttempt();
    call.become(PendingCall.State.ROUTING);
    if (call.pinnedTo() != null) {
      router.route(call);
    } else if (call.transaction() != null) {
      call.setMayHaveRun(ran && call.isCommit());
      transactions.fail(call, "site " + site + " was lost");
    } else if (call.changesNothing() || !ran) {
      router.route(call);
    } else {
      call.setMayHaveRun(true);
      if (sites.roster().is(site, SiteStanding.GONE)) {
        router.route(call);
      } else {
        sender.hold(call, site);
      }
    }
  }
}
