package org.thetisdb.router.scheme;

import java.util.List;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.routing.Scheme;

/** Makes the router's parts of a family of schemes. Stateless. */
public interface RouterFamily {
  /** Whether a scheme is of this family; each scheme is of one. */
  boolean has(SchemeSpec scheme);

  /** The family's part in a leadership term that begins. */
  RouterScheme begin(SchemeParts parts);

  /** The strategy of a scheme of this family over a placement. */
  Scheme strategy(SchemeSpec scheme, StrategyParts parts);

  /**
   * What a call of a workload does under a scheme of this family, for estimates.
   *
   * @return the ways in which the scheme may run it, of which it takes the one that costs least;
   *     one at least
   */
  List<CallWork> describe(SchemeSpec scheme, CallLoad load);
}
