package org.thetisdb.router.attempt;

import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.site.SiteLink;

/** An era of epochs, as those know it who send calls to run in it. */
public interface OpenEra {
  /** Its number, which no other era of any router has. */
  long number();

  /** A call's present attempt goes to a member. */
  void add(PendingCall call, SiteLink site);

  /** A call's present attempt could not be sent. */
  void remove(PendingCall call);
}
