package org.thetisdb.router.scheme.morphosys;

import java.util.List;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.WaitPriority;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Rebalance;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.OneSiteScheme;
import org.thetisdb.router.scheme.SchemeParts;

/**
 * Calls run at one site, as plans have it. Steps of a plan that its call does not need begin with
 * it, side by side, and the call does not wait for them. Owned by the engine's thread.
 */
final class MorphoSysCalls extends OneSiteScheme {
  private final Scheme strategy;
  private final Moves moves;
  private final WaitPriority precedence;

  MorphoSysCalls(SchemeParts parts) {
    super(parts, MorphoSysFamily::isServed);
    this.strategy = parts.engine().scheme();
    this.moves = parts.moves();
    this.precedence = parts.precedence();
  }

  @Override
  public void route(PendingCall call) {
    super.route(call);
    for (Rebalance step : strategy.takeAside()) {
      List<Move> startable = moves.startable(precedence.unclaimed(step.moves()));
      if (!startable.isEmpty()) {
        moves.begin(startable, step.reason(), null);
      }
    }
  }
}
