package org.thetisdb.cli;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.thetisdb.lab.shift.HeatMap;
import org.thetisdb.lab.shift.ShiftFigures;
import org.thetisdb.lab.shift.ShiftPlan;
import org.thetisdb.lab.shift.ShiftRun;

/**
 * The second act of the demo: each site has a machine of its own, in simulated time, so that
 * something is gained where mastership follows the load.
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
    announce();
    FutureTask<ShiftFigures> beside =
        new FutureTask<>(() -> ShiftRun.byHash(plan).run(List.of(), map -> {}));
    Thread thread = new Thread(beside, "partition-store");
    thread.setDaemon(true);
    thread.start();
    ShiftFigures dynamast = ShiftRun.dynamast(plan).run(plan.looksUs(), this::show);
    ShiftSummary summary = new ShiftSummary(plan, dynamast, resultOf(beside));
    console.say("%n%s%n%s", summary.table(), summary.invariants());
    return summary;
  }

  private void announce() {
    console.say(
        "Act 2, in simulated time: the engine's own code, where each of %d sites has a machine of its"
            + " own, and takes %d times as long for its work as was measured, to be followed here.",
        plan.sites(), plan.slowness());
    console.say(
        "Each of %d clients writes three records of neighbouring partitions at a time, and goes to other"
            + " partitions after %d transactions.%n",
        plan.clients(), plan.affinity());
    console.say(
        "The map has a row for each site and a column for each %d of %d partitions, neighbours side by"
            + " side. A mark is where they are mastered: from . written little to # much;"
            + " at the end of a row, its share of the writes.",
        HeatMapText.perColumn(plan.partitions()), plan.partitions());
  }

  private void show(HeatMap map) {
    console.say(
        "%n  at %.2f s%s: %d of %d neighbours have different masters%n%s",
        map.atUs() / 1e6,
        map.atUs() == plan.shiftUs() ? ", the locality shifts: others are neighbours" : "",
        map.borders(),
        map.cells().size(),
        HeatMapText.of(map).stripTrailing());
  }

  private static ShiftFigures resultOf(FutureTask<ShiftFigures> beside)
      throws InterruptedException {
    try {
      return beside.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(e.getCause());
    }
  }
}
