package org.thetisdb.router.engine;

import java.util.random.RandomGenerator;
import org.thetisdb.core.config.StrategySettings.Strategy;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.SingleMasterScheme;
import org.thetisdb.router.routing.reshape.PlacedBorders;
import org.thetisdb.router.routing.reshape.ReshapePolicy;
import org.thetisdb.router.scheme.dynamast.DynaMastScheme;
import org.thetisdb.router.scheme.dynamast.paper.PaperScheme;
import org.thetisdb.router.scheme.fixed.MultiMasterScheme;
import org.thetisdb.router.scheme.fixed.PartitionStoreScheme;
import org.thetisdb.router.scheme.leap.LeapScheme;
import org.thetisdb.router.scheme.star.PhasedScheme;

/** Makes the router's part of a scheme, from the scheme's placement policy. */
final class Schemes {
  private Schemes() {}

  /**
   * What decides about borders: nothing where there is a grid, or one master for all, or a paper's
   * strategy, which knows no borders; an applied placement where masters are fixed.
   */
  static ReshapePolicy reshaping(
      SchemeSpec spec,
      RouterConfig config,
      RouterPorts ports,
      Placement placement,
      ClusterView cluster,
      ReshapePolicy.KeyPrefixes keys) {
    if (spec.has(Trait.MASTERS_STAY) && config.cluster().partitionKeys() == 0) {
      return new PlacedBorders(placement, config.mostRanges());
    }
    boolean spreads =
        spec.has(Trait.LEARNS_PLACEMENT)
            && config.cluster().partitionKeys() == 0
            && config.strategy().strategy() == Strategy.AUTO;
    return spreads
        ? ports
            .reshaping()
            .create(
                placement,
                cluster,
                keys,
                ports.scheduler().clock(),
                config.mostRanges(),
                ports.random())
        : ReshapePolicy.NONE;
  }

  static Scheme create(
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
              placement, cluster, random, spec.dispatch() == SchemeSpec.Dispatch.AT_PRIMARY);
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
