package org.thetisdb.server.state;

import java.util.List;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.Scheduler;

/**
 * The lines of execution of a site, as far as calls need them.
 *
 * @param engine clock and timers of the engine's line
 * @param guard runs code of procedures on the engine's line, and takes the line away from it
 * @param queries on which long queries are read; at least one
 */
public record SiteLines(Scheduler engine, GuardedRunner guard, List<QueryLine> queries) {
  /** Lines that do not change any more. */
  public SiteLines {
    queries = List.copyOf(queries);
  }
}
