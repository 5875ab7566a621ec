package org.thetisdb.server.ownership;

/**
 * Has lost sites lend, of which this one is the failover successor. Called on the engine's event
 * loop.
 */
@FunctionalInterface
public interface LostLenders {
  /** A router wants something of a lost site; if the site is back, that is sent to it. */
  void lend(OwnershipRequest request);
}
