package org.thetisdb.router.call;

import org.thetisdb.router.site.SiteLink;

/**
 * The rest of a long result, at the site that reads it. Immutable.
 *
 * @param link the connection to the incarnation of the site that has it
 * @param siteCursor by which that site knows it
 */
public record SqlCursor(SiteLink link, long siteCursor) {}
