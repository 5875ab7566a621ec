package org.thetisdb.router.scheme;

import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.router.routing.Scheme;

/** Makes the router's parts of a family of schemes. Stateless. */
public interface RouterFamily {
  /** Whether a scheme is of this family; each scheme is of one. */
  boolean has(SchemeSpec scheme);

  /** The family's part in a leadership term that begins. */
  RouterScheme begin(SchemeParts parts);

  /** The strategy of a scheme of this family over a placement. */
  Scheme strategy(SchemeSpec scheme, StrategyParts parts);
}
