package org.thetisdb.lab.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.thetisdb.lab.experiment.Cell;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.PaperRatio;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec;
import org.thetisdb.lab.experiment.WorkloadSpec.Bank;
import org.thetisdb.lab.experiment.WorkloadSpec.Tpcc;
import org.thetisdb.lab.experiment.WorkloadSpec.Ycsb;
import org.thetisdb.lab.experiment.run.RunFigures;

/** Figures of MorphoSys's paper: 3a to 3d, 4c to 4e, 5a, 5d, 5e. Stateless. */
final class MorphoSysExperiments {
  private static final String SINGLE_MASTER = "single-master";
  private static final int PARTITIONS = 10_000;
  private static final int AFFINITY = 1_000;
  private static final int BRIEF_AFFINITY = 25;
  private static final double SKEW = 0.75;
  private static final int ACCOUNTS = 1_000_000;
  private static final int WAREHOUSES = 2 * Point.USUAL_SITES;
  private static final int SHARE = 45;
  private static final String FULLY_REPLICATED =
      "Every site holds every row here, so what fewer copies save in the paper is not in the figure.";

  private MorphoSysExperiments() {}

  static List<Experiment> all() {
    return List.of(
        ycsb("morphosys-3a", "Zipfian, 50 % updates", SKEW, 50, over(Line.DYNAMAST, 1.75)),
        ycsb("morphosys-3b", "Zipfian, 90 % updates", SKEW, 90, over(SINGLE_MASTER, 2.6)),
        ycsb("morphosys-3c", "uniform, 50 % updates", 0, 50, over(Line.DYNAMAST, 1.6)),
        ycsb("morphosys-3d", "uniform, 90 % updates", 0, 90, over(SINGLE_MASTER, 3)),
        adaptivity(),
        sites(),
        accuracy(),
        orders(),
        memory(),
        memoryApart(),
        crossing(),
        bank());
  }

  private static PaperRatio over(String rival, double paper) {
    return new PaperRatio(
        "morphosys over " + rival, Cell.best(Line.MORPHOSYS), Cell.best(rival), paper, false);
  }

  private static Experiment of(
      String id,
      String shows,
      String axis,
      List<Point> points,
      Metric metric,
      PaperRatio... ratios) {
    return new Experiment(
        id,
        shows,
        axis,
        points,
        Contest.LEARNED_COSTS,
        List.of(metric),
        List.of(ratios),
        List.of(FULLY_REPLICATED));
  }

  private static Experiment ycsb(
      String id, String mix, double skew, int updatePercent, PaperRatio ratio) {
    return of(
        id,
        "throughput of YCSB, " + mix,
        "workload",
        List.of(Point.of(mix, new Ycsb(PARTITIONS, skew, updatePercent, AFFINITY, false))),
        Metric.THROUGHPUT,
        ratio);
  }

  private static Experiment adaptivity() {
    List<Metric> stretches =
        IntStream.range(0, RunFigures.STRETCHES).mapToObj(MorphoSysExperiments::stretch).toList();
    Ycsb shuffled = new Ycsb(PARTITIONS, SKEW, 100, BRIEF_AFFINITY, true);
    return new Experiment(
        "morphosys-4c",
        "throughput while a workload is learned, YCSB, Zipfian, updates only",
        "part of the run",
        List.of(Point.of("all", shuffled)),
        Contest.LEARNED_COSTS,
        stretches,
        List.of(),
        List.of(
            "The run counts from its first second on; the paper moves its hot spot every minute."));
  }

  private static Metric stretch(int at) {
    String label = (at * 10) + "-" + (at * 10 + 10) + " %";
    return new Metric(label, "txn/s", "/stretches_txn_s/" + at, 1, true);
  }

  private static Experiment sites() {
    Ycsb workload = new Ycsb(PARTITIONS, 0, 50, AFFINITY, false);
    List<Point> points = new ArrayList<>();
    for (int sites : new int[] {2, 4, 8, 16}) {
      Point point = Point.of(Integer.toString(sites), workload).withSites(sites);
      points.add(sites <= 4 ? point : point.onlyFull());
    }
    return of(
        "morphosys-4d",
        "throughput of YCSB with more sites, uniform, 50 % updates",
        "sites",
        points,
        Metric.THROUGHPUT);
  }

  private static Experiment accuracy() {
    List<Metric> metrics = new ArrayList<>();
    for (String change : new String[] {"splits", "remasters", "calls", "gains"}) {
      String pointer = "/placement/learned_costs/" + change;
      metrics.add(new Metric("R2 of " + change, "", pointer + "/explained", 1, true));
      metrics.add(new Metric(change, "observed", pointer + "/observations", 1, true));
    }
    Ycsb shuffled = new Ycsb(PARTITIONS, SKEW, 100, BRIEF_AFFINITY, true);
    return new Experiment(
        "morphosys-4e",
        "how well costs and gains were expected, YCSB, Zipfian, updates only",
        "workload",
        List.of(Point.of("all", shuffled)),
        Contest.LEARNED_COSTS,
        metrics,
        List.of(),
        List.of("The paper has an R2 of 0.81 for splits. Only morphosys learns costs."));
  }

  private static Experiment orders() {
    WorkloadSpec usual = new Tpcc(WAREHOUSES, SHARE, SHARE, 10);
    return of(
        "morphosys-5a",
        "throughput of TPC-C, 45 % NewOrder, 45 % Payment, 10 % StockLevel",
        "mix",
        List.of(Point.of("45/45/10", usual)),
        Metric.THROUGHPUT);
  }

  private static Experiment memory() {
    return memory(
        "morphosys-5c",
        "what the rows of TPC-C take at the sites",
        new Tpcc(WAREHOUSES, SHARE, SHARE, 10));
  }

  /** Each call meets one warehouse, so that warehouses can be apart. */
  private static Experiment memoryApart() {
    return memory(
        "morphosys-5c-apart",
        "what the rows of TPC-C take at the sites, one warehouse in each call",
        new Tpcc(WAREHOUSES, SHARE, SHARE, 10, 0, 0));
  }

  private static Experiment memory(String name, String what, WorkloadSpec workload) {
    double mib = 1.0 / (1 << 20);
    return new Experiment(
        name,
        what,
        "mix",
        List.of(Point.of("45/45/10", workload)),
        Contest.HOLDINGS,
        List.of(
            new Metric("all sites", "MiB", "/memory/all", mib, false),
            new Metric("fullest site", "MiB", "/memory/most", mib, false),
            new Metric("fullest but one", "MiB", "/memory/next", mib, false),
            Metric.THROUGHPUT),
        List.of(),
        List.of(
            "Where one site holds every row, no more fits than into that one.",
            "A cell of the grid is a warehouse: where no site holds every row, calls over two of"
                + " them need copies of both at one site."));
  }

  private static Experiment crossing() {
    List<Point> points = new ArrayList<>();
    for (int percent : new int[] {0, 2, 10, 33}) {
      Tpcc workload = new Tpcc(WAREHOUSES, SHARE, SHARE, 10, percent, percent);
      Point point = Point.of(percent + " %", workload);
      points.add(percent == 2 || percent == 33 ? point : point.onlyFull());
    }
    return of(
        "morphosys-5d",
        "throughput of TPC-C by the share of transactions that cross warehouses",
        "transactions that cross warehouses",
        points,
        Metric.THROUGHPUT);
  }

  private static Experiment bank() {
    return of(
        "morphosys-5e",
        "throughput of SmallBank",
        "workload",
        List.of(Point.of("SmallBank", new Bank(ACCOUNTS))),
        Metric.THROUGHPUT);
  }
}
