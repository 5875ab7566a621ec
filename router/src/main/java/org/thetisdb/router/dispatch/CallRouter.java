package org.thetisdb.router.dispatch;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRow;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.Precedence;
import org.thetisdb.router.call.SqlCursor;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.router.catalog.CallPlanner;
import org.thetisdb.router.catalog.Catalog;
import org.thetisdb.router.catalog.Footprints;
import org.thetisdb.router.catalog.TracedCells;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.epoch.EpochCalls;
import org.thetisdb.router.scheme.fixed.TwoPhaseCommit;
import org.thetisdb.router.scheme.star.PhasedCalls;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.router.term.SchemeInForce;
import org.thetisdb.sql.call.SystemCall;

/**
 * Takes a planned call to the site where it runs: asks the scheme, holds the call behind moves of
 * others, and has it sent. What becomes of it then is for its {@link CallAnswers}. Owned by the
 * engine's thread.
 */
public final class CallRouter {
  private static final long BYTES_PER_MIB = 1 << 20;

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
  private final CallAnswers answers;
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
    this.answers =
        new CallAnswers(
            this,
            parts,
            planner,
            handler,
            observations,
            sender,
            retries,
            twoPhase,
            transactions,
            phases);
    this.epochs =
        new EpochCalls(
            epoch,
            parts,
            catalog,
            sender,
            retries,
            config.epochs(),
            this::route,
            answers::onCommitted);
  }

  /** Routes a call for the first time. */
  void begin(PendingCall call) {
    if (hasSeenWhatNeverWas(call)) {
      handler.fail(call, vectorAhead(call.vector));
      return;
    }
    SiteLink full = writesAnew(call) ? sites.fullestIfAllAreShort() : null;
    if (full != null) {
      handler.fail(call, diskFull(full));
      return;
    }
    observations.onBegun(call);
    route(call);
  }

  /**
   * Where no site writes, no mastership has to move for what will be refused: moves are records,
   * too. A repeated call may have committed, and a commit ends what has begun. Some definitions
   * make room: the site tells which.
   */
  private static boolean writesAnew(PendingCall call) {
    return call.footprint() != null
        && !call.footprint().isReadOnly()
        && !call.repetition
        && !call.isCommit()
        && !SystemCall.mayMakeRoom(call.procedure);
  }

  private static ThetisException diskFull(SiteLink at) {
    return new ThetisException(
        ErrorCode.DISK_FULL, at.site(), at.load().diskFreeBytes() / BYTES_PER_MIB);
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

  /** This router serves: nothing of older ones comes to any log. */
  public void onServing() {
    twoPhase.onServing();
  }

  /** What becomes of calls that were sent. */
  public CallAnswers answers() {
    return answers;
  }

  /** The phases that calls run in, under a scheme that has such. */
  public PhasedCalls phases() {
    return phases;
  }

  /** The epochs that calls run in, under a scheme that has such. */
  public EpochCalls epochs() {
    return epochs;
  }

  /** A site tells which transactions over several sites wait there, and for whom. */
  public void onAwaited(int site, List<AwaitedRow> waits) {
    twoPhase.onAwaited(site, waits);
  }

  /** What a site decided is known: it is here, or its log is closed. */
  public void onDecisionsKnown(int site) {
    twoPhase.onKnown(site);
  }

  /**
   * Gives up a call if it waits, here or at its site; one that runs there goes on. It is not sent
   * to a site again.
   */
  public void cancel(PendingCall call) {
    if (call.isDone()) {
      return;
    }
    call.setCanceled();
    if (call.sentTo() != null) {
      twoPhase.callOff(call);
      call.sentTo().send(new CancelAttempt(call.attemptId()));
    } else if (!call.mayHaveRun()) {
      endCanceled(call);
    }
  }

  /** A repetition was not looked up yet: what it repeats may have committed. */
  private void endCanceled(PendingCall call) {
    if (call.transaction() != null) {
      transactions.withdraw(call);
    }
    handler.fail(
        call,
        call.repetition
            ? new ThetisException(ErrorCode.OUTCOME_UNKNOWN, "the repetition was canceled")
            : new ThetisException(ErrorCode.QUERY_CANCELED));
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

  /** The part that routes the statements of interactive transactions. */
  public TransactionRouter transactions() {
    return transactions;
  }

  /** A group of partitions has moved, or could not. Whom it moved for goes first: no livelock. */
  public void onGroupDone(MoveGroup group) {
    for (PendingCall first : group.ahead.releaseAll()) {
      route(first);
    }
    PendingCall cause = group.cause();
    if (cause != null && !cause.isDone()) {
      cause.become(PendingCall.State.ROUTING);
      if (group.isIncomplete() && !group.gaveWay()) {
        // Who refuses again has not applied yet what makes it the master: it needs a moment.
        retries.again(cause, cause.reroutes() == 0);
      } else if (group.gaveWay() || cause.transaction() != null) {
        route(cause);
      } else if (!isStale(cause)
          && !epochs.isOn()
          && placement.commonMaster(cause.footprint().written()) == group.target) {
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
   * What is to be mastered where a call runs, and what it reads beside that.
   *
   * @param footprint null if it is not known yet
   * @throws ThetisException READS_TOO_LARGE if it reads more partitions than can be gathered
   */
  Footprint toMaster(PendingCall call, Footprint footprint) {
    observations.onPlanned(call, footprint);
    if (call.isCommitOverSites()) {
      return Footprints.requireListed(footprint);
    }
    if (call.gathersReads()) {
      call.noteGathered(footprint);
      return Footprints.gathered(footprint);
    }
    return footprint == null || call.transaction() != null
        ? footprint
        : scheme.localized(call.session, footprint, scheduler.clock().nowUs());
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
        call.plannedUnder() != inForce.record().number() && call.transaction() == null;
    return (call.shape() != placement.shape() || isOfOtherScheme)
        && call.canFindPartitions()
        && call.footprint() != null
        && !call.isCommit();
  }

  private void findPartitionsAgain(PendingCall call) {
    call.forgetPartitions();
    if (call.plan() == null) {
      call.findPartitions();
      return;
    }
    try {
      handler.begin(call, planner.footprintOf(call.plan()));
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

  /** Takes a call that is planned to where it runs, or has it wait. */
  void route(PendingCall call) {
    if (call.isCanceled() && !call.mayHaveRun()) {
      endCanceled(call);
      return;
    }
    if (gate.holds(call)) {
      return;
    }
    if (isStale(call)) {
      findPartitionsAgain(call);
      return;
    }
    if (call.pinnedTo() != null) {
      sender.sendPinned(call);
      return;
    }
    if (call.transaction() != null) {
      if (!phases.holds(call) && !epochs.holds(call)) {
        transactions.route(call);
      }
      return;
    }
    if (call.changesNothing()) {
      routeRead(call);
      return;
    }
    MoveGroup blocking = moves.blocking(call.footprint().written());
    if (blocking != null) {
      blocking.waiting.add(call);
      return;
    }
    if (phases.takes(call) || epochs.takes(call)) {
      return;
    }
    Route route = routeOf(call);
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

  private Route routeOf(PendingCall call) {
    return call.reads().isAtMasters() && inForce.spec().preparesReads()
        ? scheme.routeKeepingReads(call.footprint())
        : scheme.routeFrom(call.session, call.footprint(), call.vector, scheduler.clock().nowUs());
  }

  /** What is to be read where it is mastered cannot be read at several sites: it is moved. */
  private void distribute(PendingCall call, Route route) {
    if (call.gathersReads()) {
      long nowUs = scheduler.clock().nowUs();
      int target = gatheringSite(call, route.site());
      sender.move(call, scheme.routeTo(target, call.footprint().written(), call.vector, nowUs));
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
    Footprint footprint = call.isReconnaissance() ? Footprint.NONE : call.footprint();
    int site = scheme.routeRead(footprint, call.vector);
    int[] others = scheme.alsoRead(footprint, site);
    if (others.length == 0) {
      sender.sendOrHoldForAny(call, site);
    } else {
      twoPhase.begin(call, Route.over(site, others));
    }
  }
}
