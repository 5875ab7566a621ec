package org.thetisdb.router.scheme;

import java.util.function.Predicate;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.time.Clock;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ReadRule;
import org.thetisdb.router.call.WaitPriority;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;

/**
 * Each call runs at one site, as the placement's strategy says, when all that has to be mastered
 * there is. This is all of a scheme that differs from others only in its strategy, and what a call
 * of other schemes does that they have no way of their own for. Owned by the engine's thread.
 */
public class OneSiteScheme implements RouterScheme {
  private final Predicate<SchemeSpec> served;
  private final Scheme strategy;
  private final Clock clock;
  private final CallSender sender;
  private final WaitPriority precedence;

  /** The part of those schemes that {@code served} says. */
  public OneSiteScheme(SchemeParts parts, Predicate<SchemeSpec> served) {
    this.served = served;
    this.strategy = parts.engine().scheme();
    this.clock = parts.engine().scheduler().clock();
    this.sender = parts.sender();
    this.precedence = parts.precedence();
  }

  @Override
  public final boolean serves(SchemeSpec scheme) {
    return served.test(scheme);
  }

  @Override
  public ReadRule readRule(PendingCall call) {
    return ReadRule.GATHERED;
  }

  @Override
  public void route(PendingCall call) {
    follow(call, routeOf(call));
  }

  /** Where the strategy has an update run. */
  protected Route routeOf(PendingCall call) {
    return strategy.routeFrom(call.session, call.footprint(), call.vector, clock.nowUs());
  }

  /** Sends a call to the site of a route, when all has moved there that has to. */
  protected void follow(PendingCall call, Route route) {
    if (route.isSettled()) {
      sender.sendOrHold(call, route.site());
      return;
    }
    if (route.participants().length > 0) {
      throw new IllegalStateException("nobody takes part under this scheme: " + route);
    }
    WaitPriority.Claim before = precedence.blocking(call, route.moves());
    if (before != null) {
      before.followers.add(call);
    } else {
      sender.move(call, route);
    }
  }

  @Override
  public void read(PendingCall call) {
    sender.sendOrHoldForAny(call, strategy.routeRead(readOf(call), call.vector));
  }

  /** What a call that changes nothing reads, as far as that is known. */
  protected static Footprint readOf(PendingCall call) {
    return call.isReconnaissance() ? Footprint.NONE : call.footprint();
  }
}
