package org.thetisdb.lab.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec.Tpcc;

/** TPC-C in fragments, as the thesis about Dtxn has it in sections 3.2 and 4.2. Stateless. */
final class DtxnExperiments {
  private static final int WAREHOUSES = 6;
  private static final int CLIENTS = 240;
  private static final List<String> OTHERWISE =
      List.of(
          "The thesis has two partitions; here three sites have two warehouses each.",
          "Columns of STOCK that nobody changes, and names of warehouses and districts, are in tables of their own.");

  private DtxnExperiments() {}

  static List<Experiment> all() {
    return List.of(orders(), payments());
  }

  private static Experiment orders() {
    return of(
        "dtxn-4-12",
        "throughput of New Order alone, by the share of orders that meet two warehouses",
        100);
  }

  private static Experiment payments() {
    return of(
        "dtxn-tpcc",
        "throughput of New Order and Payment in equal parts, by the share that meets two warehouses",
        50);
  }

  private static Experiment of(String id, String shows, int newOrder) {
    List<Point> points = new ArrayList<>();
    for (int cross : new int[] {0, 10, 50, 100}) {
      Tpcc workload = new Tpcc(WAREHOUSES, newOrder, 100 - newOrder, 0, cross, cross);
      Point point = Point.of(cross + " %", workload.fragmented()).withClients(CLIENTS);
      points.add(cross == 50 ? point : point.onlyFull());
    }
    return new Experiment(
        id,
        shows,
        "share",
        points,
        Contest.FRAGMENTS,
        List.of(Metric.THROUGHPUT),
        List.of(),
        OTHERWISE);
  }
}
