package org.thetisdb.router.engine;

import java.util.random.RandomGenerator;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.DynaMastScheme;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.SingleMasterScheme;

/** Makes the scheme that the settings name. */
final class Schemes {
  private Schemes() {}

  static Scheme create(
      RouterConfig config, Placement placement, ClusterView cluster, RandomGenerator random) {
    return switch (config.scheme()) {
      case DYNAMAST ->
          new DynaMastScheme(config.strategy(), config.sampling(), placement, cluster, random);
      case SINGLE_MASTER -> new SingleMasterScheme(placement, cluster, random);
    };
  }
}
