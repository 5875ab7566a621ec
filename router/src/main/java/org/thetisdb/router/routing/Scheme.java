package org.thetisdb.router.routing;

import java.util.Optional;
import org.thetisdb.core.id.VersionVector;

/**
 * The router's part of a scheme (DESIGN: schemes): where a call goes, what moves and why.
 * Everything else, which is locks on partitions, releases, sending and answering, is shared by all
 * schemes.
 *
 * <p>Called on one thread; answers depend on nothing but what was handed in, the placement, and a
 * seeded source of randomness.
 */
public interface Scheme {
  /** The name that people and clients see. */
  String name();

  /**
   * Takes note of an update for later decisions; once for each call, however often it is routed.
   */
  void observe(Footprint footprint, long nowUs);

  /**
   * Where an update goes, and which partitions have to be moved there first.
   *
   * @param session what the session has seen
   */
  Route routeUpdate(Footprint footprint, VersionVector session, long nowUs);

  /**
   * Where an interactive transaction runs whose first statement is this update. What it writes
   * later is not known, and will be moved there.
   */
  default int routeTransaction(Footprint footprint, VersionVector session, long nowUs) {
    return routeUpdate(footprint, session, nowUs).site();
  }

  /**
   * The site at which all work is, or is being, gathered; 0 if there is none. An interactive
   * transaction had better begin there, even with a query: whatever it writes would be moved away
   * from there.
   */
  default int gathersAt() {
    return 0;
  }

  /**
   * Takes note of an interactive transaction that commits, with all that its statements wrote.
   *
   * @param moved whether partitions were moved for it
   */
  default void observeTransaction(Footprint footprint, boolean moved, long nowUs) {
    observe(footprint, nowUs);
  }

  /** Where a call that writes nothing goes; 0 if no site is usable. Never moves anything. */
  int routeRead(Footprint footprint, VersionVector session);

  /** Moves that no call asked for; called now and then, when the last ones are done. */
  Optional<Rebalance> rebalance(long nowUs);

  /** Share of the sampled writes whose partitions {@code site} masters, 0 to 1. */
  double writeShare(int site);
}
