package org.thetisdb.router.dispatch;

import org.thetisdb.core.time.Clock;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.SqlTransaction;
import org.thetisdb.router.move.MoveGroup;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.EngineParts;

/**
 * Brings what the statements of interactive transactions read to their sites, where no site holds
 * every row (decision 0186): with its mastership, or by copies if it is more than can be listed.
 * What came later than a transaction's snapshot it cannot read: then it ends. Owned by the engine's
 * thread.
 */
final class ReadGathering {
  /** So often what one statement reads is brought to its site. */
  private static final int MOST_GATHERINGS = 24;

  /** So long the first statement of a transaction waits, which has no snapshot yet. */
  private static final long PATIENCE_US = 10_000_000;

  private final Scheme scheme;
  private final SiteTable sites;
  private final Clock clock;
  private final TransactionRouter transactions;
  private final Moves moves;
  private final CallSender sender;
  private final Retries retries;

  ReadGathering(
      EngineParts parts,
      TransactionRouter transactions,
      Moves moves,
      CallSender sender,
      Retries retries) {
    this.scheme = parts.scheme();
    this.sites = parts.sites();
    this.clock = parts.scheduler().clock();
    this.transactions = transactions;
    this.moves = moves;
    this.sender = sender;
    this.retries = retries;
  }

  /**
   * The site for a transaction whose first statement reads more than can be listed: there copies
   * are, or will be soon. 0 if that is not so, or if no site can have them.
   */
  int siteWithCopies(PendingCall call) {
    if (!sites.roster().lacksFullSite() || call.footprint().unlisted().length == 0) {
      return 0;
    }
    int site = scheme.copiesFor(call.footprint(), clock.nowUs());
    return site != 0 && sites.isUsable(site) ? site : 0;
  }

  /** Whether a statement waits for what it reads, or has ended since it cannot have it. */
  boolean gathers(PendingCall call, SqlTransaction transaction) {
    if (!sites.roster().lacksFullSite() || call.isReconnaissance()) {
      return false;
    }
    Footprint footprint = call.footprint();
    boolean mayWait = !transaction.hasBegun() && clock.nowUs() - call.begunUs() < PATIENCE_US;
    if (footprint.readsMore()) {
      int at = scheme.copiesFor(footprint, clock.nowUs());
      if (!scheme.hasCopiesFor(transaction.site(), footprint)) {
        return awaits(call, mayWait, "copies of all that it reads come to site " + at + " alone");
      }
    }
    if (scheme.lostMasterOf(footprint) != 0) {
      return awaits(call, mayWait, "a site is lost that alone has what it touches");
    }
    if (call.reroutes() > MOST_GATHERINGS && !mayWait) {
      return awaits(call, false, "what it touches could not come to its site in time");
    }
    if (call.reroutes() > 0) {
      scheme.copyFor(footprint, clock.nowUs());
    }
    long[] lacking = scheme.lackedAt(transaction.site(), footprint);
    return lacking.length > 0 && gathers(call, transaction, lacking);
  }

  private boolean awaits(PendingCall call, boolean mayWait, String why) {
    if (mayWait) {
      retries.again(call, false);
    } else {
      end(call, why);
    }
    return true;
  }

  private void end(PendingCall call, String why) {
    transactions.rollback(call.transaction());
    transactions.fail(call, why);
  }

  private boolean gathers(PendingCall call, SqlTransaction transaction, long[] lacking) {
    MoveGroup blocking = moves.blocking(lacking);
    if (blocking != null) {
      blocking.waiting.add(call);
      transactions.await(call, blocking);
      return true;
    }
    if (!sites.takesNewWork(transaction.site())) {
      end(call, "its site leaves the cluster");
      return true;
    }
    call.countReroute();
    Route route = scheme.routeTo(transaction.site(), lacking, call.vector, clock.nowUs());
    MoveGroup begun = sender.move(call, route);
    if (begun != null) {
      transactions.await(call, begun);
    }
    return true;
  }
}
