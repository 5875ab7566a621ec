package org.thetisdb.lab.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.config.SchemeSettings;
import org.thetisdb.lab.experiment.Cell;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.PaperRatio;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec;
import org.thetisdb.lab.experiment.WorkloadSpec.Accesses;
import org.thetisdb.lab.experiment.WorkloadSpec.Tpcc;

/** Figures about Aria: 5-9 to 5-15 of the thesis. Stateless. */
final class AriaExperiments {
  private static final int THOUSANDS = 480;
  private static final double[] SKEWS = {0, 0.6, 0.8, 0.9, 0.99};
  private static final double MUCH_SKEW = 0.8;
  private static final int BETWEEN_WAREHOUSES = 4;
  private static final int[] WAREHOUSES = {1, BETWEEN_WAREHOUSES, 12};
  private static final int FEW_CALLS = 64;
  private static final int[] BATCHES = {16, FEW_CALLS, 256, 1_024};
  private static final int CLIENTS = 256;
  private static final int GATHER_US = 1_000;
  private static final int LARGE_BATCH = 1_000;
  private static final int[] SITES = {2, 4, 8, 16};
  private static final int[] SHARES = {0, 10, 20, 50, 80, 100};
  private static final int WAREHOUSES_OF_A_SITE = 8;
  private static final int THOUSANDS_OF_A_SITE = 120;
  private static final int CLIENTS_OF_A_SITE = 256;
  private static final int READ_PERCENT = 80;
  private static final int CROSS_PERCENT = 10;
  private static final String ONE_LINE =
      "A site runs a batch on one thread; the thesis has twelve. So what a loser costs is seen here, and what many threads gain is not.";

  private AriaExperiments() {}

  static List<Experiment> all() {
    return List.of(
        deterministic(),
        scheduling(),
        skew(),
        warehouses(),
        severalSites("a", "YCSB"),
        severalSites("b", "TPC-C"),
        batches("a", Metric.THROUGHPUT, Contest.BATCHES),
        batches("b", Metric.P99, Contest.BATCHES),
        batches("c", Metric.THROUGHPUT, Contest.BATCHES_OVER_SITES_AND_FALLBACK),
        batches("d", Metric.P99, Contest.BATCHES_OVER_SITES_AND_FALLBACK),
        sites());
  }

  /** With many clients and a short wait, batches are large enough for conflicts. */
  private static Point point(String label, WorkloadSpec workload) {
    return Point.of(label, workload).withClients(CLIENTS).with(gathering());
  }

  private static Map<String, String> gathering() {
    return Map.of(SchemeSettings.BATCH_WAIT_US.name(), Integer.toString(GATHER_US));
  }

  private static PaperRatio ariaOver(String rival, String name, double paper) {
    return new PaperRatio(
        "aria over " + name, Cell.best(Line.ARIA), Cell.best(rival), paper, false);
  }

  /** Section 5.8.2. */
  private static Experiment deterministic() {
    return new Experiment(
        "aria-5-9",
        "throughput of YCSB with ten accesses, no skew, under all deterministic schemes",
        "workload",
        List.of(ofThesis()),
        Contest.DETERMINISTIC,
        List.of(Metric.THROUGHPUT),
        List.of(
            ariaOver(Line.WITH_FALLBACK, "aria with its fallback", 1.1),
            ariaOver(Line.BOHM, "bohm", 1.6),
            ariaOver(Line.PWV, "pwv (PWV-A)", 1.4),
            ariaOver(Line.PWV_WHOLE, "pwv with one piece each (PWV-B)", 3.3),
            ariaOver(Line.CALVIN, "calvin", 2.4),
            ariaOver(Line.ROW_LOCKS, "row locks at a primary (PB)", 10.3)),
        List.of(
            ONE_LINE,
            "YCSB-A and YCSB-B differ for pwv alone: its two lines.",
            "The thesis' PB keeps its locks until a backup has answered. Row locks here go when a commit is on its way to the log, so nobody waits for that but the client.",
            "A batch has up to 1,000 calls, as in the thesis; 2,000 clients fill it while the one before runs."));
  }

  private static Point ofThesis() {
    return Point.of("YCSB", new Accesses(THOUSANDS, 0))
        .withClients(2 * LARGE_BATCH)
        .with(
            Map.of(
                SchemeSettings.BATCH_CALLS.name(),
                Integer.toString(LARGE_BATCH),
                SchemeSettings.BATCH_WAIT_US.name(),
                Integer.toString(GATHER_US)));
  }

  /** Section 5.8.3, parts (b) and (c). */
  private static Experiment scheduling() {
    return new Experiment(
        "aria-5-10",
        "share of scheduling in an engine's work, YCSB with accesses in one partition",
        "share",
        List.of(point("one partition", new Accesses(THOUSANDS, 0, READ_PERCENT, 0))),
        Contest.SCHEDULING,
        List.of(Metric.SCHEDULING, Metric.SCHEDULING_OF_RUNS),
        List.of(),
        List.of(
            ONE_LINE,
            "Scheduling is reservations under aria, locks in an order under calvin, and these with placeholders under bohm and pwv. Nobody waits idly on one thread, so there is no time of waiting in it.",
            "The JVM's sampler looks at the engine's thread a hundred times a second. The first share is of all that it does, with messages and commits; the second of runs, with the rows that they read, and scheduling.",
            "In simulated time nothing is known of it: work has prices by messages and rows.",
            "The thesis has 7.4 % for aria's reservations, in three steps: to read, to compute, to reserve. Of the others its text gives no number.",
            "Left out: H-Store, of whose throughput the thesis' Aria has 75 %."));
  }

  private static Experiment skew() {
    List<Point> points = new ArrayList<>();
    for (double skew : SKEWS) {
      Point point = point(Double.toString(skew), new Accesses(THOUSANDS, skew));
      boolean brief = skew == 0 || skew > 0.9;
      points.add(brief ? point : point.onlyFull());
    }
    String most = Double.toString(SKEWS[SKEWS.length - 1]);
    return new Experiment(
        "aria-5-11",
        "throughput of YCSB with ten accesses by skew, with and without reordering",
        "skew",
        points,
        Contest.BATCHES_AND_PIECES,
        List.of(Metric.THROUGHPUT),
        List.of(
            new PaperRatio(
                "aria over aria without reordering, at the most skew",
                Cell.at(Line.ARIA, most),
                Cell.at(Line.WITHOUT_REORDERING, most),
                3,
                false),
            new PaperRatio(
                "aria over calvin, no skew",
                Cell.at(Line.ARIA, "0.0"),
                Cell.at(Line.CALVIN, "0.0"),
                2.4,
                false),
            new PaperRatio(
                "aria over bohm, no skew",
                Cell.at(Line.ARIA, "0.0"),
                Cell.at(Line.BOHM, "0.0"),
                1.6,
                false),
            new PaperRatio(
                "aria over pwv (PWV-A), no skew",
                Cell.at(Line.ARIA, "0.0"),
                Cell.at(Line.PWV, "0.0"),
                1.4,
                false),
            new PaperRatio(
                "aria over pwv with one piece each (PWV-B), no skew",
                Cell.at(Line.ARIA, "0.0"),
                Cell.at(Line.PWV_WHOLE, "0.0"),
                3.3,
                false),
            new PaperRatio(
                "aria, the most skew over none",
                Cell.at(Line.ARIA, most),
                Cell.at(Line.ARIA, "0.0"),
                0.39,
                false)),
        List.of(
            ONE_LINE,
            "The thesis' greatest skew is 0.999; batches are as large as 256 clients fill them, not 10,000."));
  }

  private static Experiment warehouses() {
    List<Point> points = new ArrayList<>();
    for (int warehouses : WAREHOUSES) {
      Point point = point(Integer.toString(warehouses), new Tpcc(warehouses, 50, 50, 0));
      points.add(warehouses == BETWEEN_WAREHOUSES ? point.onlyFull() : point);
    }
    String few = Integer.toString(WAREHOUSES[0]);
    return new Experiment(
        "aria-5-12",
        "throughput of TPC-C's NewOrder and Payment by warehouses",
        "warehouses",
        points,
        Contest.BATCHES,
        List.of(Metric.THROUGHPUT),
        List.of(
            new PaperRatio(
                "aria with fallback over aria, one warehouse",
                Cell.at(Line.WITH_FALLBACK, few),
                Cell.at(Line.ARIA, few),
                1,
                true),
            new PaperRatio(
                "aria with fallback over calvin, one warehouse",
                Cell.at(Line.WITH_FALLBACK, few),
                Cell.at(Line.CALVIN, few),
                1,
                true)),
        List.of(
            ONE_LINE,
            "The thesis goes up to 180 warehouses.",
            "Under pwv each item of an order is a piece, and so is each of the three who get a payment; nobody waits for an interactive transaction here, so none is seen early."));
  }

  /** Section 5.8.7: at one site, and over several. */
  private static Experiment batches(String part, Metric metric, Contest contest) {
    boolean isSpread = contest == Contest.BATCHES_OVER_SITES_AND_FALLBACK;
    return new Experiment(
        "aria-5-14" + part,
        "%s of YCSB %s by the size of batches"
            .formatted(metric.inWords(), isSpread ? "over several sites" : "with ten accesses"),
        "calls in a batch at most",
        isSpread ? batchesOverSites() : batchesAtOneSite(),
        contest,
        List.of(metric),
        List.of(),
        List.of(ONE_LINE, "The thesis' text gives no number for this figure."));
  }

  private static List<Point> batchesOverSites() {
    Accesses workload =
        new Accesses(THOUSANDS_OF_A_SITE * Point.USUAL_SITES, 0, READ_PERCENT, CROSS_PERCENT);
    return batchesOf(workload, CLIENTS_OF_A_SITE * Point.USUAL_SITES);
  }

  private static List<Point> batchesAtOneSite() {
    return batchesOf(new Accesses(THOUSANDS, MUCH_SKEW), CLIENTS);
  }

  private static List<Point> batchesOf(Accesses workload, int clients) {
    List<Point> points = new ArrayList<>();
    for (int calls : BATCHES) {
      Map<String, String> settings =
          Map.of(
              SchemeSettings.BATCH_CALLS.name(),
              Integer.toString(calls),
              SchemeSettings.BATCH_WAIT_US.name(),
              Integer.toString(GATHER_US));
      Point point = Point.of(Integer.toString(calls), workload).withClients(clients).with(settings);
      points.add(calls == FEW_CALLS || calls > CLIENTS ? point.onlyFull() : point);
    }
    return List.copyOf(points);
  }

  /** Section 5.8.6. */
  private static Experiment severalSites(String part, String workload) {
    boolean isYcsb = workload.equals("YCSB");
    List<Point> points = new ArrayList<>();
    for (int share : SHARES) {
      Point point =
          Point.of(share + " %", isYcsb ? accesses(share) : orders(share))
              .withClients(CLIENTS_OF_A_SITE * Point.USUAL_SITES)
              .with(gathering());
      boolean isBrief = share == 0 || share == 100 || (share == 10 && isYcsb);
      points.add(isBrief ? point : point.onlyFull());
    }
    return new Experiment(
        "aria-5-13" + part,
        "throughput of " + workload + " over several sites by the share over several partitions",
        "transactions over several partitions",
        points,
        Contest.BATCHES_AND_LOCKS_OVER_SITES,
        List.of(Metric.THROUGHPUT),
        isYcsb ? overOthers() : List.of(),
        List.of(
            ONE_LINE,
            "dist-s2pl stands for the thesis' PB over nodes: strict two-phase locking and two-phase commit, with writes in the logs of all who take part before the locks go.",
            "dist-calvin has one sequencer, the router; each site has one thread that grants locks and runs calls.",
            "The thesis has eight nodes, with 12 partitions of YCSB or 108 warehouses each; here --sites says how many there are, with 120 partitions or 8 warehouses each.",
            isYcsb
                ? "The thesis' Aria has 1.6 to 2.1 times the throughput of Calvin."
                : "The thesis' Aria has up to 1.7 times the throughput of Calvin, and up to 2 times that of PB."));
  }

  private static Accesses accesses(int crossPercent) {
    return new Accesses(THOUSANDS_OF_A_SITE * Point.USUAL_SITES, 0, READ_PERCENT, crossPercent);
  }

  private static Tpcc orders(int crossPercent) {
    return new Tpcc(
        WAREHOUSES_OF_A_SITE * Point.USUAL_SITES, 50, 50, 0, crossPercent, crossPercent);
  }

  private static List<PaperRatio> overOthers() {
    List<PaperRatio> ratios = new ArrayList<>();
    for (String point : List.of("0 %", "10 %", "100 %")) {
      ratios.add(overLocks(point));
      ratios.add(overCalvin(point));
    }
    return List.copyOf(ratios);
  }

  private static PaperRatio overCalvin(String point) {
    return new PaperRatio(
        "dist-aria over dist-calvin, " + point + " over several partitions",
        Cell.at(Line.DIST_ARIA, point),
        Cell.at(Line.DIST_CALVIN, point),
        1.6,
        true);
  }

  private static PaperRatio overLocks(String point) {
    return new PaperRatio(
        "dist-aria over dist-s2pl, " + point + " over several partitions",
        Cell.at(Line.DIST_ARIA, point),
        Cell.at(Line.DIST_S2PL, point),
        2.7,
        true);
  }

  private static Experiment sites() {
    List<Point> points = new ArrayList<>();
    for (int sites : SITES) {
      Point point =
          Point.of(
                  sites + " sites",
                  new Accesses(THOUSANDS_OF_A_SITE * sites, 0, READ_PERCENT, CROSS_PERCENT))
              .withSites(sites)
              .withClients(CLIENTS_OF_A_SITE * sites)
              .with(gathering());
      points.add(sites <= Point.USUAL_SITES + 1 ? point : point.onlyFull());
    }
    return new Experiment(
        "aria-5-15",
        "throughput of YCSB with more sites, 10 % of the transactions over two partitions",
        "sites",
        points,
        Contest.BATCHES_OVER_SITES,
        List.of(Metric.THROUGHPUT),
        List.of(
            new PaperRatio(
                "dist-aria with 16 sites over 2",
                Cell.at(Line.DIST_ARIA, "16 sites"),
                Cell.at(Line.DIST_ARIA, "2 sites"),
                6.3,
                true)),
        List.of(
            ONE_LINE,
            "The thesis has 12 partitions a node, and a batch of 10,000 for each; here 256 clients of each site fill it.",
            "All messages of a batch pass the router, and one site's log has all commits."));
  }
}
