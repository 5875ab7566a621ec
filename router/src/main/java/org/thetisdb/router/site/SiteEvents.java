package org.thetisdb.router.site;

import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.DefinitionInForce;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.ExistenceInForce;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.Learned;
import org.thetisdb.core.wire.SiteToRouter.MapPiece;
import org.thetisdb.core.wire.SiteToRouter.Migrations;
import org.thetisdb.core.wire.SiteToRouter.Placed;
import org.thetisdb.core.wire.SiteToRouter.RangeEstimated;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.core.wire.SiteToRouter.Replicas;
import org.thetisdb.core.wire.SiteToRouter.Reshaped;
import org.thetisdb.core.wire.SiteToRouter.Seeding;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.core.wire.SiteToRouter.Sites;
import org.thetisdb.core.wire.SiteToRouter.SuccessorReady;

/** What sites have to say; called on the engine's thread. */
public interface SiteEvents {
  /** The site reports what it holds, for a comparison of replicas. */
  void onDigest(SiteLink link, Digest digest);

  /** The site tells about how much a range holds. */
  void onRangeEstimated(RangeEstimated told);

  /** The site promised to follow this epoch; calls can go there from now on. */
  void onSiteReady(SiteLink link, SiteHello hello);

  /** Some of what the site knows of partitions, before it is ready. */
  void onMapPiece(MapPiece piece);

  /** The site follows a later epoch: this router leads no more. */
  void onLaterEpoch(int epoch);

  /** A site says something that only a scheme understands. */
  void onOfScheme(SiteLink link, SiteToRouter said);

  /** Which borders the site has, as it answers to a change of them. */
  void onBorders(Reshaped reshaped);

  /** The site is the failover successor of a lost one, or is so no more. */
  void onSuccessorReady(SiteLink link, SuccessorReady ready);

  /** The jars in force at the site. */
  void onJars(SiteLink link, Jars jars);

  /** What a site knows of others that came or went, and of the scheme. */
  void onRoster(Sites news);

  /** What a site knows of replicas. */
  void onReplicas(SiteLink link, Replicas news);

  /** The site reports where partitions are to be mastered, as the log says. */
  void onPlaced(Placed news);

  /** The site reports migrations, as the log has them. */
  void onMigrations(Migrations news);

  /** A site tells what a scheme has learned under a router before. */
  void onLearned(Learned news);

  /** A site reports how far it is with a replica that it was asked to fill. */
  void onReplicaFilled(SiteLink link, ReplicaFilled news);

  /** A site reports how far another one is with the copy that it joins from. */
  void onSeeding(Seeding seeding);

  /** A site has left, or says why it cannot yet. */
  void onLeaveAnswered(SiteLink link, Leave asked, Released answer);

  /**
   * The tables and definitions of SQL in force at the site, or those that have changed; returns
   * whether they are known from now on.
   */
  boolean onDefinitions(SiteLink link, Definitions definitions);

  /** A version of the catalog of SQL is in force at the site. */
  void onInForce(SiteLink link, DefinitionInForce word);

  /** A version of the rights of rows to exist is in force at the site. */
  void onInForce(SiteLink link, ExistenceInForce word);

  /** The site reported what it has. */
  void onReport(SiteLink link, boolean cutWanted);

  /** The site reported how much its engine thread has worked since the last time. */
  void onLoad(SiteLink link);

  /**
   * The connection is gone.
   *
   * @param wasReady whether calls could go there
   */
  void onSiteLost(SiteLink link, boolean wasReady, String reason);
}
