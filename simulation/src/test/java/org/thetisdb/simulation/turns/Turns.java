package org.thetisdb.simulation.turns;

import java.util.List;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.Isolation;
import org.thetisdb.core.scheme.SchemeSpec.SiteCommit;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.wire.RouterToSite.SchemeRequest;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.RouterFamily;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.scheme.StrategyParts;
import org.thetisdb.router.scheme.registry.RouterSchemes;
import org.thetisdb.server.scheme.site.SiteFamilies;
import org.thetisdb.simulation.Families;

/** The scheme {@code turns}, and what processes know that have it. Stateless. */
public final class Turns {
  /** Sites take turns with all updates. */
  public static final SchemeSpec SPEC =
      SchemeSpec.named("turns", "sites take turns, and all updates run where the turn is")
          .claims(Isolation.STRONG_SESSION_SNAPSHOT)
          .ownPlacement("mastership goes with the turn")
          .ownDispatch("updates run at the site whose turn it is")
          .ownConcurrency("rows that it writes are locked when the turn has begun")
          .commit(SiteCommit.LOCAL)
          .traits(Trait.READS_ANYWHERE)
          .build();

  /** All that is shipped, and this one. */
  public static final Families FAMILIES =
      new Families(
          RouterSchemes.SHIPPED.with(SPEC, new Family()),
          SiteFamilies.SHIPPED.with(SPEC, SiteTurns::new));

  /** All that is shipped, and this one with a part at the router that never settles. */
  public static final Families NEVER_SETTLED =
      new Families(
          RouterSchemes.SHIPPED.with(SPEC, new NeverSettled()),
          SiteFamilies.SHIPPED.with(SPEC, SiteTurns::new));

  private Turns() {}

  /** Tells a site that it has a turn, which begins when it has all of this. */
  public static SchemeRequest turn(long number, VersionVector vector) {
    return new Turn(number, vector).tell();
  }

  /** What it brings at a router. */
  private static class Family implements RouterFamily {
    @Override
    public boolean has(SchemeSpec scheme) {
      return scheme.equals(SPEC);
    }

    @Override
    public RouterScheme begin(SchemeParts parts) {
      return new RouterTurns(parts);
    }

    @Override
    public Scheme strategy(SchemeSpec scheme, StrategyParts parts) {
      return new TurnStrategy(parts);
    }

    @Override
    public List<CallWork> describe(SchemeSpec scheme, CallLoad load) {
      return List.of(RouterTurns.describe(load));
    }
  }

  /** It forgets to say that it has nothing under way. */
  private static final class NeverSettled extends Family {
    @Override
    public RouterScheme begin(SchemeParts parts) {
      return new RouterTurns(parts) {
        @Override
        public boolean isSettled() {
          return false;
        }
      };
    }
  }
}
