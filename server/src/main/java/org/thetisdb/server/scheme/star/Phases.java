package org.thetisdb.server.scheme.star;

import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.SetPhase;
import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.server.ownership.LostLenders;
import org.thetisdb.server.ownership.OwnershipRequest;
import org.thetisdb.server.ownership.TemporaryOwnership.Ownership;
import org.thetisdb.server.scheme.SiteParts;
import org.thetisdb.server.scheme.SiteScheme;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.CallPath;

/**
 * Calls run in the phase of their kind: where all is mastered that they meet, or where everything
 * is lent to. In a phase they lock the rows that they write.
 */
public final class Phases implements SiteScheme {
  private final SitePhases phases;
  private final CallPath path;
  private final LostLenders lost;

  /** No phase yet. */
  public Phases(SiteParts parts) {
    SiteState state = parts.state();
    this.lost = parts.lostLenders();
    this.phases =
        new SitePhases(
            state.scheduler(),
            state.data(),
            state.progress(),
            state.life(),
            state.log(),
            state.rules(),
            parts.incarnation(),
            parts.releases(),
            parts.execution().committer(),
            parts.calls());
    this.path = parts.common().underLocks();
  }

  @Override
  public boolean has(SchemeSpec scheme) {
    return scheme.dispatch() == Dispatch.BY_PHASE;
  }

  @Override
  public CallPath path() {
    return path;
  }

  @Override
  public void start() {
    phases.start();
  }

  @Override
  public void begin(SchemeSpec scheme) {
    phases.follow(true);
  }

  @Override
  public void drain() {
    phases.follow(false);
  }

  /** A phase of a lost site goes to its failover successor here. */
  @Override
  public boolean takes(Connection router, RouterToSite message) {
    if (!(message instanceof SetPhase phase)) {
      return false;
    }
    if (phase.onBehalfOf() == 0) {
      phases.set(router, phase);
    } else {
      lost.lend(requestOf(router, phase));
    }
    return true;
  }

  private static OwnershipRequest requestOf(Connection router, SetPhase told) {
    int site = told.onBehalfOf();
    Ownership ownership =
        told.master() == 0 ? null : new Ownership(told.master(), told.incarnation(), told.phase());
    return new OwnershipRequest(
        router,
        site,
        told.phase(),
        ownership,
        report -> router.send(new PhaseSet(told.phase(), site, report)));
  }

  @Override
  public void onOwnerships() {
    phases.onOwnerships();
  }

  @Override
  public void drop(Connection gone) {
    phases.drop();
  }
}
