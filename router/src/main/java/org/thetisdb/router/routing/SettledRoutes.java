package org.thetisdb.router.routing;

import org.thetisdb.core.id.Stamp;

/**
 * A route without moves or participants for each site, shared by all calls that go there: so most
 * calls are routed without an allocation. Immutable.
 */
public final class SettledRoutes {
  private final Route[] routes = new Route[Stamp.MAX_SITE + 1];

  public SettledRoutes() {
    for (int site = 1; site < routes.length; site++) {
      routes[site] = Route.settled(site);
    }
  }

  /** The route to a site. */
  public Route to(int site) {
    return routes[site];
  }
}
