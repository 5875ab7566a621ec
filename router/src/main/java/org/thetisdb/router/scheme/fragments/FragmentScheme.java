package org.thetisdb.router.scheme.fragments;

import java.util.Arrays;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.call.ReadRule;
import org.thetisdb.router.catalog.RouterCatalog;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.twophase.TwoPhaseCommit;

/**
 * Sends a call that is written in fragments to all masters of what it plans to meet at once. Each
 * runs its own, and the one that masters most of what is written commits all of them. What is not
 * written so, has met more than it had planned, or may have run before, goes the way of the family
 * of two-phase commit: its participants prepare, and it runs at one site. Owned by the engine's
 * thread.
 */
public final class FragmentScheme implements RouterScheme {
  private final RouterScheme whole;
  private final RouterCatalog catalog;
  private final Placement placement;
  private final Scheme strategy;
  private final TwoPhaseCommit twoPhase;

  /**
   * The family's part in a term.
   *
   * @param whole the way of calls that run at one site
   */
  public FragmentScheme(SchemeParts parts, RouterScheme whole) {
    this.whole = whole;
    this.catalog = parts.catalog();
    this.placement = parts.engine().placement();
    this.strategy = parts.engine().scheme();
    this.twoPhase = parts.twoPhase();
  }

  /** Whether a scheme is of this family. */
  public static boolean isServed(SchemeSpec scheme) {
    return scheme.dispatch() == Dispatch.IN_FRAGMENTS;
  }

  @Override
  public boolean serves(SchemeSpec scheme) {
    return isServed(scheme);
  }

  @Override
  public ReadRule readRule(PendingCall call) {
    return whole.readRule(call);
  }

  @Override
  public void route(PendingCall call) {
    Route route = isInFragments(call) ? strategy.routeKeepingReads(call.footprint()) : null;
    if (route == null || route.participants().length == 0) {
      whole.route(call);
    } else {
      int[] masters = Arrays.copyOf(route.participants(), route.participants().length + 1);
      masters[masters.length - 1] = route.site();
      Arrays.sort(masters);
      twoPhase.beginInFragments(call, home(call, masters), masters);
    }
  }

  private boolean isInFragments(PendingCall call) {
    if (call.repetition || call.mayHaveRun() || call.isFresh()) {
      return false; // it is looked up where it runs as a whole
    }
    ProcedureDefinition procedure =
        call.isStatement() ? null : catalog.procedures().find(call.procedure);
    return procedure != null && procedure.inFragments() && TwoPhaseCommit.mayRunInFragments(call);
  }

  /** The one that masters most of what is written, so that most of it is free at once. */
  private int home(PendingCall call, int[] masters) {
    int[] written = new int[masters.length];
    for (long partition : call.footprint().written()) {
      int index = Arrays.binarySearch(masters, placement.master(partition));
      if (index >= 0) {
        written[index]++;
      }
    }
    int best = 0;
    for (int i = 1; i < masters.length; i++) {
      best = written[i] > written[best] ? i : best;
    }
    return masters[best];
  }

  @Override
  public void read(PendingCall call) {
    whole.read(call);
  }

  @Override
  public void commitOver(PendingCall commit, Route route) {
    whole.commitOver(commit, route);
  }

  @Override
  public void callOff(PendingCall call) {
    whole.callOff(call);
  }

  @Override
  public boolean takes(PendingCall call, Executed executed) {
    return whole.takes(call, executed);
  }

  @Override
  public void onRolledBack(PendingCall call) {
    whole.onRolledBack(call);
  }

  @Override
  public boolean onLost(PendingCall call, int site) {
    return whole.onLost(call, site);
  }

  @Override
  public void on(PendingCall call, SiteToRouter said) {
    whole.on(call, said);
  }
}
