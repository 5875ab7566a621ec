package org.thetisdb.lab.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.benchmarks.accesses.AccessOptions;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec;
import org.thetisdb.lab.experiment.WorkloadSpec.Accesses;
import org.thetisdb.lab.experiment.WorkloadSpec.Bank;
import org.thetisdb.lab.experiment.WorkloadSpec.Tpcc;
import org.thetisdb.lab.experiment.WorkloadSpec.Ycsb;

/**
 * What every scheme makes of a workload, beside what the advisor expects: workloads that its model
 * was fitted to, and others that it was not. Stateless.
 */
final class AdviceExperiments {
  private static final int THOUSANDS = 240;
  private static final int PARTITIONS = 5_000;
  private static final int ACCOUNTS = 100_000;
  private static final int WAREHOUSES = 12;
  private static final int SHARED_PERCENT = 10;
  private static final int CLIENTS = 240;
  private static final int BASES = 100;
  private static final List<String> OTHERWISE =
      List.of(
          "Of no paper. schism takes no part: its placement is cut from a trace, which a new cluster has not. Nor do dtxn and clay, of which the advisor has no model.");

  private AdviceExperiments() {}

  static List<Experiment> all() {
    return List.of(fit(), check());
  }

  private static Experiment fit() {
    return of(
        "advice-fit",
        "throughput of every scheme in the workloads that the advisor's model is fitted to",
        List.of(
            point("ycsb, 10 % cross", new Accesses(THOUSANDS, 0, 80, SHARED_PERCENT)),
            point("ycsb, skew 0.99", new Accesses(THOUSANDS, 0.99)),
            point(
                "tpcc, 10 % cross",
                new Tpcc(WAREHOUSES, 50, 50, 0, SHARED_PERCENT, SHARED_PERCENT)),
            point("smallbank", new Bank(ACCOUNTS)),
            point("ycsb with scans", new Ycsb(PARTITIONS, 0, 50, BASES, false)),
            point("tpcc, one warehouse", new Tpcc(1, 50, 50, 0)),
            point("ycsb, half writes, 30 % cross", new Accesses(THOUSANDS, 0, 50, 30)),
            point(
                "ycsb, 90 % reads, skew 0.8",
                new Accesses(THOUSANDS, 0.8, 90, AccessOptions.ANYWHERE)),
            point("ycsb with few scans, Zipfian", new Ycsb(PARTITIONS, 0.75, 90, BASES, false)),
            point("smallbank, 5 sites", new Bank(ACCOUNTS)).withSites(5),
            point("tpcc with StockLevel", new Tpcc(WAREHOUSES, 45, 45, 10)),
            point("tpcc, half crosses, 6 warehouses", new Tpcc(6, 50, 50, 0, 50, 50)),
            point("ycsb, skew 0.6, 20 % cross", new Accesses(THOUSANDS, 0.6, 70, 20))));
  }

  private static Experiment check() {
    return of(
        "advice-check",
        "throughput of every scheme in workloads that the advisor's model is not fitted to",
        List.of(
            point("ycsb, skew 0.7, 10 % cross", new Accesses(THOUSANDS, 0.7, 80, SHARED_PERCENT)),
            point("ycsb, 90 % reads, 60 % cross", new Accesses(THOUSANDS, 0, 90, 60)),
            point("ycsb with few scans", new Ycsb(PARTITIONS, 0, 95, BASES, false)),
            point("smallbank, 2 sites", new Bank(20_000)).withSites(2),
            point("tpcc, 4 sites, 30 % cross", new Tpcc(16, 50, 50, 0, 30, 30)).withSites(4),
            point("tpcc, 24 warehouses, 2 % cross", new Tpcc(24, 70, 30, 0, 2, 2))));
  }

  private static Point point(String label, WorkloadSpec workload) {
    return Point.of(label, workload).withClients(CLIENTS);
  }

  /** In the short form it has its first workload alone. */
  private static Experiment of(String id, String shows, List<Point> workloads) {
    List<Point> points = new ArrayList<>();
    for (Point point : workloads) {
      points.add(points.isEmpty() ? point : point.onlyFull());
    }
    return new Experiment(
        id,
        shows,
        "workload",
        points,
        Contest.EVERY_SCHEME,
        List.of(Metric.THROUGHPUT),
        List.of(),
        OTHERWISE);
  }
}
