package org.thetisdb.router.scheme.registry;

import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.core.config.StrategySettings.Strategy;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.scheme.SchemeSpec.SiteCommit;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.SingleMasterScheme;
import org.thetisdb.router.scheme.OneSiteScheme;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.scheme.dynamast.DynaMastScheme;
import org.thetisdb.router.scheme.dynamast.paper.PaperScheme;
import org.thetisdb.router.scheme.epoch.EpochCalls;
import org.thetisdb.router.scheme.fixed.FixedScheme;
import org.thetisdb.router.scheme.fixed.MultiMasterScheme;
import org.thetisdb.router.scheme.fixed.PartitionStoreScheme;
import org.thetisdb.router.scheme.leap.LeapScheme;
import org.thetisdb.router.scheme.star.PhasedCalls;
import org.thetisdb.router.scheme.star.PhasedScheme;

/** All families of schemes, and the strategy of each scheme. Stateless. */
public final class RouterSchemes {
  private RouterSchemes() {}

  /** All families, each of which serves some schemes and no two the same. */
  public static List<RouterScheme> families(SchemeParts parts) {
    return List.of(
        new OneSiteScheme(parts, RouterSchemes::runsAtOneSite),
        new FixedScheme(parts),
        new PhasedCalls(parts),
        new EpochCalls(parts));
  }

  /**
   * Whether a scheme has nothing but its strategy: it runs each call at the site that this says.
   */
  private static boolean runsAtOneSite(SchemeSpec scheme) {
    return switch (scheme.dispatch()) {
      case ONE_SITE, AT_PRIMARY, WHERE_ALL_IS_MASTERED -> scheme.commit() != SiteCommit.TWO_PHASE;
      case WITH_PARTICIPANTS, WITH_ALL_MASTERS, BY_PHASE, IN_EPOCHS -> false;
    };
  }

  /** The strategy of a scheme over a placement. */
  public static Scheme strategy(
      SchemeSpec spec,
      RouterConfig config,
      Placement placement,
      ClusterView cluster,
      Measures measures,
      RandomGenerator random) {
    return switch (spec.placement()) {
      case FOLLOWS_TRANSACTIONS -> dynamast(config, placement, cluster, measures, random);
      case FOLLOWS_EACH_TRANSACTION -> new LeapScheme(placement, cluster, measures, random);
      case ONE_SITE ->
          new SingleMasterScheme(
              placement, cluster, random, spec.dispatch() == Dispatch.AT_PRIMARY);
      case FIXED, FIXED_BY_TRACE -> fixed(spec, placement, cluster, measures, random);
    };
  }

  private static Scheme dynamast(
      RouterConfig config,
      Placement placement,
      ClusterView cluster,
      Measures measures,
      RandomGenerator random) {
    return config.strategy().strategy() == Strategy.AUTO
        ? new DynaMastScheme(
            config.strategy(), config.sampling(), placement, cluster, measures, random)
        : new PaperScheme(config.strategy(), config.sampling(), placement, cluster, random);
  }

  private static Scheme fixed(
      SchemeSpec spec,
      Placement placement,
      ClusterView cluster,
      Measures measures,
      RandomGenerator random) {
    return switch (spec.dispatch()) {
      case ONE_SITE, AT_PRIMARY, WHERE_ALL_IS_MASTERED, WITH_PARTICIPANTS, IN_EPOCHS ->
          new MultiMasterScheme(placement, cluster, measures, random);
      case WITH_ALL_MASTERS ->
          new PartitionStoreScheme(
              placement, cluster, measures, random, spec.locksReadsAtMasters());
      case BY_PHASE -> new PhasedScheme(placement, cluster, measures, random);
    };
  }
}
