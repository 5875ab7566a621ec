package org.thetisdb.launcher.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.launcher.experiment.Experiment.Contest;
import org.thetisdb.launcher.experiment.WorkloadSpec.Accesses;
import org.thetisdb.launcher.experiment.WorkloadSpec.Tpcc;

/** Figures about STAR: 3-10, 3-12 and 3-14 of the thesis. Stateless. */
final class StarExperiments {
  private static final int THOUSANDS = 480;
  private static final int READS = 90;
  private static final int WAREHOUSES = 2 * Point.USUAL_SITES;
  private static final int CLIENTS = 192;
  private static final int[] SHARES = {0, 10, 20, 50, 80, 100};
  private static final int[] ITERATIONS_MS = {1, 2, 5, 10, 20, 50, 100, 200};
  private static final int[] SITES = {2, 4, 6, 8, 16};
  private static final String FEW = "10 %";
  private static final String ONE_LINE =
      "A site has one engine thread; the thesis has twelve workers on each of four machines.";
  private static final String LOGGED =
      "Each commit is in its site's log before it is answered, under all schemes; the thesis answers at the end of an epoch.";

  private StarExperiments() {}

  static List<Experiment> all() {
    return List.of(ycsb(), tpcc(), iterations(), sitesOf("a", "YCSB"), sitesOf("b", "TPC-C"));
  }

  private static Accesses accesses(int crossPercent) {
    return new Accesses(THOUSANDS, 0, READS, crossPercent);
  }

  private static Tpcc orders(int orderPercent, int paymentPercent) {
    return new Tpcc(WAREHOUSES, 50, 50, 0, orderPercent, paymentPercent);
  }

  /** With many clients both kinds of calls are there in each phase. */
  private static Point point(String label, WorkloadSpec workload, boolean isBrief) {
    Point point = Point.of(label, workload).withClients(CLIENTS);
    return isBrief ? point : point.onlyFull();
  }

  private static boolean isBrief(int share) {
    return share == 10 || share == 100;
  }

  private static PaperRatio starOver(String rival, String point, double paper) {
    return new PaperRatio(
        "star over " + rival + ", " + point + " cross partitions",
        Cell.at(Line.STAR, point),
        Cell.at(rival, point),
        paper,
        false);
  }

  private static Experiment ycsb() {
    List<Point> points = new ArrayList<>();
    for (int share : SHARES) {
      points.add(point(share + " %", accesses(share), isBrief(share)));
    }
    return new Experiment(
        "star-3-10a",
        "throughput of YCSB with ten accesses by the share that crosses partitions",
        "transactions that cross",
        points,
        Contest.PHASES,
        List.of(Metric.THROUGHPUT),
        List.of(
            starOver(Line.DIST_S2PL, "0 %", 1),
            starOver(Line.DIST_S2PL, FEW, 2.9),
            starOver(Line.PB_OCC, "100 %", 1)),
        List.of(
            ONE_LINE,
            LOGGED,
            "The thesis' rivals with replication before the answer reach a seventh of STAR at most."));
  }

  private static Experiment tpcc() {
    List<Point> points = new ArrayList<>();
    for (int share : SHARES) {
      points.add(point(share + " %", orders(share, share), isBrief(share)));
    }
    return new Experiment(
        "star-3-10b",
        "throughput of TPC-C's NewOrder and Payment by the share that crosses warehouses",
        "transactions that cross",
        points,
        Contest.PHASES,
        List.of(Metric.THROUGHPUT),
        List.of(starOver(Line.DIST_OCC, FEW, 7.6), starOver(Line.PB_OCC, "100 %", 1)),
        List.of(
            ONE_LINE,
            LOGGED,
            "The thesis' rivals with replication before the answer reach a fifteenth of STAR at most."));
  }

  private static Experiment iterations() {
    List<Point> points = new ArrayList<>();
    for (int ms : ITERATIONS_MS) {
      boolean isBrief = ms == 1 || ms == 10 || ms == 200;
      points.add(
          point(ms + " ms", accesses(10), isBrief)
              .with(Map.of(ThetisSettings.STAR_ITERATION_MS.name(), Integer.toString(ms))));
    }
    return new Experiment(
        "star-3-12",
        "throughput of YCSB by the time of an iteration of both phases",
        "iteration",
        points,
        Contest.STAR,
        List.of(Metric.THROUGHPUT),
        List.of(overLongest("10 ms", 0.98), overLongest("1 ms", 0.57)),
        List.of(
            ONE_LINE,
            "A closed loop of 192 clients fills no iteration of 200 ms; phases end early when all wait for the other kind."));
  }

  private static PaperRatio overLongest(String iteration, double paper) {
    return starAt("iterations of " + iteration + " over 200 ms", iteration, "200 ms", paper);
  }

  private static Experiment sitesOf(String part, String workload) {
    List<Point> points = new ArrayList<>();
    boolean isYcsb = workload.equals("YCSB");
    for (int sites : SITES) {
      points.add(
          point(sites + " sites", isYcsb ? accesses(10) : orders(10, 15), sites < 6)
              .withClients(CLIENTS / Point.USUAL_SITES * sites)
              .withSites(sites));
    }
    return new Experiment(
        "star-3-14" + part,
        "throughput of " + workload + " with more sites",
        "sites",
        points,
        Contest.PHASES,
        List.of(Metric.THROUGHPUT),
        List.of(isYcsb ? overTwoSites("8 sites", 1.8) : overTwoSites("4 sites", 1.4)),
        List.of(
            ONE_LINE,
            "Sites of one process share its processors, so more of them add none; with --processes each has its slice.",
            "The clients grow with the sites; the thesis goes up to 16 nodes."));
  }

  private static PaperRatio overTwoSites(String sites, double paper) {
    return starAt("star with " + sites + " over 2", sites, "2 sites", paper);
  }

  /** STAR at one point over itself at another. */
  private static PaperRatio starAt(String text, String over, String under, double paper) {
    return new PaperRatio(text, Cell.at(Line.STAR, over), Cell.at(Line.STAR, under), paper, false);
  }
}
