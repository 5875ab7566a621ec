package org.thetisdb.server.scheme;

/** Makes the part of a family of schemes at a site that serves. Stateless. */
@FunctionalInterface
public interface SiteFamily {
  /** The family's part at a site. */
  SiteScheme begin(SiteParts parts);
}
