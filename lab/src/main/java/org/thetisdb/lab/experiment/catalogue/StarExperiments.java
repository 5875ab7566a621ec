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

/** Figures about STAR: 3-10 to 3-14 of the thesis. Stateless. */
final class StarExperiments {
  private static final int THOUSANDS = 480;
  private static final int READS = 90;
  private static final int WAREHOUSES = 2 * Point.USUAL_SITES;
  private static final int CLIENTS = 192;
  private static final int WAITING_CLIENTS = 768;
  private static final int[] SHARES = {0, 10, 20, 50, 80, 100};
  private static final int[] ITERATIONS_MS = {1, 2, 5, 10, 20, 50, 100, 200};
  private static final int[] SITES = {2, 4, 6, 8, 16};
  private static final String FEW = "10 %";
  private static final String ONE_LINE =
      "A site has one engine thread; the thesis has twelve workers on each of four machines.";
  private static final String LOGGED =
      "Each commit is in its site's log before it is answered, under all schemes; the thesis answers at the end of an epoch.";
  private static final String BY_EPOCHS =
      "epoch-pb-occ, coco-pt and epoch-s2pl are the thesis' PB. OCC, Dist. OCC and Dist. S2PL with asynchronous replication and group commit by epochs, of parts (a) and (b); pb-occ, dist-occ and dist-s2pl stand for those of (c) and (d). pb-occ holds no lock while its log is written, so it is faster than a form that does.";

  private StarExperiments() {}

  static List<Experiment> all() {
    return List.of(
        ycsb(),
        tpcc(),
        orders("a", "YCSB"),
        orders("b", "TPC-C"),
        iterations(),
        iterationsBySites(),
        bytes(),
        disks(),
        sitesOf("a", "YCSB"),
        sitesOf("b", "TPC-C"));
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

  private static PaperRatio starOver(String rival, String point, double paper) {
    return new PaperRatio(
        "star over " + rival + ", " + point + " cross partitions",
        Cell.at(Line.STAR, point),
        Cell.at(rival, point),
        paper,
        false);
  }

  /** The short form has those that are {@code brief}. */
  private static List<Point> shares(boolean isYcsb, Integer... brief) {
    List<Point> points = new ArrayList<>();
    for (int share : SHARES) {
      WorkloadSpec workload = isYcsb ? accesses(share) : orders(share, share);
      points.add(point(share + " %", workload, List.of(brief).contains(share)));
    }
    return List.copyOf(points);
  }

  private static Experiment ycsb() {
    return new Experiment(
        "star-3-10a",
        "throughput of YCSB with ten accesses by the share that crosses partitions",
        "transactions that cross",
        shares(true, 10, 100),
        Contest.PHASES_AND_EPOCHS,
        List.of(Metric.THROUGHPUT),
        List.of(
            starOver(Line.EPOCH_S2PL, "0 %", 1),
            starOver(Line.EPOCH_S2PL, FEW, 2.9),
            starOver(Line.EPOCH_PB_OCC, "100 %", 1),
            starOver(Line.DIST_S2PL, FEW, 7).asBound(),
            starOver(Line.DIST_OCC, FEW, 7).asBound()),
        List.of(ONE_LINE, LOGGED, BY_EPOCHS));
  }

  private static Experiment tpcc() {
    return new Experiment(
        "star-3-10b",
        "throughput of TPC-C's NewOrder and Payment by the share that crosses warehouses",
        "transactions that cross",
        shares(false, 10, 100),
        Contest.PHASES_AND_EPOCHS,
        List.of(Metric.THROUGHPUT),
        List.of(
            starOver(Line.COCO_PT, FEW, 7.6),
            starOver(Line.EPOCH_PB_OCC, "100 %", 1),
            starOver(Line.DIST_S2PL, FEW, 15).asBound(),
            starOver(Line.DIST_OCC, FEW, 15).asBound()),
        List.of(ONE_LINE, LOGGED, BY_EPOCHS));
  }

  /** Section 3.6.3. */
  private static Experiment orders(String part, String workload) {
    return new Experiment(
        "star-3-11" + part,
        "throughput of " + workload + " by the share that crosses, beside deterministic schemes",
        "transactions that cross",
        shares(workload.equals("YCSB"), 0, 10, 100),
        Contest.PHASES_AND_ORDERS,
        List.of(Metric.THROUGHPUT),
        List.of(
            starOver(Line.CALVIN, "0 %", 1.4).asBound(),
            starOver(Line.CALVIN, "100 %", 4).asBound(),
            starOver(Line.DIST_CALVIN, "0 %", 1.4).asBound(),
            starOver(Line.DIST_CALVIN, "100 %", 4).asBound()),
        List.of(
            ONE_LINE,
            LOGGED,
            "Left out: two, four and six threads of a lock manager: in calvin and dist-calvin the thread that runs calls grants locks, too.",
            "calvin has one sequencer at one site, so what crosses costs it nothing. dist-calvin has locks at all sites, one sequencer, and one site's log with all commits.",
            "dist-aria is deterministic and runs over all sites; the thesis does not have it in this figure."));
  }

  private static Experiment iterations() {
    List<Point> points = new ArrayList<>();
    for (int ms : ITERATIONS_MS) {
      boolean isBrief = ms == 1 || ms == 10 || ms == 200;
      points.add(
          point(ms + " ms", accesses(10), isBrief)
              .with(Map.of(SchemeSettings.STAR_ITERATION_MS.name(), Integer.toString(ms))));
    }
    return new Experiment(
        "star-3-12a",
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

  /** Section 3.6.4, part (b). */
  private static Experiment iterationsBySites() {
    return new Experiment(
        "star-3-12b",
        "throughput of YCSB with more sites, by the time of an iteration of both phases",
        "sites",
        pointsOfSites("YCSB"),
        Contest.STAR_ITERATIONS,
        List.of(Metric.THROUGHPUT),
        List.of(
            new PaperRatio(
                "iterations of 10 ms over 200 ms, 8 sites",
                Cell.at(Line.STAR_10_MS, "8 sites"),
                Cell.at(Line.STAR_200_MS, "8 sites"),
                0.95,
                false)),
        List.of(
            ONE_LINE,
            "The thesis shows what is lost against iterations of 200 ms; here that is a line. Below ten nodes it loses less than 5 % with 10 ms.",
            "The clients grow with the sites; those of a closed loop fill no iteration of 200 ms."));
  }

  private static PaperRatio overLongest(String iteration, double paper) {
    return starAt("iterations of " + iteration + " over 200 ms", iteration, "200 ms", paper);
  }

  /** Section 3.6.5, part (a). */
  private static Experiment bytes() {
    return new Experiment(
        "star-3-13a",
        "bytes in the logs for a transaction of TPC-C by the share that crosses warehouses",
        "transactions that cross",
        shares(false, 10, 100),
        Contest.STAR_LOGS,
        List.of(Metric.BYTES_LOGGED),
        List.of(),
        List.of(
            ONE_LINE,
            "Hybrid replication sends operations in the partitioned phase, where an order of them is certain. Here what has changed in a row is sent in both phases, since logs keep the order of each row's versions.",
            "Left out: STAR with synchronous replication, since locks go when a commit is on its way to the log, and no setting has them wait.",
            "The thesis gives no number for this figure."));
  }

  /** Section 3.6.5, part (b). */
  private static Experiment disks() {
    return new Experiment(
        "star-3-13b",
        "throughput of STAR with logs flushed to disks and with checkpoints",
        "workload",
        List.of(
            Point.of("YCSB", accesses(10)).withClients(WAITING_CLIENTS),
            Point.of("TPC-C", orders(10, 15)).withClients(WAITING_CLIENTS)),
        Contest.STAR_ON_DISK,
        List.of(Metric.THROUGHPUT),
        List.of(onDisk("YCSB", 0.94), onDisk("TPC-C", 0.86)),
        List.of(
            ONE_LINE,
            "Without a disk, too, a commit is in a log before it is answered; the thesis has no log then.",
            "A site takes a checkpoint every five seconds. 768 clients keep it busy while some wait for a disk.",
            "Here a switch of phases is in the log before its phase begins, so it waits for the disk, too; in the thesis nobody does before the end of an epoch.",
            "In simulated time both lines are the same: its logs know no disks, and its sites take no checkpoints."));
  }

  private static PaperRatio onDisk(String workload, double paper) {
    return new PaperRatio(
        "star with disks over star without, " + workload,
        Cell.at(Line.STAR_ON_DISK, workload),
        Cell.at(Line.STAR, workload),
        paper,
        false);
  }

  private static Experiment sitesOf(String part, String workload) {
    boolean isYcsb = workload.equals("YCSB");
    return new Experiment(
        "star-3-14" + part,
        "throughput of " + workload + " with more sites",
        "sites",
        pointsOfSites(workload),
        Contest.PHASES,
        List.of(Metric.THROUGHPUT),
        List.of(isYcsb ? overTwoSites("8 sites", 1.8) : overTwoSites("4 sites", 1.4)),
        List.of(
            ONE_LINE,
            "Sites of one process share its processors, so more of them add none; with --processes each has its slice.",
            "The clients grow with the sites; the thesis goes up to 16 nodes."));
  }

  private static List<Point> pointsOfSites(String workload) {
    List<Point> points = new ArrayList<>();
    for (int sites : SITES) {
      points.add(
          point(
                  sites + " sites",
                  workload.equals("YCSB") ? accesses(10) : orders(10, 15),
                  sites < 6)
              .withClients(CLIENTS / Point.USUAL_SITES * sites)
              .withSites(sites));
    }
    return List.copyOf(points);
  }

  private static PaperRatio overTwoSites(String sites, double paper) {
    return starAt("star with " + sites + " over 2", sites, "2 sites", paper);
  }

  /** STAR at one point over itself at another. */
  private static PaperRatio starAt(String text, String over, String under, double paper) {
    return new PaperRatio(text, Cell.at(Line.STAR, over), Cell.at(Line.STAR, under), paper, false);
  }
}
