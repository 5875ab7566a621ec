package org.thetisdb.cli.demo;

import java.util.Locale;
import org.thetisdb.benchmarks.driver.SteppedBenchmark;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.core.cost.Work;
import org.thetisdb.lab.shift.HeatMap;
import org.thetisdb.lab.shift.Moment;
import org.thetisdb.lab.shift.ShiftPlan;
import org.thetisdb.lab.shift.ShiftRun;
import org.thetisdb.simulation.cost.UnitCosts;

/** What the second act of the demo prints while it runs. Stateless. */
final class ShiftText {
  private static final int BAR_CELLS = 20;

  /** Twenty cells are a little more than the sites of the demo can do. */
  private static final double CELL_TXN_S = 700;

  private ShiftText() {}

  /** What is going to be shown, and under which conditions. */
  static String announcement(ShiftPlan plan) {
    UnitCosts costs = ShiftRun.costs(plan);
    return String.format(
        Locale.ROOT,
        """
        Act 2, in simulated time: the engine's own code on a virtual clock. Each of
        %d sites has the same slice of a processor, on which work takes %d times what
        was measured on a whole one: %.0f µs a message, %.1f µs a row read, %.0f µs a row
        written, %.1f µs a row of another site applied. The router takes %.1f µs a
        message; a message is on its way for %d µs, and a log answers in %d µs.

        A transaction of %d clients writes three records of one group of %d neighbouring
        ranges; after %d of them a client goes to another group. After %.1f s the
        locality shifts: other ranges are neighbours. "By hash" is the same load under
        partition-store, which deals rows out by hash, leaves them there, and commits
        in two phases what lies at several sites.

        A map has a row for each site and a column for each %d of %d ranges,
        neighbours side by side. A mark is where the master is: from . written little
        to # much. Behind it is the share of the writes at that site.\
        """,
        plan.sites(),
        plan.slowness(),
        costs.us(Work.ENGINE_TASK),
        costs.us(Work.ROW_READ),
        costs.us(Work.ROW_WRITTEN),
        costs.us(Work.ROW_REFRESHED),
        costs.us(Work.ROUTER_TASK),
        Math.round(costs.us(Work.MESSAGE)),
        Math.round(costs.us(Work.APPEND)),
        plan.clients(),
        plan.group(),
        plan.affinity(),
        (double) plan.shiftAfter() / SteppedBenchmark.STRETCHES_IN_S,
        HeatMapText.perColumn(plan.partitions()),
        plan.partitions());
  }

  /** A map under its heading. */
  static String map(HeatMap map) {
    String what =
        switch (map.look()) {
          case BEGIN -> "the load begins";
          case FOLLOWED -> "before it shifts";
          case SHIFTED -> "the locality shifts";
          case FOLLOWED_AGAIN -> "the end";
        };
    return String.format(
        Locale.ROOT,
        "  %.1f s, %s; %d of %d neighbours have different masters%n%s",
        map.atS(),
        what,
        map.borders(),
        map.cells().size(),
        HeatMapText.of(map).stripTrailing());
  }

  /** What stands above lines of moments. */
  static String headings() {
    return String.format(
        Locale.ROOT,
        "%n  %5s %8s %-20s  %6s %9s",
        "",
        "dynamast",
        "transactions/s",
        "moved",
        "by hash");
  }

  /** A moment under both schemes. */
  static String line(Moment moment, Moment beside) {
    double txnS = moment.counts().throughput();
    double besideTxnS = beside.counts().throughput();
    return String.format(
            Locale.ROOT,
            "  %3.1f s %8s %s  %6s %9s %s",
            (double) moment.counts().number() / SteppedBenchmark.STRETCHES_IN_S,
            Format.rounded(txnS),
            bar(txnS),
            Format.percent(moment.counts().cluster().remasteredPercent()),
            Format.rounded(besideTxnS),
            bar(besideTxnS))
        .stripTrailing();
  }

  private static String bar(double txnS) {
    int cells = (int) Math.round(txnS / CELL_TXN_S);
    return "█".repeat(Math.min(cells, BAR_CELLS)) + " ".repeat(Math.max(0, BAR_CELLS - cells));
  }
}
