package org.thetisdb.launcher.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.launcher.experiment.Experiment.Contest;
import org.thetisdb.launcher.experiment.WorkloadSpec.Accesses;
import org.thetisdb.launcher.experiment.WorkloadSpec.Tpcc;

/** Figures about COCO: 4-7, 4-8 and 4-11 of the thesis, of what is there of it. Stateless. */
final class CocoExperiments {
  private static final int THOUSANDS = 480;
  private static final int READS = 80;
  private static final int CROSS_PERCENT = 10;
  private static final int WAREHOUSES = 2 * Point.USUAL_SITES;
  private static final int CLIENTS = 768;
  private static final int[] DELAYS_US = {0, 20, 50, 200, 1_000, 2_000};
  private static final int[] EPOCHS_MS = {1, 2, 5, 10, 20, 50, 100};
  private static final String ONE_LINE =
      "A site has one engine thread, and the clients share two processors with all sites unless --processes gives each its slice; the thesis has twelve workers on each of eight machines.";
  private static final String LOCKS =
      "dist-s2pl and dist-occ stand for the thesis' 2PC(Sync): writes are in the logs of all who take part before the locks go. There is nothing without replication, and no LT-OCC.";

  private CocoExperiments() {}

  static List<Experiment> all() {
    return List.of(ycsb(), tpcc(), delays("a", "YCSB"), delays("b", "TPC-C"), epochs());
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

  private static PaperRatio epochsOver(String rival, String point, double paper) {
    return new PaperRatio(
        "coco-pt over " + rival + (point.isEmpty() ? "" : ", " + point),
        Cell.at(Line.COCO_PT, point),
        Cell.at(rival, point),
        paper,
        false);
  }

  private static Experiment commitOf(String part, String workload, double paper) {
    String all = "10 ms epochs";
    return new Experiment(
        "coco-4-7" + part,
        "throughput of " + workload + " with epochs and with two-phase commit",
        "commit",
        List.of(point(all, workload(workload))),
        Contest.EPOCHS,
        List.of(Metric.THROUGHPUT),
        List.of(epochsOver(Line.DIST_OCC, all, paper)),
        List.of(ONE_LINE, LOCKS));
  }

  private static Experiment ycsb() {
    return commitOf("a", "YCSB", 2);
  }

  private static Experiment tpcc() {
    return commitOf("b", "TPC-C", 4);
  }

  private static Experiment delays(String part, String workload) {
    List<Point> points = new ArrayList<>();
    for (int us : DELAYS_US) {
      Point point =
          point(us + " µs", workload(workload))
              .with(Map.of(ThetisSettings.LOG_APPEND_DELAY_US.name(), Integer.toString(us)));
      points.add(us == 0 || us == 200 || us == 1_000 ? point : point.onlyFull());
    }
    return new Experiment(
        "coco-4-8" + part,
        "throughput of " + workload + " by the time that storage takes longer",
        "later than the log",
        points,
        Contest.EPOCHS,
        List.of(Metric.THROUGHPUT),
        List.of(epochsOver(Line.DIST_OCC, "1000 µs", 6), stable("200 µs")),
        List.of(
            ONE_LINE,
            LOCKS,
            "The delay comes on top of what the log takes, where the thesis has no log; and it is waited for on a timer, not by spinning."));
  }

  private static PaperRatio stable(String point) {
    return new PaperRatio(
        "coco-pt with " + point + " over none",
        Cell.at(Line.COCO_PT, point),
        Cell.at(Line.COCO_PT, "0 µs"),
        1,
        false);
  }

  private static Experiment epochs() {
    List<Point> points = new ArrayList<>();
    for (int ms : EPOCHS_MS) {
      Point point =
          point(ms + " ms", accesses())
              .with(Map.of(ThetisSettings.EPOCH_MS.name(), Integer.toString(ms)));
      points.add(ms == 1 || ms == 10 || ms == 100 ? point : point.onlyFull());
    }
    return new Experiment(
        "coco-4-11",
        "throughput of YCSB by the time of an epoch",
        "epoch",
        points,
        Contest.COCO,
        List.of(Metric.THROUGHPUT),
        List.of(
            new PaperRatio(
                "epochs of 10 ms over 100 ms",
                Cell.at(Line.COCO_PT, "10 ms"),
                Cell.at(Line.COCO_PT, "100 ms"),
                0.93,
                false)),
        List.of(
            ONE_LINE,
            "A closed loop of 768 clients fills no epoch of 100 ms: all wait for its end."));
  }
}
