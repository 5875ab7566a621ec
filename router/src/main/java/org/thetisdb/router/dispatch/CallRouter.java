package org.thetisdb.router.dispatch;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Ran;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.attempt.TwoPhaseCommit;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.Precedence;
import org.thetisdb.router.call.SqlCursor;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.router.catalog.CallPlanner;
import org.thetisdb.router.catalog.Catalog;
import org.thetisdb.router.catalog.Footprints;
import org.thetisdb.router.catalog.TracedCells;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.epoch.EpochCalls;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.move.Owners;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.router.term.SchemeInForce;

/**
 * Takes a planned call to the site where it runs: asks the scheme, holds the call behind moves of
 * others, has it sent, and routes it again when the answer says so or never comes. Owned by the
 * engine's thread.
 */
public final class CallRouter {
  private final SchemeInForce inForce;
  private final Scheme scheme;
  private final Observations observations;
  private final Placement placement;
  private final SiteTable sites;
  private final CutDrawer cuts;
  private final Scheduler scheduler;
  private final CallPlanner planner;
  private final CallHandler handler;
  private final Moves moves;
  private final CallSender sender;
  private final TransactionRouter transactions;
  private final Retries retries;
  private final Precedence precedence;
  private final TwoPhaseCommit twoPhase;
  private final Gate gate = new Gate();
  private final PhasedCalls phases;
  private final EpochCalls epochs;

  /** Routes the calls of one epoch, which {@code handler} has taken. */
  public CallRouter(
      EngineParts parts,
      Catalog catalog,
      CallPlanner planner,
      CallHandler handler,
      Moves moves,
      Precedence precedence,
      RouterConfig config,
      int epoch) {
    this.precedence = precedence;
    this.inForce = parts.inForce();
    this.scheme = parts.scheme();
    this.observations = new Observations(parts, new TracedCells(parts.placement(), catalog));
    this.placement = parts.placement();
    this.sites = parts.sites();
    this.cuts = parts.cuts();
    this.scheduler = parts.scheduler();
    this.planner = planner;
    this.handler = handler;
    this.moves = moves;
    this.sender = new CallSender(parts, handler, moves);
    this.retries = new Retries(parts, handler, precedence, this::route);
    this.twoPhase = new TwoPhaseCommit(epoch, parts, handler, sender, retries);
    this.transactions = new TransactionRouter(parts, handler, moves, sender, twoPhase);
    this.phases = new PhasedCalls(epoch, parts, moves, sender, config, this::route);
    this.epochs =
        new EpochCalls(
            epoch,
            parts,
            catalog,
            sender,
            retries,
            config.epochs(),
            this::route,
            this::onCommitted);
  }

  /** Routes a call for the first time. */
  void begin(PendingCall call) {
    if (hasSeenWhatNeverWas(call)) {
      handler.fail(call, vectorAhead(call.vector));
      return;
    }
    observations.onBegun(call);
    route(call);
  }

  /**
   * Whether the call's session has seen what no site has: it is of a cluster that was here before,
   * or its client has errors. Were its writes to depend on that, every site would wait for what
   * never comes. A router serves when every site has told what it has, or another one has told what
   * is in its log; so what is not known by now never was.
   */
  private boolean hasSeenWhatNeverWas(PendingCall call) {
    return !cuts.known().covers(call.vector);
  }

  private ThetisException vectorAhead(VersionVector seen) {
    int site = 1;
    while (seen.get(site) <= cuts.known().get(site)) {
      site++;
    }
    return new ThetisException(
        ErrorCode.VECTOR_AHEAD, seen.get(site), site, cuts.known().get(site));
  }

  /** A site answered. */
  public void onExecuted(PendingCall call, Executed executed) {
    epochs.onAnswered(call);
    if (call.isDone() && call.distributed == null) {
      return; // nobody waits for it any more
    }
    if (failedOnOldRows(call, executed.errorNumber())) {
      if (onUnsettled(call)) {
        goOn(call);
      }
      return;
    }
    phases.onBack(call, executed.errorNumber() == 0);
    call.answeredBy = call.sentTo;
    call.sentTo = null;
    if (call.distributed != null && twoPhase.takes(call, executed)) {
      return;
    }
    confirm(call);
    if (executed.errorNumber() == 0) {
      observations.onCommitted(call);
    }
    handler.answered(call, executed);
  }

  /** The epoch of a call is in the log. */
  private void onCommitted(PendingCall call, Executed executed) {
    if (executed.errorNumber() == 0) {
      observations.onCommitted(call);
    }
    handler.answered(call, executed);
  }

  /**
   * Whether a run that only looked for keys met an error that may come of rows which are no more:
   * it reads a cut at any site, and others have committed since. It is to look again behind all
   * that was acknowledged, and only what it meets then is told to the client. In a transaction that
   * has a snapshot the error is that of the snapshot.
   */
  private static boolean failedOnOldRows(PendingCall call, int errorNumber) {
    return errorNumber != 0
        && call.isReconnaissance()
        && !call.fresh
        && (call.transaction == null || call.transaction.site == 0)
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
    epochs.onAnswered(call);
    phases.onBack(call, false);
    if (call.distributed != null) {
      twoPhase.end(call);
    }
    return call.isDone();
  }

  /** This router serves: nothing of older ones comes to any log. */
  public void onServing() {
    twoPhase.onServing();
  }

  /** The phases that calls run in, under a scheme that has such. */
  public PhasedCalls phases() {
    return phases;
  }

  /** The epochs that calls run in, under a scheme that has such. */
  public EpochCalls epochs() {
    return epochs;
  }

  /** What a site decided is known: it is here, or its log is closed. */
  public void onDecisionsKnown(int site) {
    twoPhase.onKnown(site);
  }

  /** Whatever a site answers, it knows the transaction from then on. */
  private static void confirm(PendingCall call) {
    if (call.transaction != null && call.transaction.site != 0) {
      call.transaction.confirmed = true;
    }
  }

  /**
   * What the site refuses to write it does not keep for the transaction either. A move that began
   * while the statement still waited at the site can have taken it away; it has to be asked for
   * again.
   */
  private static void forgetKept(PendingCall call, Replan replan) {
    if (call.transaction != null) {
      replan.owners().forEach(owner -> call.transaction.letGo(owner.partition()));
    }
  }

  /** Gives up a call if it waits; one that runs goes on. */
  public void cancel(PendingCall call) {
    if (call.isDone()) {
      return;
    }
    if (call.sentTo != null) {
      call.sentTo.send(new CancelAttempt(call.attemptId));
    } else if (!call.mayHaveRun && call.heldIn != null) {
      handler.fail(call, new ThetisException(ErrorCode.QUERY_CANCELED));
    }
  }

  /** Has the site of an interactive transaction forget it. */
  public void rollback(SqlTransaction transaction) {
    transactions.rollback(transaction);
  }

  /** Undoes an interactive transaction, and ends the statement of it that is under way. */
  public void undo(SqlTransaction transaction, PendingCall statement, String why) {
    transactions.undo(transaction, statement, why);
  }

  /** An interactive transaction is over, and keeps nothing at its site. */
  public void ended(SqlTransaction transaction) {
    transactions.ended(transaction);
  }

  /** A site undid the attempt, or did not begin it; it knows something that this router did not. */
  public void onReplan(PendingCall call, Replan replan) {
    if (endsAttempt(call)) {
      return;
    }
    call.sentTo = null;
    confirm(call);
    forgetKept(call, replan);
    call.become(PendingCall.State.ROUTING);
    boolean news = Owners.learn(placement, replan.owners());
    if (replan.touched() == null) {
      call.fresh |= call.validates; // what it read may have been older than what others know
      retries.again(call, news);
      return;
    }
    boolean found = call.isReconnaissance();
    try {
      Footprint touched = planner.footprintOf(replan.touched());
      call.footprint = toMaster(call, touched);
      call.shape = placement.shape();
    } catch (ThetisException e) {
      onUnknownKeys(call, e);
      return;
    }
    if (call.isCommit()) {
      call.mayHaveRun = false;
    }
    if (!call.isCommit() || call.transaction.overSites) {
      call.plan = replan.touched();
    }
    if (found) {
      begin(call);
    } else {
      retries.again(call, true);
    }
  }

  /**
   * Nothing can be made of the keys that a site has met. If they are of a table that nobody has
   * heard of here, such as that of a new index, a definition has reached the site first: the
   * catalog is being read, and the call is tried again.
   */
  private void onUnknownKeys(PendingCall call, ThetisException problem) {
    if (problem.code() == ErrorCode.UNKNOWN_TABLE) {
      retries.again(call, false);
    } else {
      handler.fail(call, problem);
    }
  }

  /** The coordinator of an attempt over several sites has run it; who takes part is known now. */
  public void onRan(PendingCall call, Ran ran) {
    if (call.isDone() || call.distributed == null) {
      endsAttempt(call);
      return;
    }
    call.sentTo = null;
    call.become(PendingCall.State.ROUTING);
    try {
      if (!ran.observed().tellsOf(ran.touched())) {
        throw new ThetisException(ErrorCode.INTERNAL, "a site does not tell what it has read");
      }
      call.footprint = toMaster(call, planner.footprintOf(ran.touched()));
      call.shape = placement.shape();
    } catch (ThetisException e) {
      twoPhase.end(call);
      onUnknownKeys(call, e);
      return;
    }
    call.plan = ran.touched();
    int[] others = scheme.participants(call.footprint, call.distributed.coordinator);
    if (others == null) {
      twoPhase.end(call);
      retries.again(call, true);
    } else {
      twoPhase.onRan(call, ran.observed(), others);
    }
  }

  /**
   * A site undid the attempt over the right of rows to exist. It runs again behind all that was
   * acknowledged, when it {@linkplain #goOn goes on}.
   *
   * @return whether it does; false if nobody waits for it any more
   */
  public boolean onUnsettled(PendingCall call) {
    if (endsAttempt(call)) {
      return false;
    }
    call.sentTo = null;
    confirm(call);
    call.become(PendingCall.State.ROUTING);
    call.fresh = true;
    return true;
  }

  /** The part that routes the statements of interactive transactions. */
  public TransactionRouter transactions() {
    return transactions;
  }

  /** Routes a call again that was undone. */
  public void goOn(PendingCall call) {
    retries.again(call, true);
  }

  /** A group of partitions has moved, or could not. Whom it moved for goes first: no livelock. */
  public void onGroupDone(MoveGroup group) {
    for (PendingCall first : group.ahead.releaseAll()) {
      route(first);
    }
    PendingCall cause = group.cause();
    if (cause != null && !cause.isDone()) {
      cause.become(PendingCall.State.ROUTING);
      if (group.incomplete && !group.gaveWay) {
        // Who refuses again has not applied yet what makes it the master: it needs a moment.
        retries.again(cause, cause.reroutes == 0);
      } else if (group.gaveWay || cause.transaction != null) {
        route(cause);
      } else if (!isStale(cause)
          && !epochs.isOn()
          && placement.commonMaster(cause.footprint.written()) == group.target) {
        sender.sendOrHold(cause, group.target);
      } else {
        route(cause);
      }
    }
    for (PendingCall waiting : group.waiting.releaseAll()) {
      route(waiting);
    }
  }

  /**
   * Calls that waited for a site go on: it is there, or another one stands in for it, or it has
   * left and others have what it mastered.
   */
  public void onSiteReady(int site) {
    for (PendingCall call : sender.releaseHeldFor(site)) {
      route(call);
    }
    for (PendingCall call : sender.releaseHeldForAny()) {
      route(call);
    }
  }

  /**
   * A site was lost with a call. What changes nothing runs elsewhere. Anything else may have
   * committed: it is kept until the site is back, and sent again as a repetition, which the site
   * looks up before it runs it (hazard 3).
   */
  public void onLost(PendingCall call, int site) {
    epochs.onBack(call);
    phases.onBack(call, false);
    boolean ran = call.distributed == null || twoPhase.onLost(call, site);
    if (call.isDone()) {
      return;
    }
    call.sentTo = null;
    call.become(PendingCall.State.ROUTING);
    if (call.pinnedTo != null) {
      route(call);
    } else if (call.transaction != null) {
      call.mayHaveRun = ran && call.isCommit();
      transactions.fail(call, "site " + site + " was lost");
    } else if (call.changesNothing() || !ran) {
      route(call);
    } else {
      call.mayHaveRun = true;
      if (sites.roster().is(site, SiteStanding.GONE)) {
        route(call);
      } else {
        sender.hold(call, site);
      }
    }
  }

  /**
   * What is to be mastered where a call runs, and what it reads beside that.
   *
   * @param footprint null if it is not known yet
   * @throws ThetisException READS_TOO_LARGE if it reads more partitions than can be gathered
   */
  Footprint toMaster(PendingCall call, Footprint footprint) {
    observations.onPlanned(call, footprint);
    if (call.gathersReads) {
      call.writtenKeys = footprint == null ? List.of() : footprint.writtenKeys();
      return Footprints.gathered(footprint);
    }
    return footprint == null || call.transaction != null
        ? footprint
        : scheme.localized(footprint, scheduler.clock().nowUs());
  }

  /** How the placement's keys are cut into partitions now. */
  long shape() {
    return placement.shape();
  }

  /**
   * Whether borders have changed since the call's partitions were found, so that they may be others
   * now; or the scheme, which may want others. A site that is asked for too few refuses; this only
   * saves the way.
   */
  private boolean isStale(PendingCall call) {
    boolean isOfOtherScheme =
        call.plannedUnder != inForce.record().number() && call.transaction == null;
    return (call.shape != placement.shape() || isOfOtherScheme)
        && call.planning != null
        && call.footprint != null
        && !call.isCommit();
  }

  private void findPartitionsAgain(PendingCall call) {
    call.footprint = null;
    if (call.plan == null) {
      call.planning.accept(call);
      return;
    }
    try {
      handler.begin(call, planner.footprintOf(call.plan));
    } catch (ThetisException e) {
      handler.fail(call, e);
    }
  }

  /** Holds calls that are about to be routed, while it is shut. */
  public Gate gate() {
    return gate;
  }

  /** Holds back calls that are about to be routed, and those that wait for a phase. */
  public void shutGate() {
    gate.shut();
    phases.releaseWaiting();
    epochs.shut();
  }

  /** Calls that were held at the gate go on. */
  public void openGate() {
    epochs.open();
    for (PendingCall held : gate.open()) {
      route(held);
    }
  }

  private void route(PendingCall call) {
    if (gate.holds(call)) {
      return;
    }
    if (isStale(call)) {
      findPartitionsAgain(call);
      return;
    }
    if (call.pinnedTo != null) {
      sender.sendPinned(call);
      return;
    }
    if (call.transaction != null) {
      if (!phases.holds(call) && !epochs.holds(call)) {
        transactions.route(call);
      }
      return;
    }
    if (call.changesNothing()) {
      routeRead(call);
      return;
    }
    MoveGroup blocking = moves.blocking(call.footprint.written());
    if (blocking != null) {
      blocking.waiting.add(call);
      return;
    }
    if (phases.takes(call) || epochs.takes(call)) {
      return;
    }
    Route route =
        scheme.routeFrom(call.session, call.footprint, call.vector, scheduler.clock().nowUs());
    if (route.isSettled()) {
      sender.sendOrHold(call, route.site());
      return;
    }
    if (route.participants().length > 0) {
      distribute(call, route);
      return;
    }
    Precedence.Claim before = precedence.blocking(call, route.moves());
    if (before != null) {
      before.followers.add(call);
    } else {
      sender.move(call, route);
    }
  }

  /** What is to be read where it is mastered cannot be read at several sites: it is moved. */
  private void distribute(PendingCall call, Route route) {
    if (call.gathersReads) {
      long nowUs = scheduler.clock().nowUs();
      int target = gatheringSite(call, route.site());
      sender.move(call, scheme.routeTo(target, call.footprint.written(), call.vector, nowUs));
    } else {
      twoPhase.begin(call, route);
    }
  }

  /** Mastership moves only to sites that hold every row. */
  private int gatheringSite(PendingCall call, int site) {
    boolean holdsAll = sites.roster().holdsAll(site);
    int full = holdsAll ? site : scheme.routeRead(Footprint.NONE, call.vector);
    return full == 0 ? site : full;
  }

  /** The age of a transaction that begins now. */
  public long nextOrder() {
    return precedence.nextOrder();
  }

  /** A call is over: those that waited until it has run go on. */
  void onOver(PendingCall call) {
    epochs.onBack(call);
    phases.onBack(call, false);
    Precedence.Claim claim = precedence.remove(call);
    if (claim != null && !claim.followers.isEmpty()) {
      scheduler.execute(
          () -> {
            for (PendingCall follower : claim.followers.releaseAll()) {
              route(follower);
            }
          });
    }
  }

  /** Has a site forget the rest of a result. */
  public void closeCursor(SqlCursor cursor, long session) {
    sender.closeCursor(cursor, session);
  }

  private void routeRead(PendingCall call) {
    Footprint footprint = call.isReconnaissance() ? Footprint.NONE : call.footprint;
    int site = scheme.routeRead(footprint, call.vector);
    int[] others = scheme.alsoRead(footprint, site);
    if (others.length == 0) {
      sender.sendOrHoldForAny(call, site);
    } else {
      twoPhase.begin(call, Route.over(site, others));
    }
  }
}
