package org.thetisdb.server.site;

import java.util.function.Consumer;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.EndHolders;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.RouterToSite.ReshapeRequest;
import org.thetisdb.core.wire.RouterToSite.Withdraw;
import org.thetisdb.server.failover.FailoverSuccessors;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.remastering.Reshapings;
import org.thetisdb.server.state.SiteState;

/**
 * Takes what the router that leads asks about which site may write what: of this site, or of a lost
 * one of which it is the failover successor. Owned by the engine's event loop.
 */
final class MastershipRequests {
  private final Releases releases;
  private final Reshapings reshapings;
  private final FailoverSuccessors successors;

  /**
   * None has come yet.
   *
   * @param onReshaped hears of borders that have changed
   * @param onLeft runs when the log has acknowledged that this site leaves
   */
  MastershipRequests(
      SiteState state,
      FailoverSuccessors successors,
      Consumer<Reshape> onReshaped,
      Runnable onLeft) {
    this.successors = successors;
    this.releases =
        new Releases(
            state.scheduler(),
            state.data(),
            state.progress(),
            state.life(),
            state.log(),
            state.rules(),
            state.cuts()::watermark,
            onLeft);
    this.reshapings =
        new Reshapings(
            state.scheduler(),
            state.mastership(),
            state.progress(),
            state.life(),
            state.log(),
            releases,
            onReshaped);
  }

  /** What this site gives up. */
  Releases releases() {
    return releases;
  }

  /** Whether a message is such a request; then it is on its way. */
  boolean takes(Connection router, RouterToSite message) {
    if (message instanceof Release release) {
      release(router, release);
    } else if (message instanceof Withdraw withdrawn) {
      releases.withdraw(router, withdrawn.moveId());
    } else if (message instanceof EndHolders wanted) {
      releases.endHolders(router, wanted.moveId());
    } else if (message instanceof ReshapeRequest request) {
      reshapings.request(router, request);
    } else if (message instanceof Leave leave) {
      leave(router, leave);
    } else if (message instanceof RouterToSite.FailoverSuccessor wanted) {
      successors.request(router, wanted.site());
    } else {
      return false;
    }
    return true;
  }

  private void release(Connection router, Release release) {
    if (release.onBehalfOf() == 0) {
      releases.request(router, release);
    } else {
      successors.release(router, release);
    }
  }

  private void leave(Connection router, Leave leave) {
    if (leave.onBehalfOf() == 0) {
      releases.requestLeave(router, leave);
    } else {
      successors.leave(router, leave);
    }
  }

  /** A router is gone: nobody waits for answers any more. */
  void drop(Connection gone) {
    releases.drop(gone);
    reshapings.drop(gone);
    successors.drop(gone);
  }
}
