package org.thetisdb.router.site;

import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.core.wire.SiteToRouter.Unsettled;

/**
 * What was sent to a site to be run, or a part of it; hears what the site says of it. All but a
 * wait for a row ends it on that link. Called on the engine's thread.
 */
public interface Attempt {
  /** It is over. */
  void onExecuted(Executed executed);

  /** It has to be routed again. */
  void onReplan(Replan replan);

  /** Its site says something of it that only the scheme understands. */
  void onOfScheme(SiteToRouter said);

  /** It has to run again when the right of rows to exist is settled. */
  void onUnsettled(Unsettled unsettled);

  /**
   * It waits at its site for a row.
   *
   * @param ahead directly ahead of it in the queue; null if that is none of the link's
   */
  void onRowWait(Attempt ahead, RowWait wait);

  /** The site is lost, and what became of it is not known. */
  void onLost(int site);
}
