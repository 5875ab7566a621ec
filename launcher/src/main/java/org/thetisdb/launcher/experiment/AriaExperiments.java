package org.thetisdb.launcher.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.launcher.experiment.Experiment.Contest;
import org.thetisdb.launcher.experiment.WorkloadSpec.Accesses;
import org.thetisdb.launcher.experiment.WorkloadSpec.Tpcc;

/** Figures about Aria: 5-11, 5-12 and 5-14 of the thesis, on one node. Stateless. */
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
  private static final int[] SITES = {2, 4, 8, 16};
  private static final int THOUSANDS_OF_A_SITE = 120;
  private static final int CLIENTS_OF_A_SITE = 256;
  private static final int READ_PERCENT = 80;
  private static final int CROSS_PERCENT = 10;
  private static final String ONE_LINE =
      "A site runs a batch on one thread; the thesis has twelve. So what a loser costs is seen here, and what many threads gain is not.";

  private AriaExperiments() {}

  static List<Experiment> all() {
    return List.of(skew(), warehouses(), batches(), sites());
  }

  /** With many clients and a short wait, batches are large enough for conflicts. */
  private static Point point(String label, WorkloadSpec workload) {
    return Point.of(label, workload).withClients(CLIENTS).with(gathering());
  }

  private static Map<String, String> gathering() {
    return Map.of(ThetisSettings.BATCH_WAIT_US.name(), Integer.toString(GATHER_US));
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

  private static Experiment batches() {
    List<Point> points = new ArrayList<>();
    for (int calls : BATCHES) {
      Map<String, String> settings =
          Map.of(
              ThetisSettings.BATCH_CALLS.name(),
              Integer.toString(calls),
              ThetisSettings.BATCH_WAIT_US.name(),
              Integer.toString(GATHER_US));
      Point point =
          Point.of(Integer.toString(calls), new Accesses(THOUSANDS, MUCH_SKEW))
              .withClients(CLIENTS)
              .with(settings);
      points.add(calls == FEW_CALLS || calls > CLIENTS ? point.onlyFull() : point);
    }
    return new Experiment(
        "aria-5-14",
        "throughput of YCSB with ten accesses by the size of batches",
        "calls in a batch at most",
        points,
        Contest.BATCHES,
        List.of(Metric.THROUGHPUT),
        List.of(),
        List.of(ONE_LINE, "The thesis' text gives no number for this figure."));
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
