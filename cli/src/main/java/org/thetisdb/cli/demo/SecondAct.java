package org.thetisdb.cli.demo;

import java.util.Optional;
import org.thetisdb.cli.option.Console;
import org.thetisdb.lab.shift.HeatMap;
import org.thetisdb.lab.shift.Moment;
import org.thetisdb.lab.shift.ShiftPlan;
import org.thetisdb.lab.shift.ShiftRun;

/**
 * The second act of the demo: each site has a processor of its own, in simulated time, so that
 * something is gained where mastership follows the load. What it prints follows from the plan
 * alone.
 */
final class SecondAct {
  private final ShiftPlan plan;
  private final Console console;

  SecondAct(ShiftPlan plan, Console console) {
    this.plan = plan;
    this.console = console;
  }

  /** Shows it; the result knows whether all checks hold. */
  ShiftSummary show() throws InterruptedException {
    console.say("%s", ShiftText.announcement(plan));
    ShiftThread byHash = ShiftThread.start("partition-store", ShiftRun.byHash(plan), plan);
    ShiftThread dynamast = ShiftThread.start("dynamast", ShiftRun.dynamast(plan), plan);
    Optional<Moment> moment = dynamast.next();
    while (moment.isPresent()) {
      Optional<Moment> beside = byHash.next();
      if (beside.isEmpty()) {
        break; // it failed, which its figures tell
      }
      show(moment.get(), beside.get());
      moment = dynamast.next();
    }
    ShiftSummary summary = new ShiftSummary(plan, dynamast.figures(), byHash.figures());
    console.say("%n%s%n%s", summary.table(), summary.invariants());
    return summary;
  }

  /** Where something begins, the placement comes before what follows from it. */
  private void show(Moment moment, Moment beside) {
    Optional<HeatMap> map = moment.map();
    boolean first = map.isPresent() && map.get().look().isFirst();
    if (first) {
      console.say("%n%s%n%s", ShiftText.map(map.get()), ShiftText.headings());
    }
    console.say("%s", ShiftText.line(moment, beside));
    if (map.isPresent() && !first) {
      console.say("%n%s", ShiftText.map(map.get()));
    }
  }
}
