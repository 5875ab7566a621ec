package org.thetisdb.router.scheme;

import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.CallEnd;
import org.thetisdb.router.call.WaitPriority;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.term.EngineParts;
import org.thetisdb.router.twophase.TwoPhaseCommit;

/**
 * What schemes have to do their work with in one leadership term.
 *
 * @param epoch the router's, from which come numbers that no other term gives
 * @param end ends calls
 * @param twoPhase has attempts over several sites under way, whose numbers families share
 */
public record SchemeParts(
    int epoch,
    EngineParts engine,
    RouterConfig config,
    RouterCatalog catalog,
    Moves moves,
    CallEnd end,
    WaitPriority precedence,
    Senders senders,
    TwoPhaseCommit twoPhase,
    CallPort calls) {

  /** How calls get to sites, and get there again. */
  public record Senders(CallSender sender, Retries retries) {}

  /** Gets calls to sites. */
  public CallSender sender() {
    return senders.sender;
  }

  /** Has calls routed again that lost a round. */
  public Retries retries() {
    return senders.retries;
  }
}
