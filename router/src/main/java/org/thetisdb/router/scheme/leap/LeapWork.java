package org.thetisdb.router.scheme.leap;

import java.util.List;
import org.thetisdb.core.cost.Work;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.scheme.OneSiteWork;

/** What calls do where all that they meet is brought to their session's site. Stateless. */
public final class LeapWork {
  /** To bring what a transaction meets, for each site that it meets. */
  private static final double BRING_US = 20_000;

  /** Tasks to bring that. */
  private static final double BRING_ROUTER_TASKS = 2;

  private static final double BRING_ENGINE_TASKS = 8;

  private LeapWork() {}

  /** Sessions and groups are spread over all sites. */
  public static List<CallWork> of(CallLoad load) {
    double elsewhere = 1 - 1.0 / load.sites();
    double met = Math.max(1, load.profile().sitesMetInAll());
    return List.of(
        CallWork.named(CallLoad.percent(elsewhere) + " of what is met is at another session's site")
            .router(OneSiteWork.routerSteps().and(Work.ROUTER_TASK, BRING_ROUTER_TASKS * elsewhere))
            .once(
                OneSiteWork.engineSteps(load).and(Work.ENGINE_TASK, BRING_ENGINE_TASKS * elsewhere))
            .busiest(load.dealt())
            .waits(CallLoad.ANSWER_US + elsewhere * met * BRING_US)
            .build());
  }
}
