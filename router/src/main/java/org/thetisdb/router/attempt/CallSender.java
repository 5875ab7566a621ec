package org.thetisdb.router.attempt;

import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.router.call.CallEnd;
import org.thetisdb.router.call.CallPart;
import org.thetisdb.router.call.CallQueue;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlCursor;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.site.SuccessorChoice;
import org.thetisdb.router.term.EngineParts;

/**
 * Gets a call on its way to a site that was chosen: sends it, holds it until the site is there, or
 * has partitions moved for it first. Owned by the engine's thread.
 */
public final class CallSender {
  private final Placement placement;
  private final SiteTable sites;
  private final SuccessorChoice successors;
  private final Dispatch dispatch;
  private final CallEnd end;
  private final Moves moves;
  private final CallQueue anySite = new CallQueue();
  private final CallQueue[] bySite;

  /** A sender to the sites of one term; {@code end} ends what cannot be sent. */
  public CallSender(EngineParts parts, CallEnd end, Moves moves) {
    this.placement = parts.placement();
    this.sites = parts.sites();
    this.successors = parts.successors();
    this.dispatch = new Dispatch(parts);
    this.end = end;
    this.moves = moves;
    this.bySite = new CallQueue[Stamp.MAX_SITE + 1];
    for (int site = 1; site < bySite.length; site++) {
      bySite[site] = new CallQueue();
    }
  }

  /** Sends a call to a site that is usable. */
  public void send(PendingCall call, int site) {
    if (call.isCommit()) {
      call.setMayHaveRun(true);
    }
    begin(call);
    try {
      dispatch.send(call, sites.link(site));
    } catch (ThetisException tooLong) {
      // Nothing was sent: with what the router adds, the call is longer than a message may be.
      end.fail(
          call,
          call.plan() == null
              ? tooLong
              : new ThetisException(ErrorCode.TOO_MANY_KEYS, tooLong.getMessage()));
    }
  }

  /**
   * Sends a part of a call in a scheme's own form to a site that is usable, beside what other sites
   * may have of its attempt. If it is too long for a message, the call ends.
   *
   * @param mostMs how long it may wait at the site
   * @param seen what the site must have beside what the call needs
   * @param hears what becomes of it
   */
  public void sendPart(
      PendingCall call, int site, int mostMs, VersionVector seen, Form form, CallPart hears) {
    begin(call);
    try {
      dispatch.sendPart(call, sites.link(site), mostMs, seen, form, hears);
    } catch (ThetisException tooLong) {
      call.forgetAttempt();
      end.fail(call, tooLong);
    }
  }

  private static void begin(PendingCall call) {
    if (call.transaction() != null) {
      call.transaction().begin();
    }
  }

  /**
   * Sends a call in a scheme's own form to a site that is ready, by which that knows what it must
   * have before it runs it.
   *
   * @throws ThetisException if it is too long for a message; the attempt is over then
   */
  public void sendBare(PendingCall call, int site, Form form) {
    begin(call);
    dispatch.sendBare(call, sites.link(site), form);
  }

  /** Ends a call that could not be sent. */
  public void endUnsent(PendingCall call, ThetisException tooLong) {
    call.forgetAttempt();
    end.fail(call, tooLong);
  }

  /** Sends a call that has to use one connection. */
  public void sendPinned(PendingCall call) {
    if (call.pinnedTo().isReady()) {
      dispatch.send(call, call.pinnedTo());
    } else {
      end.fail(
          call,
          new ThetisException(
              ErrorCode.RESULT_EXPIRED,
              "site " + call.pinnedTo().site() + ", which had it, was lost"));
    }
  }

  /** Sends a call to a site, or holds it until that is usable. */
  public void sendOrHold(PendingCall call, int site) {
    if (sites.isUsable(site)) {
      send(call, site);
    } else {
      hold(call, site);
    }
  }

  /** Sends a call to a usable site; holds it if there is none, which is site 0. */
  public void sendOrHoldForAny(PendingCall call, int site) {
    if (site == 0) {
      holdForAny(call);
    } else {
      send(call, site);
    }
  }

  /** Holds a call until a site is there, or has a failover successor. */
  public void hold(PendingCall call, int site) {
    bySite[site].add(call, site);
  }

  /** Holds a call until there is a site that could take it. */
  public void holdForAny(PendingCall call) {
    anySite.add(call);
  }

  /** Lets go of the calls that wait for a site. */
  public PendingCall[] releaseHeldFor(int site) {
    return bySite[site].releaseAll();
  }

  /** Lets go of the calls that wait for any site. */
  public PendingCall[] releaseHeldForAny() {
    return anySite.releaseAll();
  }

  /**
   * Has partitions moved as a route says, and the call wait for them.
   *
   * @return what moves for it; null if it waits for something else, or goes on
   */
  public MoveGroup move(PendingCall call, Route route) {
    int missing = missingSite(call, route);
    if (missing != 0) {
      hold(call, missing);
      return null;
    }
    List<Move> startable = moves.startable(route.moves());
    if (startable.isEmpty()) {
      sendOrHold(call, route.site());
      return null;
    }
    note(call, startable);
    call.become(PendingCall.State.MOVING);
    return moves.begin(startable, route.reason(), call);
  }

  private static void note(PendingCall call, List<Move> moves) {
    boolean written = false;
    for (Move move : moves) {
      written |= Arrays.binarySearch(call.footprint().written(), move.partition()) >= 0;
    }
    call.noteMoved(written);
  }

  /**
   * A site that has to be there before all that is written can be in one place; 0 if none lacks.
   */
  private int missingSite(PendingCall call, Route route) {
    if (!sites.isUsable(route.site())) {
      return route.site();
    }
    for (long partition : call.footprint().written()) {
      int master = placement.master(partition);
      if (!successors.canRelease(master)) {
        return master;
      }
    }
    return 0;
  }

  /** Has the site of an interactive transaction forget it, if it still knows it. */
  public void rollback(SqlTransaction transaction) {
    if (transaction.hasSite() && transaction.isOpenAt(sites)) {
      dispatch.sendRollback(transaction, sites.link(transaction.site()));
    }
  }

  /** Has a site forget the rest of a result. */
  public void closeCursor(SqlCursor cursor, long session) {
    if (cursor.link().isReady()) {
      dispatch.sendClose(cursor, session);
    }
  }
}
