package org.thetisdb.router.scheme.morphosys;

import java.util.List;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.PlacementPolicy;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.FollowedWork;
import org.thetisdb.router.scheme.RouterFamily;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.scheme.StrategyParts;

/** The family of the scheme morphosys: placement by learned costs. Stateless. */
public final class MorphoSysFamily implements RouterFamily {
  @Override
  public boolean has(SchemeSpec scheme) {
    return isServed(scheme);
  }

  static boolean isServed(SchemeSpec scheme) {
    return scheme.placement() == PlacementPolicy.LEARNED_COST;
  }

  @Override
  public RouterScheme begin(SchemeParts parts) {
    return new MorphoSysCalls(parts);
  }

  @Override
  public Scheme strategy(SchemeSpec scheme, StrategyParts parts) {
    return new MorphoSysStrategy(parts);
  }

  @Override
  public List<CallWork> describe(SchemeSpec scheme, CallLoad load) {
    return FollowedWork.of(load);
  }
}
