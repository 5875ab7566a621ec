/**
 * Routers that do not lead watch the one that does, so that its place is taken sooner than
 * membership misses it (decision 0069).
 */
package org.thetisdb.router.watch;
