package org.thetisdb.server.scheme;

import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.interactive.OpenTransactions;
import org.thetisdb.server.ownership.LostLenders;
import org.thetisdb.server.remastering.Releases;
import org.thetisdb.server.stage.CallStages;
import org.thetisdb.server.state.SiteState;

/**
 * What families of schemes have to do their work with at a site.
 *
 * @param incarnation of the site
 * @param stages what calls pass under every scheme
 * @param common puts stages of a family among those
 * @param calls takes, stops and wakes calls
 * @param lostLenders has lost sites lend of which this one is the failover successor
 * @param overSites the family of two-phase commit, which interactive transactions have under every
 *     scheme
 */
public record SiteParts(
    SiteState state,
    int incarnation,
    Execution execution,
    Gates gates,
    Releases releases,
    OpenTransactions open,
    CallStages stages,
    CommonPath common,
    SiteCalls calls,
    LostLenders lostLenders,
    SiteScheme overSites) {}
