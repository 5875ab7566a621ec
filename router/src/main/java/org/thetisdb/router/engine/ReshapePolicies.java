package org.thetisdb.router.engine;

import org.thetisdb.core.config.StrategySettings.Strategy;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.reshape.PlacedBorders;
import org.thetisdb.router.routing.reshape.ReshapePolicy;

/** Makes what decides about borders under a scheme. */
final class ReshapePolicies {
  private ReshapePolicies() {}

  /**
   * What decides about borders: nothing where there is a grid, or one master for all, or a paper's
   * strategy, which knows no borders; an applied placement where masters are fixed.
   */
  static ReshapePolicy create(
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
}
