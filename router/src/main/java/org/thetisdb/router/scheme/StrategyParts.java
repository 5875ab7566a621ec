package org.thetisdb.router.scheme;

import java.util.random.RandomGenerator;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;

/** What the strategy of a scheme decides with. */
public record StrategyParts(
    RouterConfig config,
    Placement placement,
    ClusterView cluster,
    Measures measures,
    RandomGenerator random) {}
