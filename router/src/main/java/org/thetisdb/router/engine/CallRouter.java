package org.thetisdb.router.engine;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.RouterToSite.CancelAttempt;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.sql.call.ControlCall;

/**
 * Takes a planned call to the site where it runs: asks the scheme, lets partitions move, holds the
 * call behind moves of others or until a site is there, sends it, and routes it again when the
 * answer says so or never comes. Owned by the engine's thread.
 */
final class CallRouter {
  /** The first pause before a call is routed again without any news; doubles each time. */
  private static final long RETRY_US = 500;

  private static final int MOST_DOUBLINGS = 6;

  private final int mostReroutes;
  private final Scheme scheme;
  private final Placement placement;
  private final SiteTable sites;
  private final CutDrawer cuts;
  private final Counters counters;
  private final Scheduler scheduler;
  private final Dispatch dispatch;
  private final CallPlanner planner;
  private final CallDesk desk;
  private final StandIns standIns;
  private final Moves moves;
  private final CallQueue anySite = new CallQueue();
  private final CallQueue pausing = new CallQueue();
  private final CallQueue[] bySite;

  CallRouter(
      EngineParts parts, CallPlanner planner, CallDesk desk, StandIns standIns, Moves moves) {
    this.standIns = standIns;
    this.mostReroutes = parts.limits().reroutes();
    this.scheme = parts.scheme();
    this.placement = parts.placement();
    this.sites = parts.sites();
    this.cuts = parts.cuts();
    this.counters = parts.counters();
    this.scheduler = parts.scheduler();
    this.dispatch = new Dispatch(parts);
    this.planner = planner;
    this.desk = desk;
    this.moves = moves;
    this.bySite = new CallQueue[Stamp.MAX_SITE + 1];
    for (int site = 1; site < bySite.length; site++) {
      bySite[site] = new CallQueue();
    }
  }

  /** Routes a call for the first time. */
  void begin(PendingCall call) {
    if (hasSeenWhatNeverWas(call)) {
      desk.fail(call, vectorAhead(call.vector));
      return;
    }
    observe(call);
    route(call);
  }

  /** What belongs together, an interactive transaction shows when it commits. */
  private void observe(PendingCall call) {
    long nowUs = scheduler.clock().nowUs();
    SqlTransaction transaction = call.transaction;
    if (transaction == null) {
      if (!call.changesNothing()) {
        scheme.observe(call.footprint, nowUs);
      }
    } else if (isCommit(call) && !transaction.kept.isEmpty()) {
      scheme.observeTransaction(transaction.written(), transaction.remastered, nowUs);
    }
  }

  /**
   * Whether the call's session has seen what no site has: it is of a cluster that was here before,
   * or its client has errors. Were its writes to depend on that, every site would wait for what
   * never comes. Until all sites have told what they have nobody can say, and then the sites' logs
   * decide.
   */
  private boolean hasSeenWhatNeverWas(PendingCall call) {
    return !cuts.known().covers(call.vector) && sites.firstNotGreeted() == 0;
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
  void onExecuted(PendingCall call, Executed executed) {
    call.answeredBy = call.sentTo;
    call.sentTo = null;
    confirm(call);
    desk.answered(call, executed);
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
  void cancel(PendingCall call) {
    if (call.isDone()) {
      return;
    }
    if (call.sentTo != null) {
      call.sentTo.send(new CancelAttempt(call.attemptId));
    } else if (!call.mayHaveRun && call.heldIn != null) {
      desk.fail(call, new ThetisException(ErrorCode.QUERY_CANCELED));
    }
  }

  /** Has the site of an interactive transaction forget it. */
  void rollback(SqlTransaction transaction) {
    if (transaction.site != 0 && isOpenThere(transaction)) {
      dispatch.sendRollback(transaction, sites.link(transaction.site));
    }
  }

  /** A site undid the attempt, or did not begin it; it knows something that this router did not. */
  void onReplan(PendingCall call, Replan replan) {
    call.sentTo = null;
    confirm(call);
    forgetKept(call, replan);
    call.become(PendingCall.State.ROUTING);
    boolean news = Owners.learn(placement, replan.owners());
    if (replan.touched() == null) {
      routeAgain(call, news);
      return;
    }
    boolean found = call.isReconnaissance();
    try {
      Footprint touched = planner.footprintOf(replan.touched());
      call.footprint = call.gathersReads ? Footprints.gathered(touched) : touched;
    } catch (ThetisException e) {
      desk.fail(call, e);
      return;
    }
    if (isCommit(call)) {
      call.mayHaveRun = false;
    } else {
      call.plan = replan.touched();
    }
    if (found) {
      begin(call);
    } else {
      routeAgain(call, true);
    }
  }

  /** A group of partitions has moved, or could not. Whom it moved for goes first: no livelock. */
  void onGroupDone(Moves.Group group) {
    PendingCall cause = group.cause;
    if (cause != null && !cause.isDone()) {
      cause.become(PendingCall.State.ROUTING);
      if (group.incomplete) {
        routeAgain(cause, true);
      } else if (cause.transaction != null) {
        route(cause);
      } else if (placement.commonMaster(cause.footprint.written()) == group.target) {
        sendOrHold(cause, group.target);
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
  void onSiteReady(int site) {
    for (PendingCall call : bySite[site].releaseAll()) {
      route(call);
    }
    for (PendingCall call : anySite.releaseAll()) {
      route(call);
    }
  }

  /**
   * A site was lost with these calls. What changes nothing runs elsewhere. Anything else may have
   * committed: it is kept until the site is back, and sent again as a repetition, which the site
   * looks up before it runs it (hazard 3).
   */
  void onSiteLost(int site, List<PendingCall> calls) {
    for (PendingCall call : calls) {
      call.sentTo = null;
      call.become(PendingCall.State.ROUTING);
      if (call.pinnedTo != null) {
        route(call);
      } else if (call.transaction != null) {
        call.mayHaveRun = call.procedure.equals(ControlCall.COMMIT);
        failInTransaction(call, "site " + site + " was lost");
      } else if (call.changesNothing()) {
        route(call);
      } else {
        call.mayHaveRun = true;
        if (sites.roster().is(site, SiteStanding.GONE)) {
          route(call);
        } else {
          hold(call, site);
        }
      }
    }
  }

  private void route(PendingCall call) {
    if (call.pinnedTo != null) {
      routePinned(call);
      return;
    }
    if (call.transaction != null) {
      routeInTransaction(call);
      return;
    }
    if (call.changesNothing()) {
      routeRead(call);
      return;
    }
    Moves.Group blocking = moves.blocking(call.footprint.written());
    if (blocking != null) {
      blocking.waiting.add(call);
      return;
    }
    Route route = scheme.routeUpdate(call.footprint, call.vector, scheduler.clock().nowUs());
    if (route.isSettled()) {
      sendOrHold(call, route.site());
    } else {
      move(call, route);
    }
  }

  /**
   * A statement of an interactive transaction goes to the transaction's site, and what it writes is
   * moved there. The first one chooses the site: where its scheme has an update run, or where what
   * it reads is mastered, since that is likely to be written next. A transaction that writes
   * nothing reads where any read would.
   */
  private void routeInTransaction(PendingCall call) {
    SqlTransaction transaction = call.transaction;
    if (transaction.site != 0 && !isOpenThere(transaction)) {
      failInTransaction(call, "its site was lost");
      return;
    }
    if (transaction.site == 0) {
      if (call.isReconnaissance()) {
        routeRead(call);
        return;
      }
      chooseSite(call);
    }
    if (transaction.site == 0) {
      return;
    }
    if (call.changesNothing()) {
      send(call, transaction.site);
    } else {
      gather(call, transaction);
    }
  }

  private static boolean isCommit(PendingCall call) {
    return call.transaction != null && call.procedure.equals(ControlCall.COMMIT);
  }

  private boolean isOpenThere(SqlTransaction transaction) {
    return sites.isUsable(transaction.site)
        && sites.link(transaction.site).info().incarnation() == transaction.incarnation;
  }

  private void failInTransaction(PendingCall call, String why) {
    ErrorCode code = call.mayHaveRun ? ErrorCode.OUTCOME_UNKNOWN : ErrorCode.SERIALIZATION_FAILURE;
    desk.fail(call, new ThetisException(code, why));
  }

  private void chooseSite(PendingCall call) {
    SqlTransaction transaction = call.transaction;
    int site =
        call.changesNothing()
            ? siteToRead(call)
            : scheme.routeTransaction(call.footprint, call.vector, scheduler.clock().nowUs());
    if (site == 0) {
      anySite.add(call);
    } else if (!sites.isUsable(site)) {
      hold(call, site);
    } else {
      transaction.site = site;
      transaction.incarnation = sites.link(site).info().incarnation();
    }
  }

  private int siteToRead(PendingCall call) {
    if (call.transaction.isReadOnly()) {
      // It reads a snapshot, which is nowhere newer, and what it reads next nobody knows.
      return scheme.routeRead(Footprint.NONE, call.vector);
    }
    int gathersAt = scheme.gathersAt();
    if (gathersAt != 0 && sites.takesNewWork(gathersAt)) {
      return gathersAt;
    }
    long[] read = call.footprint.read();
    int master = read.length == 0 ? 0 : placement.master(read[0]);
    return master != 0 && sites.takesNewWork(master)
        ? master
        : scheme.routeRead(call.footprint, call.vector);
  }

  private void gather(PendingCall call, SqlTransaction transaction) {
    long[] written = call.footprint.written();
    // What a COMMIT needs for what was read is not kept: it is looked at when the COMMIT runs.
    long[] wanted = isCommit(call) ? written : transaction.notKept(written);
    Moves.Group blocking = moves.blocking(wanted);
    if (blocking != null && moves.waitsFor(transaction.written().written(), blocking)) {
      rollback(transaction);
      failInTransaction(call, "what it had written is about to move to another site");
      return;
    }
    if (blocking != null) {
      blocking.waiting.add(call);
      return;
    }
    List<Move> needed = new ArrayList<>();
    for (long partition : wanted) {
      int master = placement.master(partition);
      if (master != transaction.site) {
        needed.add(new Move(partition, master, transaction.site));
      }
    }
    if (needed.isEmpty()) {
      if (!isCommit(call)) {
        transaction.keep(wanted);
      }
      send(call, transaction.site);
    } else if (!sites.takesNewWork(transaction.site)) {
      rollback(transaction);
      failInTransaction(call, "its site leaves the cluster");
    } else {
      move(call, new Route(transaction.site, needed, "an interactive transaction writes it"));
    }
  }

  private void routePinned(PendingCall call) {
    if (call.pinnedTo.isReady()) {
      dispatch.send(call, call.pinnedTo);
    } else {
      desk.fail(
          call,
          new ThetisException(
              ErrorCode.RESULT_EXPIRED,
              "site " + call.pinnedTo.site() + ", which had it, was lost"));
    }
  }

  /** Has a site forget the rest of a result. */
  void closeCursor(SqlCursor cursor, long session) {
    if (cursor.link().isReady()) {
      dispatch.sendClose(cursor, session);
    }
  }

  private void routeRead(PendingCall call) {
    Footprint footprint = call.isReconnaissance() ? Footprint.NONE : call.footprint;
    int site = scheme.routeRead(footprint, call.vector);
    if (site == 0) {
      anySite.add(call);
    } else {
      send(call, site);
    }
  }

  private void move(PendingCall call, Route route) {
    int missing = missingSite(call, route);
    if (missing != 0) {
      hold(call, missing);
      return;
    }
    List<Move> startable = moves.startable(route.moves());
    if (startable.isEmpty()) {
      sendOrHold(call, route.site());
      return;
    }
    call.remastered = true;
    if (call.transaction != null) {
      call.transaction.remastered = true;
    }
    call.become(PendingCall.State.MOVING);
    moves.begin(startable, route.reason(), call);
  }

  /**
   * A site that has to be there before all that is written can be in one place; 0 if none lacks.
   */
  private int missingSite(PendingCall call, Route route) {
    if (!sites.isUsable(route.site())) {
      return route.site();
    }
    for (long partition : call.footprint.written()) {
      int master = placement.master(partition);
      if (!standIns.canRelease(master)) {
        return master;
      }
    }
    return 0;
  }

  private void sendOrHold(PendingCall call, int site) {
    if (sites.isUsable(site)) {
      send(call, site);
    } else {
      hold(call, site);
    }
  }

  private void send(PendingCall call, int site) {
    call.mayHaveRun |= isCommit(call);
    try {
      dispatch.send(call, sites.link(site));
    } catch (ThetisException tooLong) {
      // Nothing was sent: with what the router adds, the call is longer than a message may be.
      desk.fail(
          call,
          call.plan == null
              ? tooLong
              : new ThetisException(ErrorCode.TOO_MANY_KEYS, tooLong.getMessage()));
    }
  }

  private void hold(PendingCall call, int site) {
    bySite[site].add(call);
    call.missingSite = site;
  }

  private void routeAgain(PendingCall call, boolean news) {
    call.reroutes++;
    counters.retried++;
    if (call.reroutes > mostReroutes) {
      desk.fail(call, new ThetisException(ErrorCode.CONFLICT, call.reroutes));
    } else if (news) {
      route(call);
    } else {
      pause(call);
    }
  }

  /** A site knows no more than this router, but needs a moment to get there. */
  private void pause(PendingCall call) {
    pausing.add(call);
    long pauseUs = RETRY_US << Math.min(MOST_DOUBLINGS, call.reroutes);
    scheduler.schedule(
        pauseUs,
        () -> {
          if (call.heldIn == pausing) {
            pausing.remove(call);
            call.become(PendingCall.State.ROUTING);
            route(call);
          }
        });
  }
}
