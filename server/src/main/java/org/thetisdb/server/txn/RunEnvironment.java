package org.thetisdb.server.txn;

import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.GuardedRunner;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.server.state.SiteLimits;
import org.thetisdb.store.Snapshot;

/**
 * What all runs at a site look into; there is one, so that a run need not be given each.
 *
 * @param data what the site has of the database
 * @param line runs code of procedures on the engine's event loop, and takes the event loop away
 *     from it
 * @param limits bounds that were set for the site
 * @param appliedRows shows what is applied or was committed here
 * @param rights what may be read as of now
 * @param claims what may be written
 * @param clock the clock of the site
 */
public record RunEnvironment(
    SiteData data,
    GuardedRunner line,
    SiteLimits limits,
    Snapshot appliedRows,
    ReadRights rights,
    RowClaims claims,
    Clock clock) {}
