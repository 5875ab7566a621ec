package org.thetisdb.router.call;

import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.core.wire.SiteToRouter.Unsettled;

/** What sites have to say of calls that were sent there; called on the engine's thread. */
public interface CallEvents {
  /** An attempt is over. */
  void onExecuted(PendingCall call, Executed executed);

  /** An attempt has to be routed again. */
  void onReplan(PendingCall call, Replan replan);

  /** The site of an attempt says something of it that only the scheme understands. */
  void onOfScheme(PendingCall call, SiteToRouter said);

  /** An attempt has to run again when the right of rows to exist is settled. */
  void onUnsettled(PendingCall call, Unsettled unsettled);

  /** An attempt waits at its site for a row, directly behind another attempt, or null. */
  void onRowWait(PendingCall call, PendingCall ahead, RowWait wait);

  /** A site was lost with an attempt. */
  void onLost(PendingCall call, int site);
}
