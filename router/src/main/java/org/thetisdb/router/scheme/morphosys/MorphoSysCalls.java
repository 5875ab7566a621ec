package org.thetisdb.router.scheme.morphosys;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.time.Clock;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.CallEnd;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.WaitPriority;
import org.thetisdb.router.move.Moves;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Rebalance;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.CallPort;
import org.thetisdb.router.scheme.OneSiteScheme;
import org.thetisdb.router.scheme.SchemeParts;

/**
 * Calls run at one site, as plans have it. Steps of a plan that its call does not need begin with
 * it, side by side, and the call does not wait for them. Where no site holds every row, what a call
 * reads may have to come there first (decision 0186). Owned by the engine's thread.
 */
final class MorphoSysCalls extends OneSiteScheme {
  /** So long a call waits for rows to come together; then it ends. */
  private static final long PATIENCE_US = 10_000_000;

  private final Scheme strategy;
  private final Placement placement;
  private final Moves moves;
  private final WaitPriority precedence;
  private final CallSender sender;
  private final Retries retries;
  private final CallEnd end;
  private final CallPort calls;
  private final Clock clock;
  private final boolean lacksFullSite;

  MorphoSysCalls(SchemeParts parts) {
    super(parts, MorphoSysFamily::isServed);
    this.strategy = parts.engine().scheme();
    this.placement = parts.engine().placement();
    this.moves = parts.moves();
    this.precedence = parts.precedence();
    this.sender = parts.sender();
    this.retries = parts.retries();
    this.end = parts.end();
    this.calls = parts.calls();
    this.clock = parts.engine().scheduler().clock();
    this.lacksFullSite = parts.config().cluster().lacksFullSite();
  }

  @Override
  public void route(PendingCall call) {
    if (lacksFullSite) {
      noteRuns(call);
      gather(call);
    }
    super.route(call);
    for (Rebalance step : strategy.takeAside()) {
      List<Move> startable = moves.startable(precedence.unclaimed(step.moves()));
      if (!startable.isEmpty()) {
        moves.begin(startable, step.reason(), null);
      }
    }
  }

  @Override
  public void read(PendingCall call) {
    Footprint read = readOf(call);
    noteRuns(call);
    int site = strategy.routeRead(read, call.vector);
    if (site != 0 || !lacksFullSite) {
      sender.sendOrHoldForAny(call, site);
    } else if (call.isReconnaissance()) {
      sender.holdForAny(call);
    } else if (gather(call)) {
      calls.route(call);
    } else {
      await(call);
    }
  }

  @Override
  protected void follow(PendingCall call, Route route) {
    if (route.site() == 0) {
      await(call);
    } else {
      super.follow(call, route);
    }
  }

  /** What a call reads beyond what is listed comes, or stays, as copies. */
  private void noteRuns(PendingCall call) {
    if (lacksFullSite && !call.isReconnaissance() && call.footprint().readsMore()) {
      strategy.copiesFor(call.footprint(), clock.nowUs());
    }
  }

  /** Has what a call reads be mastered where it runs, if that has to be; whether it has. */
  private boolean gather(PendingCall call) {
    Footprint before = call.footprint();
    int written = before.written().length;
    Footprint after = strategy.gathered(before, clock.nowUs());
    if (after.written().length == written) {
      return false;
    }
    call.meet(after, placement.shape());
    return true;
  }

  /** No site can have a call now: it waits for a lost one, or a while for rows and copies. */
  private void await(PendingCall call) {
    int lost = strategy.lostMasterOf(call.footprint());
    if (lost != 0) {
      sender.hold(call, lost);
    } else if (clock.nowUs() - call.begunUs() > PATIENCE_US) {
      fail(
          call,
          call.footprint().readsMore()
              ? "no copy of a table came, of which it reads more than can be listed; narrow its ranges"
              : "a partition has too many rows to go with its mastership, and no copy of it came");
    } else {
      strategy.copyFor(call.footprint(), clock.nowUs());
      retries.again(call, false);
    }
  }

  private void fail(PendingCall call, String why) {
    end.fail(call, new ThetisException(ErrorCode.NOT_TOGETHER, why));
  }
}
