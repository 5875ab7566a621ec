package org.thetisdb.lab.simulated;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Schemes;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.RouterFamily;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.scheme.StrategyParts;
import org.thetisdb.router.scheme.registry.RouterSchemes;

/**
 * Reads which site masters what where a router keeps it, without a question to the router, which
 * would take its time. It stands beside a family of schemes and changes nothing. For the thread of
 * the simulated cluster.
 */
final class PlacementProbe {
  private SchemeParts parts;

  /** The schemes that are shipped, at a router that this reads. */
  RouterSchemes schemes() {
    List<RouterFamily> families = new ArrayList<>(RouterSchemes.SHIPPED.families());
    families.set(0, new ReadFamily(families.get(0)));
    return new RouterSchemes(Schemes.SHIPPED, families);
  }

  /**
   * The site that masters a row as the leading router knows it.
   *
   * @param key values of the first columns of its key
   * @throws IllegalArgumentException if there is no such table
   */
  int masterOf(String table, Object... key) {
    RegisteredTable registered = parts == null ? null : parts.catalog().tables().byName(table);
    if (registered == null) {
      throw new IllegalArgumentException("the router knows no table \"" + table + "\"");
    }
    Placement placement = parts.engine().placement();
    return placement.master(
        placement
            .partitioning(registered.id(), registered.grid())
            .partitionOf(new KeyCodec(registered.schema()).encodePrefix(key)));
  }

  private final class ReadFamily implements RouterFamily {
    private final RouterFamily family;

    ReadFamily(RouterFamily family) {
      this.family = family;
    }

    @Override
    public boolean has(SchemeSpec scheme) {
      return family.has(scheme);
    }

    @Override
    public RouterScheme begin(SchemeParts ofTerm) {
      parts = ofTerm;
      return family.begin(ofTerm);
    }

    @Override
    public Scheme strategy(SchemeSpec scheme, StrategyParts ofStrategy) {
      return family.strategy(scheme, ofStrategy);
    }

    @Override
    public List<CallWork> describe(SchemeSpec scheme, CallLoad load) {
      return family.describe(scheme, load);
    }
  }
}
