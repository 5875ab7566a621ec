package org.thetisdb.router.scheme;

import java.util.List;
import org.thetisdb.core.cost.Work;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.estimate.Hold;
import org.thetisdb.router.estimate.Hold.Others;

/**
 * What calls do where mastership follows them: it is gathered at one site, or spread as well as can
 * be, whichever costs less. Stateless.
 */
public final class FollowedWork {
  /** Where an update crosses what is placed together, its group goes there and back. */
  private static final double MOVES_PER_CROSSING = 2;

  /** Tasks to move mastership, also of those that wait for it. */
  private static final double MOVE_ROUTER_TASKS = 4;

  private static final double MOVE_ENGINE_TASKS = 20;

  /** For so long nobody writes a group whose mastership is on its way. */
  private static final double MOVE_US = 2_000;

  /** What the busiest site has where mastership is spread, at least. */
  private static final double LEAST_BUSIEST = 0.5;

  private FollowedWork() {}

  /** Both ways. */
  public static List<CallWork> of(CallLoad load) {
    return List.of(OneSiteWork.gathered(load, "gathered at one site"), spread(load));
  }

  private static CallWork spread(CallLoad load) {
    double cross = load.profile().crossWhenPlaced();
    double moves = load.updates() * cross * MOVES_PER_CROSSING;
    double onItsWayUs = moves * MOVE_US / Math.max(1, load.profile().writtenGroups());
    return CallWork.named(CallLoad.percent(cross) + " of the updates move masters")
        .router(OneSiteWork.routerSteps().and(Work.ROUTER_TASK, MOVE_ROUTER_TASKS * moves))
        .once(OneSiteWork.engineSteps(load).and(Work.ENGINE_TASK, MOVE_ENGINE_TASKS * moves))
        .busiest(Math.max(LEAST_BUSIEST, load.profile().busiestWhenPlaced()))
        .anywhere(load.readsAnywhere())
        .answers(CallLoad.ANSWER_US)
        .holds(new Hold(onItsWayUs, Others.WAIT))
        .build();
  }
}
