package org.thetisdb.router.scheme.fixed;

import java.util.function.Predicate;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.core.scheme.SchemeSpec.SiteCommit;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.AwaitedRows;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Ran;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.attempt.Retries;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ReadRule;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.CallPort;
import org.thetisdb.router.scheme.OneSiteScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.term.SchemeInForce;
import org.thetisdb.router.twophase.TwoPhaseCommit;

/**
 * Masters stay, and where a call needs several of them, they take part in it by two-phase commit.
 * Owned by the engine's thread.
 */
public final class FixedScheme extends OneSiteScheme {
  private final SchemeInForce inForce;
  private final Scheme strategy;
  private final SiteTable sites;
  private final Clock clock;
  private final CallSender sender;
  private final Retries retries;
  private final CallPort calls;
  private final TwoPhaseCommit twoPhase;

  /** Nothing is under way. */
  public FixedScheme(SchemeParts parts) {
    this(parts, FixedScheme::isServed);
  }

  /** The part of those schemes that {@code served} says. */
  public FixedScheme(SchemeParts parts, Predicate<SchemeSpec> served) {
    super(parts, served);
    this.inForce = parts.engine().inForce();
    this.strategy = parts.engine().scheme();
    this.sites = parts.engine().sites();
    this.clock = parts.engine().scheduler().clock();
    this.sender = parts.sender();
    this.retries = parts.retries();
    this.calls = parts.calls();
    this.twoPhase = parts.twoPhase();
  }

  /** Whether a scheme is of this family. */
  public static boolean isServed(SchemeSpec scheme) {
    return switch (scheme.dispatch()) {
      case IN_FRAGMENTS, OWN -> false;
      case ONE_SITE,
          AT_PRIMARY,
          WHERE_ALL_IS_MASTERED,
          WITH_PARTICIPANTS,
          WITH_ALL_MASTERS,
          BY_PHASE,
          IN_EPOCHS ->
          scheme.commit() == SiteCommit.TWO_PHASE;
    };
  }

  /** Masters keep what it reads: they lock it before it runs, or validate it when it has. */
  @Override
  public ReadRule readRule(PendingCall call) {
    return inForce.spec().concurrency() == ConcurrencyControl.VALIDATION
        ? ReadRule.VALIDATED
        : ReadRule.AT_MASTERS;
  }

  @Override
  protected Route routeOf(PendingCall call) {
    return call.reads().isAtMasters() && inForce.spec().preparesReads()
        ? strategy.routeKeepingReads(call.footprint())
        : super.routeOf(call);
  }

  @Override
  protected void follow(PendingCall call, Route route) {
    if (route.participants().length == 0) {
      super.follow(call, route);
    } else if (call.gathersReads()) {
      moveTogether(call, route);
    } else {
      twoPhase.begin(call, route);
    }
  }

  /** What is to be read where it is mastered cannot be read at several sites: it is moved. */
  private void moveTogether(PendingCall call, Route route) {
    int target = gatheringSite(call, route.site());
    long[] written = call.footprint().written();
    sender.move(call, strategy.routeTo(target, written, call.vector, clock.nowUs()));
  }

  /** Mastership moves only to sites that hold every row. */
  private int gatheringSite(PendingCall call, int site) {
    boolean holdsAll = sites.roster().holdsAll(site);
    int full = holdsAll ? site : strategy.routeRead(Footprint.NONE, call.vector);
    return full == 0 ? site : full;
  }

  @Override
  public void read(PendingCall call) {
    Footprint footprint = readOf(call);
    int site = strategy.routeRead(footprint, call.vector);
    int[] others = strategy.alsoRead(footprint, site);
    if (others.length == 0) {
      sender.sendOrHoldForAny(call, site);
    } else {
      twoPhase.begin(call, Route.over(site, others));
    }
  }

  @Override
  public void commitOver(PendingCall commit, Route route) {
    twoPhase.begin(commit, route);
  }

  @Override
  public void callOff(PendingCall call) {
    twoPhase.callOff(call);
  }

  @Override
  public boolean takes(PendingCall call, Executed executed) {
    return twoPhase.has(call) && twoPhase.takes(call, executed);
  }

  @Override
  public void onRolledBack(PendingCall call) {
    if (twoPhase.has(call)) {
      twoPhase.abort(call);
    }
  }

  @Override
  public boolean onLost(PendingCall call, int site) {
    return !twoPhase.has(call) || twoPhase.onLost(call, site);
  }

  @Override
  public void on(PendingCall call, SiteToRouter said) {
    if (said instanceof Ran ran) {
      onRan(call, ran);
    } else {
      super.on(call, said);
    }
  }

  /**
   * The coordinator of an attempt over several sites has run it; which sites take part is known
   * now.
   */
  private void onRan(PendingCall call, Ran ran) {
    if (call.isDone() || !twoPhase.has(call)) {
      onRolledBack(call);
      return;
    }
    call.endAttempt();
    call.become(PendingCall.State.ROUTING);
    try {
      if (!ran.observed().tellsOf(ran.touched())) {
        throw new ThetisException(ErrorCode.INTERNAL, "a site does not tell what it has read");
      }
      calls.meet(call, ran.touched());
    } catch (ThetisException e) {
      twoPhase.end(call);
      calls.onUnknownKeys(call, e);
      return;
    }
    call.planBy(ran.touched());
    int[] others = strategy.participants(call.footprint(), twoPhase.coordinatorOf(call));
    if (others == null) {
      twoPhase.end(call);
      retries.again(call, true);
    } else {
      twoPhase.onRan(call, ran.observed(), others);
    }
  }

  @Override
  public boolean on(SiteLink from, SiteToRouter said) {
    if (said instanceof AwaitedRows waits) {
      twoPhase.onAwaited(from.site(), waits.waits());
      return true;
    }
    return false;
  }

  @Override
  public void onServing() {
    twoPhase.onServing();
  }

  @Override
  public void onKnown(int site) {
    twoPhase.onKnown(site);
  }
}
