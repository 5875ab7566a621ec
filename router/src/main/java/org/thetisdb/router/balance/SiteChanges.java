package org.thetisdb.router.balance;

import java.util.ArrayDeque;
import java.util.Deque;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.router.call.Answer;
import org.thetisdb.router.call.OwnSession;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.system.Uploads;
import org.thetisdb.router.term.EngineParts;

/**
 * Changes of how far sites belong to the cluster, one after the other. A built-in procedure writes
 * each at the master of the catalog, as a transaction like any other; this router learns of it as
 * all do, from the sites. Owned by the engine's thread.
 */
public final class SiteChanges {
  /** The built-in procedure: takes a site's number and the number of its standing. */
  static final String CHANGE_SITE = "thetis.change_site";

  private static final int TIMEOUT_MS = 10_000;
  private static final byte[] NO_VALUE = {};

  private final EngineParts parts;
  private final OwnSession session;
  private final CallHandler handler;
  private final Deque<Change> waiting = new ArrayDeque<>();
  private Change current;

  private record Change(int site, SiteStanding wanted, Answer answer) {}

  /**
   * None yet.
   *
   * @param session of the changes' calls
   */
  public SiteChanges(EngineParts parts, OwnSession session, CallHandler handler) {
    this.parts = parts;
    this.session = session;
    this.handler = handler;
  }

  /** Takes a change that an administrator wants; the answer always comes. */
  public void submit(int site, SiteStanding wanted, Answer answer) {
    if (wanted != SiteStanding.JOINING && wanted != SiteStanding.DRAINING) {
      fail(answer, new ThetisException(ErrorCode.BAD_REQUEST, "nobody can ask for " + wanted));
    } else if (waiting.size() >= parts.limits().uploadsWaiting()) {
      String where = waiting.size() + " changes of sites";
      fail(answer, new ThetisException(ErrorCode.OVERLOADED, where));
    } else {
      waiting.add(new Change(site, wanted, answer));
      next();
    }
  }

  /**
   * Sites that have joined, and follow this router, become members: from then on routers estimate
   * with them. Called from time to time.
   */
  void activateJoined() {
    if (current != null || !waiting.isEmpty()) {
      return;
    }
    for (int site : parts.sites().roster().in(SiteStanding.JOINING)) {
      if (parts.sites().isReady(site)) {
        waiting.add(new Change(site, SiteStanding.MEMBER, (error, text, vector, value) -> {}));
      }
    }
    next();
  }

  /** Goes on with what waits, if the router serves and no change is under way. */
  public void next() {
    while (handler.isServing() && current == null && !waiting.isEmpty()) {
      current = waiting.remove();
      try {
        write(current);
      } catch (ThetisException e) {
        end(e.code().number(), e.getMessage(), VersionVector.ZERO, NO_VALUE);
      }
    }
  }

  private void write(Change change) {
    PendingCall call =
        handler.newOwnCall(
            session.id(),
            session.nextSequence(),
            TIMEOUT_MS,
            parts.cuts().known(),
            CHANGE_SITE,
            ValueCodec.encodeArguments((long) change.site(), (long) change.wanted().number()));
    call.addAnswer(
        (errorNumber, message, vector, value) -> {
          end(errorNumber, message, vector, value);
          next();
        });
    handler.submit(call, Footprint.of(new long[] {Uploads.CATALOG_PARTITION}, new long[0]));
  }

  private void end(int errorNumber, String message, VersionVector vector, byte[] value) {
    Answer answer = current.answer();
    current = null;
    answer.onOutcome(errorNumber, message, vector, value);
  }

  /** The router leads no more. */
  public void close(ThetisException reason) {
    while (!waiting.isEmpty()) {
      fail(waiting.remove().answer(), reason);
    }
  }

  private static void fail(Answer answer, ThetisException error) {
    answer.onOutcome(error.code().number(), error.getMessage(), VersionVector.ZERO, NO_VALUE);
  }
}
