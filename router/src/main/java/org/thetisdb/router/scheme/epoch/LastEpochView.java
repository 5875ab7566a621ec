package org.thetisdb.router.scheme.epoch;

import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.scheme.CallPort;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;

/**
 * An epoch view that is over, of which an epoch may still come into the epoch coordinator's log; or
 * none. Owned by the engine's thread.
 */
final class LastEpochView {
  private final SiteTable sites;
  private final CallSender sender;
  private final CallPort calls;
  private EpochView epochView;

  LastEpochView(SiteTable sites, CallSender sender, CallPort calls) {
    this.sites = sites;
    this.sender = sender;
    this.calls = calls;
  }

  /** An epoch view is over; it is forgotten at once if nothing of it is on its way into the log. */
  void keep(EpochView over) {
    epochView = over.log().waits() ? over : null;
  }

  /** Whether there is one. */
  boolean isThere() {
    return epochView != null;
  }

  /** Forgets it, and returns it. */
  EpochView take() {
    EpochView over = epochView;
    epochView = null;
    return over;
  }

  /** An epoch coordinator's log has an epoch, perhaps of this epoch view. */
  void onCommitted(SiteLink from, EpochCommitted said) {
    if (epochView != null && epochView.log().isAbout(from, said)) {
      epochView.log().onCommitted(said);
    }
  }

  /** A site is lost; if it was the epoch coordinator, it says nothing more of this epoch view. */
  void onSiteLost(SiteLink link) {
    if (epochView != null && epochView.members().epochCoordinatorLink() == link) {
      doubt(take());
    }
  }

  /** The epoch coordinator may have committed them: they are asked for again when that is known. */
  private void doubt(EpochView over) {
    for (PendingCall call : over.log().takeInFlight()) {
      call.setMayHaveRun(true);
      call.become(PendingCall.State.ROUTING);
      if (sites.roster().is(over.members().epochCoordinator(), SiteStanding.GONE)) {
        calls.route(call);
      } else {
        sender.hold(call, over.members().epochCoordinator());
      }
    }
  }
}
