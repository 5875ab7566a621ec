package org.thetisdb.simulation;

import org.thetisdb.router.scheme.registry.RouterSchemes;
import org.thetisdb.server.scheme.site.SiteFamilies;

/**
 * The schemes that routers and sites of a simulated cluster know.
 *
 * @param atRouters those of its routers
 * @param atSites those of its sites
 */
public record Families(RouterSchemes atRouters, SiteFamilies atSites) {
  /** Those that are shipped, and no others. */
  public static final Families SHIPPED = new Families(RouterSchemes.SHIPPED, SiteFamilies.SHIPPED);
}
