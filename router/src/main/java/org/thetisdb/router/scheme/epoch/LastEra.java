package org.thetisdb.router.scheme.epoch;

import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.router.attempt.CallSender;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.scheme.CallPort;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;

/**
 * An era that is over, of which an epoch may still come into the keeper's log; or none. Owned by
 * the engine's thread.
 */
final class LastEra {
  private final SiteTable sites;
  private final CallSender sender;
  private final CallPort calls;
  private Era era;

  LastEra(SiteTable sites, CallSender sender, CallPort calls) {
    this.sites = sites;
    this.sender = sender;
    this.calls = calls;
  }

  /** An era is over; it is forgotten at once if nothing of it is on its way into the log. */
  void keep(Era over) {
    era = over.log().waits() ? over : null;
  }

  /** Whether there is one. */
  boolean isThere() {
    return era != null;
  }

  /** Forgets it, and returns it. */
  Era take() {
    Era over = era;
    era = null;
    return over;
  }

  /** A keeper's log has an epoch, perhaps of this era. */
  void onCommitted(SiteLink from, EpochCommitted said) {
    if (era != null && era.log().isAbout(from, said)) {
      era.log().onCommitted(said);
    }
  }

  /** A site is lost; if it was the keeper, it says nothing more of this era. */
  void onSiteLost(SiteLink link) {
    if (era != null && era.members().keeperLink() == link) {
      doubt(take());
    }
  }

  /** The keeper may have committed them: they are asked for again when that is known. */
  private void doubt(Era over) {
    for (PendingCall call : over.log().takeInFlight()) {
      call.setMayHaveRun(true);
      call.become(PendingCall.State.ROUTING);
      if (sites.roster().is(over.members().keeper(), SiteStanding.GONE)) {
        calls.route(call);
      } else {
        sender.hold(call, over.members().keeper());
      }
    }
  }
}
