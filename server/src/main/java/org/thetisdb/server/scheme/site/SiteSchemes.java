package org.thetisdb.server.scheme.site;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Isolation;
import org.thetisdb.core.scheme.Schemes;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.interactive.OpenTransactions;
import org.thetisdb.server.ownership.LostLenders;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.scheme.SiteCalls;
import org.thetisdb.server.scheme.SiteParts;
import org.thetisdb.server.scheme.SiteScheme;
import org.thetisdb.server.scheme.twophase.TwoPhase;
import org.thetisdb.server.stage.CallStages;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.Transaction;

/**
 * A part of each family of schemes at a site, of which one is in force. Until the router says
 * anything, calls lock the rows that they write. Owned by the site's engine.
 */
public final class SiteSchemes {
  /** One under which calls lock the rows that they write. */
  private static final SchemeSpec FIRST = SchemeRegistry.DYNAMAST;

  private final Schemes known;
  private final CallRules rules;
  private final List<SiteScheme> families;
  private SiteScheme inForce;

  /** All families; {@code calls} takes, stops and wakes calls for them. */
  public SiteSchemes(
      SiteFamilies known,
      SiteState state,
      int incarnation,
      Execution execution,
      Gates gates,
      Releases releases,
      OpenTransactions open,
      CallStages stages,
      SiteCalls calls,
      LostLenders lostLenders) {
    this.known = known.schemes();
    this.rules = state.rules();
    TwoPhase twoPhase = new TwoPhase(state, execution, gates, stages, calls);
    this.families =
        known.begin(
            new SiteParts(
                state,
                incarnation,
                execution,
                gates,
                releases,
                open,
                stages,
                twoPhase.common(),
                calls,
                lostLenders,
                twoPhase));
    this.inForce = familyOf(FIRST);
  }

  /** The schemes that this site knows. */
  public Schemes known() {
    return known;
  }

  /** This site serves. */
  public void start() {
    families.forEach(SiteScheme::start);
  }

  /** Another scheme is in force for all calls that come from now on, or is said to be. */
  public void follow(SchemeSpec scheme) {
    inForce = familyOf(scheme);
    rules.follow(scheme, scheme.claims() == Isolation.SERIALIZABLE, inForce.locksReads(scheme));
    for (SiteScheme family : families) {
      if (family == inForce) {
        family.begin(scheme);
      } else {
        family.drain();
      }
    }
  }

  private SiteScheme familyOf(SchemeSpec scheme) {
    List<SiteScheme> those = families.stream().filter(family -> family.has(scheme)).toList();
    if (those.size() != 1) {
      throw new IllegalStateException(
          "scheme " + scheme + " is of " + those.size() + " families at a site");
    }
    return those.get(0);
  }

  /** The stages of calls that no family leads by itself. */
  public CallPath path() {
    return inForce.path();
  }

  /** Whether what the router that leads says is for a family; then that has taken it. */
  public boolean takes(Connection router, RouterToSite message) {
    for (int i = 0; i < families.size(); i++) {
      if (families.get(i).takes(router, message)) {
        return true;
      }
    }
    return false;
  }

  /** More of the logs is applied, or acknowledged. */
  public void onReached() {
    for (int i = 0; i < families.size(); i++) {
      families.get(i).onReached();
    }
  }

  /** Rows of temporary ownerships were applied, or ended. */
  public void onOwnerships() {
    families.forEach(SiteScheme::onOwnerships);
  }

  /** The router that leads is gone. */
  public void drop(Connection gone) {
    families.forEach(family -> family.drop(gone));
  }

  /** Calls that wait for their turn, or with their batch. */
  public List<Transaction> calls() {
    List<Transaction> calls = new ArrayList<>();
    families.forEach(family -> calls.addAll(family.calls()));
    return calls;
  }
}
