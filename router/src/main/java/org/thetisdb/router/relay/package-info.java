/**
 * The clients of a router that does not lead: their messages go to the one that does, and their
 * reads to the sites. Depends on {@code reading} only.
 */
package org.thetisdb.router.relay;
