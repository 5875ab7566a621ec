package org.thetisdb.router.engine;

import java.util.random.RandomGenerator;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.router.profile.WorkloadSample;
import org.thetisdb.router.routing.AccessTrace;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.ReshapePolicy;
import org.thetisdb.router.routing.Scheme;

/** What the parts of one leadership term share. */
record EngineParts(
    RouterLimits limits,
    SchemeInForce inForce,
    Scheme scheme,
    AccessTrace trace,
    WorkloadSample sample,
    CopyDemand demand,
    Measures measures,
    Placement placement,
    ReshapePolicy reshaping,
    SiteTable sites,
    StandIns standIns,
    CutDrawer cuts,
    CutSender cutSender,
    Counters counters,
    Scheduler scheduler,
    RandomGenerator random) {}
