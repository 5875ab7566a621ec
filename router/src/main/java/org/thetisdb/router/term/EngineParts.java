package org.thetisdb.router.term;

import java.util.random.RandomGenerator;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.router.config.RouterLimits;
import org.thetisdb.router.profile.AccessSample;
import org.thetisdb.router.profile.BusyShares;
import org.thetisdb.router.profile.CopyDemand;
import org.thetisdb.router.profile.WorkloadSample;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.routing.AccessTrace;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.reshape.ReshapePolicy;
import org.thetisdb.router.site.CutDrawer;
import org.thetisdb.router.site.CutSender;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.site.SuccessorChoice;

/** What the parts of one leadership term share. */
public record EngineParts(
    RouterLimits limits,
    SchemeInForce inForce,
    Scheme scheme,
    AccessTrace trace,
    WorkloadSample sample,
    CopyDemand demand,
    AccessSample accesses,
    BusyShares busy,
    Measures measures,
    Placement placement,
    ReshapePolicy reshaping,
    SiteTable sites,
    SuccessorChoice successors,
    CutDrawer cuts,
    CutSender cutSender,
    Counters counters,
    Scheduler scheduler,
    RandomGenerator random) {}
