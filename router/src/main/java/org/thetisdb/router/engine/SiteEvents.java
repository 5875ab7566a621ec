package org.thetisdb.router.engine;

import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.core.wire.SiteToRouter.StandsIn;

/** What sites have to say; called on the engine's thread. */
interface SiteEvents {
  /** The site tells what it holds, for a comparison of replicas. */
  void onDigest(SiteLink link, Digest digest);

  /** The site promised to follow this epoch; calls can go there from now on. */
  void onSiteReady(SiteLink link, SiteHello hello);

  /** The site follows a later epoch: this router leads no more. */
  void onLaterEpoch(int epoch);

  /** An attempt is over. */
  void onExecuted(PendingCall call, Executed executed);

  /** An attempt has to be routed again. */
  void onReplan(PendingCall call, Replan replan);

  /** Partitions were given up, or not. */
  void onReleased(Moves.Release release, Released released);

  /** The site stands in for a lost one, or does so no more. */
  void onStandsIn(SiteLink link, StandsIn standsIn);

  /** The jars in force at the site. */
  void onJars(SiteLink link, Jars jars);

  /** The tables and definitions of SQL in force at the site. */
  void onDefinitions(SiteLink link, Definitions definitions);

  /** The site reported what it has. */
  void onReport(SiteLink link);

  /**
   * The connection is gone.
   *
   * @param wasReady whether calls could go there
   */
  void onSiteLost(SiteLink link, boolean wasReady, String reason);
}
