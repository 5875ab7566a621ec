package org.thetisdb.lab.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.config.LogSettings;
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

/** Figures about COCO: 4-7 to 4-12 of the thesis. Stateless. */
final class CocoExperiments {
  private static final int THOUSANDS = 480;
  private static final int READS = 80;
  private static final int CROSS_PERCENT = 10;
  private static final int WAREHOUSES = 2 * Point.USUAL_SITES;
  private static final int CLIENTS = 768;
  private static final int WAITING_CLIENTS = 2_048;
  private static final double[] SKEWS = {0, 0.8, 0.999};
  private static final int[] DELAYS_US = {0, 20, 50, 200, 1_000, 2_000};
  private static final int[] EPOCHS_MS = {1, 2, 5, 10, 20, 50, 100};
  private static final String ONE_LINE =
      "A site has one engine thread; the thesis has twelve workers on each of eight machines.";
  private static final String LOCKS =
      "dist-s2pl and dist-occ stand for the thesis' 2PC(Sync): writes are in the logs of all who take part before the locks go. There is nothing without replication, since participants learn of decisions by the log, and no LT-OCC with two-phase commit.";
  private static final String NOT_THERE =
      "epoch-s2pl is not in the thesis' figure: there S2PL cannot commit by epochs, since nothing orders what reaches a replica.";
  private static final String NO_DISTANCE =
      "All sites are in one place. What stands for the distance is the log: 50 ms, as if it were in several regions; prepared and committed each wait for that once. Epochs take 100 ms, where the thesis has a second, since its clients do not wait for their end.";
  private static final String PARALLEL =
      "Locking and validation go in parallel under serializable, too; there is no line without that, and none that reads at primaries alone.";

  private CocoExperiments() {}

  static List<Experiment> all() {
    return List.of(
        ycsb(),
        tpcc(),
        delays("a", "YCSB", Metric.THROUGHPUT),
        delays("b", "YCSB", Metric.P99),
        delays("c", "TPC-C", Metric.THROUGHPUT),
        delays("d", "TPC-C", Metric.P99),
        wideArea("a", "YCSB", 4, 1_000 / 150.0),
        wideArea("b", "TPC-C", 10, 1_000 / 350.0),
        snapshots(),
        epochs("a", Metric.THROUGHPUT, List.of(overLongest())),
        epochs("b", Metric.P99, List.of()),
        factors());
  }

  private static Accesses accesses() {
    return new Accesses(THOUSANDS, 0, READS, CROSS_PERCENT);
  }

  private static Tpcc orders() {
    return new Tpcc(WAREHOUSES, 50, 50, 0, 10, 15);
  }

  private static WorkloadSpec workload(String name) {
    return name.equals("YCSB") ? accesses() : orders();
  }

  private static Point point(String label, WorkloadSpec workload) {
    return Point.of(label, workload).withClients(CLIENTS);
  }

  private static PaperRatio epochsOver(String line, String rival, String point, double paper) {
    return new PaperRatio(
        line + " over " + rival + (point.isEmpty() ? "" : ", " + point),
        Cell.at(line, point),
        Cell.at(rival, point),
        paper,
        false);
  }

  private static Experiment commitOf(String part, String workload, double paper) {
    String all = "10 ms epochs";
    String shipped = "as shipped";
    return new Experiment(
        "coco-4-7" + part,
        "throughput of " + workload + " with epochs and with two-phase commit",
        "commit",
        List.of(
            point(all, workload(workload)).with(epochsOf(10)), point(shipped, workload(workload))),
        Contest.EPOCHS_AND_LOCKS,
        List.of(Metric.THROUGHPUT),
        List.of(
            epochsOver(Line.COCO_PT, Line.DIST_OCC, all, paper),
            epochsOver(Line.COCO_LT, Line.DIST_OCC, all, paper),
            epochsOver(Line.COCO_PT, Line.DIST_OCC, shipped, paper),
            epochsOver(Line.COCO_LT, Line.DIST_OCC, shipped, paper)),
        List.of(ONE_LINE, LOCKS, NOT_THERE));
  }

  private static Experiment ycsb() {
    return commitOf("a", "YCSB", 2);
  }

  private static Experiment tpcc() {
    return commitOf("b", "TPC-C", 4);
  }

  private static Experiment delays(String part, String workload, Metric metric) {
    return new Experiment(
        "coco-4-8" + part,
        "%s of %s by the time that storage takes longer".formatted(metric.inWords(), workload),
        "later than the log",
        delayed(workload),
        Contest.EPOCHS,
        List.of(metric),
        metric.equals(Metric.P99) ? List.of() : gains(),
        List.of(
            ONE_LINE,
            LOCKS,
            "The delay comes on top of what the log takes, where the thesis has no log; and it is waited for on a timer, not by spinning."));
  }

  private static List<Point> delayed(String workload) {
    List<Point> points = new ArrayList<>();
    for (int us : DELAYS_US) {
      Point point =
          point(us + " µs", workload(workload))
              .with(Map.of(LogSettings.LOG_APPEND_DELAY_US.name(), Integer.toString(us)));
      points.add(us == 0 || us == 200 || us == 1_000 ? point : point.onlyFull());
    }
    return List.copyOf(points);
  }

  private static List<PaperRatio> gains() {
    return List.of(
        epochsOver(Line.COCO_PT, Line.DIST_OCC, "1000 µs", 6),
        epochsOver(Line.COCO_LT, Line.DIST_OCC, "1000 µs", 6),
        stable("200 µs"));
  }

  private static PaperRatio stable(String point) {
    return new PaperRatio(
        "coco-pt with " + point + " over none",
        Cell.at(Line.COCO_PT, point),
        Cell.at(Line.COCO_PT, "0 µs"),
        1,
        false);
  }

  private static Experiment epochs(String part, Metric metric, List<PaperRatio> ratios) {
    List<Point> points = new ArrayList<>();
    for (int ms : EPOCHS_MS) {
      Point point = point(ms + " ms", accesses()).with(epochsOf(ms));
      points.add(ms == 1 || ms == 10 || ms == 100 ? point : point.onlyFull());
    }
    return new Experiment(
        "coco-4-11" + part,
        metric.inWords() + " of YCSB by the time of an epoch",
        "epoch",
        points,
        Contest.COCO,
        List.of(metric),
        ratios,
        List.of(
            ONE_LINE,
            "A closed loop of 768 clients fills no epoch of 100 ms: all wait for its end."));
  }

  private static Map<String, String> epochsOf(int ms) {
    return Map.of(SchemeSettings.EPOCH_MS.name(), Integer.toString(ms));
  }

  private static PaperRatio overLongest() {
    return new PaperRatio(
        "epochs of 10 ms over 100 ms",
        Cell.at(Line.COCO_PT, "10 ms"),
        Cell.at(Line.COCO_PT, "100 ms"),
        0.93,
        false);
  }

  private static Experiment wideArea(
      String part, String workload, double throughput, double latency) {
    String all = "50 ms away";
    Point point =
        Point.of(all, workload(workload))
            .withClients(WAITING_CLIENTS)
            .with(
                Map.of(
                    LogSettings.LOG_APPEND_DELAY_US.name(), "50000",
                    SchemeSettings.EPOCH_MS.name(), "100"));
    return new Experiment(
        "coco-4-9" + part,
        "throughput and latency of " + workload + " with a log that is far away",
        "metric",
        List.of(point),
        Contest.WIDE_AREA,
        List.of(Metric.THROUGHPUT, Metric.P99),
        List.of(
            overLocks(Line.COCO_PT, Metric.THROUGHPUT, throughput),
            overLocks(Line.COCO_LT, Metric.THROUGHPUT, throughput),
            overLocks(Line.COCO_PT, Metric.P99, latency),
            overLocks(Line.COCO_LT, Metric.P99, latency)),
        List.of(ONE_LINE, NO_DISTANCE));
  }

  private static PaperRatio overLocks(String line, Metric metric, double paper) {
    return new PaperRatio(
        metric.label() + " of " + line + " over " + Line.DIST_S2PL,
        Cell.metric(line, metric.label()),
        Cell.metric(Line.DIST_S2PL, metric.label()),
        paper,
        false);
  }

  private static Experiment snapshots() {
    List<Point> points = new ArrayList<>();
    List<PaperRatio> ratios = new ArrayList<>();
    for (double skew : SKEWS) {
      String label = Double.toString(skew);
      points.add(point(label, new Accesses(THOUSANDS, skew, READS, CROSS_PERCENT)));
      ratios.add(overSerializable(Line.COCO_PT_SNAPSHOT, Line.COCO_PT, label));
      ratios.add(overSerializable(Line.COCO_LT_SNAPSHOT, Line.COCO_LT, label));
    }
    return new Experiment(
        "coco-4-10",
        "throughput of YCSB under snapshot isolation and serializable, by skew",
        "Zipf's exponent",
        points,
        Contest.SNAPSHOTS,
        List.of(Metric.THROUGHPUT),
        ratios,
        List.of(ONE_LINE, PARALLEL));
  }

  private static PaperRatio overSerializable(String snapshot, String line, String point) {
    return new PaperRatio(
        snapshot + " over serializable, skew " + point,
        Cell.at(snapshot, point),
        Cell.at(line, point),
        1.2,
        false);
  }

  private static Experiment factors() {
    String all = "YCSB";
    return new Experiment(
        "coco-4-12",
        "throughput of YCSB as one technique after the other is added to two-phase commit",
        "techniques",
        List.of(point(all, accesses())),
        Contest.FACTORS,
        List.of(Metric.THROUGHPUT),
        List.of(
            over(Line.COCO_PT, Line.DIST_OCC, all, 1.8),
            over(Line.COCO_LT, Line.DIST_OCC, all, 1.8),
            over(Line.COCO_PT_SNAPSHOT, Line.COCO_PT, all, 1),
            over(Line.COCO_LT_SNAPSHOT, Line.COCO_LT, all, 1),
            over(Line.COCO_PT_SNAPSHOT, Line.DIST_OCC, all, 2),
            over(Line.COCO_LT_SNAPSHOT, Line.DIST_OCC, all, 2)),
        List.of(ONE_LINE, LOCKS, PARALLEL));
  }

  private static PaperRatio over(String line, String rival, String point, double paper) {
    return new PaperRatio(
        line + " over " + rival, Cell.at(line, point), Cell.at(rival, point), paper, false);
  }
}
