package org.thetisdb.router.scheme.registry;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Schemes;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.RouterFamily;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.scheme.StrategyParts;
import org.thetisdb.router.scheme.morphosys.MorphoSysFamily;

/**
 * The schemes that a router knows, and the families that serve them: the one place that lists
 * those. A new family has a line here. The code that puts a router together may give it more.
 * Immutable.
 */
public final class RouterSchemes {
  /** Those that are shipped, and no others. */
  public static final RouterSchemes SHIPPED =
      new RouterSchemes(
          Schemes.SHIPPED,
          List.of(
              ShippedFamily.ONE_SITE,
              new MorphoSysFamily(),
              ShippedFamily.FIXED,
              ShippedFamily.FRAGMENTS,
              ShippedFamily.PHASES,
              ShippedFamily.EPOCHS));

  private final Schemes schemes;
  private final List<RouterFamily> families;

  /**
   * Schemes, and the families that serve them.
   *
   * @throws IllegalArgumentException if a scheme is not of one family
   */
  public RouterSchemes(Schemes schemes, List<RouterFamily> families) {
    this.schemes = schemes;
    this.families = List.copyOf(families);
    schemes.all().forEach(this::familyOf);
  }

  /**
   * These, and a scheme with a family of its own.
   *
   * @throws IllegalArgumentException if another family takes it for its own
   */
  public RouterSchemes with(SchemeSpec scheme, RouterFamily family) {
    List<RouterFamily> more = new ArrayList<>(families);
    more.add(family);
    return new RouterSchemes(schemes.with(scheme), more);
  }

  /** The families. */
  public List<RouterFamily> families() {
    return families;
  }

  /** All schemes that are known. */
  public Schemes schemes() {
    return schemes;
  }

  /** A part of each family, for a leadership term that begins. */
  public List<RouterScheme> begin(SchemeParts parts) {
    return families.stream().map(family -> family.begin(parts)).toList();
  }

  /** The strategy of a scheme over a placement. */
  public Scheme strategy(SchemeSpec scheme, StrategyParts parts) {
    return familyOf(scheme).strategy(scheme, parts);
  }

  /** What a call of a workload does under a scheme; see {@link RouterFamily#describe}. */
  public List<CallWork> describe(SchemeSpec scheme, CallLoad load) {
    return familyOf(scheme).describe(scheme, load);
  }

  private RouterFamily familyOf(SchemeSpec scheme) {
    List<RouterFamily> those = families.stream().filter(family -> family.has(scheme)).toList();
    if (those.size() != 1) {
      throw new IllegalArgumentException(
          "scheme " + scheme + " is of " + those.size() + " families at a router");
    }
    return those.get(0);
  }
}
