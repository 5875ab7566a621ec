package org.thetisdb.router.engine;

/**
 * The rest of a long result, at the site that reads it. Immutable.
 *
 * @param link the connection to the incarnation of the site that has it
 * @param siteCursor by which that site knows it
 */
record SqlCursor(SiteLink link, long siteCursor) {}
