/**
 * Routers that do not lead, and read at a site for their clients (DynaMast, Appendix H; decision
 * 0059).
 */
package org.thetisdb.server.reader;
