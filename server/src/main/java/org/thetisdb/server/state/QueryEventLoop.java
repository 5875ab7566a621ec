package org.thetisdb.server.state;

import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.core.time.Scheduler;

/**
 * An event loop on which long queries are read, one piece of one query at a time.
 *
 * @param guard the same event loop, as the one that runs code which may not come back
 */
public record QueryEventLoop(Scheduler scheduler, GuardedRunner guard) {}
