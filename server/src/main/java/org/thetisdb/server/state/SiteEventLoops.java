package org.thetisdb.server.state;

import java.util.List;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.Scheduler;

/**
 * The event loop of a site, as far as calls need them.
 *
 * @param engine clock and timers of the engine's event loop
 * @param guard runs code of procedures on the engine's event loop, and takes the event loop away
 *     from it
 * @param queries on which long queries are read; at least one
 */
public record SiteEventLoops(Scheduler engine, GuardedRunner guard, List<QueryEventLoop> queries) {
  /** Lines that do not change any more. */
  public SiteEventLoops {
    queries = List.copyOf(queries);
  }
}
