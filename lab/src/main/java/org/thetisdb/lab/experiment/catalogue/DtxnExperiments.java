package org.thetisdb.lab.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec.Accesses;
import org.thetisdb.lab.experiment.WorkloadSpec.Tpcc;

/**
 * What the thesis about Dtxn measures in section 4.2: a microbenchmark, and TPC-C in fragments as
 * section 3.2 has it. Stateless.
 */
final class DtxnExperiments {
  private static final int WAREHOUSES = 6;
  private static final int CLIENTS = 240;
  private static final int PARTITIONS = 30;
  private static final double CONFLICTS = 0.99;
  private static final int ABORTED = 10;
  private static final int[] SHARES = {0, 10, 50, 100};
  private static final List<String> OTHERWISE =
      List.of(
          "The thesis has two partitions; here three sites have two warehouses each.",
          "Columns of STOCK that nobody changes, and names of warehouses and districts, are in tables of their own.");

  private DtxnExperiments() {}

  static List<Experiment> all() {
    return List.of(
        withoutConflicts(),
        withConflicts(),
        aborts(),
        rounds(),
        warehouses(),
        orders(),
        payments());
  }

  private static Experiment withoutConflicts() {
    return accesses(
        "dtxn-4-7",
        "throughput of changes of ten records, by the share that meets several sites",
        0);
  }

  private static Experiment withConflicts() {
    return accesses(
        "dtxn-4-8",
        "throughput of changes of ten records that many change, by the share that meets several sites",
        CONFLICTS);
  }

  private static Experiment aborts() {
    List<Point> points = new ArrayList<>();
    for (double skew : new double[] {0, CONFLICTS}) {
      for (int cross : new int[] {10, 50}) {
        Accesses workload = new Accesses(PARTITIONS, skew, 0, cross).refusing(ABORTED);
        String label = "%d %%, %s".formatted(cross, skew == 0 ? "no conflicts" : "many conflicts");
        Point point = Point.of(label, workload).withClients(CLIENTS);
        points.add(cross == 10 ? point.onlyFull() : point);
      }
    }
    return experiment(
        "dtxn-4-9",
        "throughput of changes of ten records of which a tenth comes to nothing",
        points,
        List.of(
            "Only what commits counts. A transaction is refused at one of its masters, which votes against it.",
            "The thesis has no conflicts here; under speculation all conflict there."));
  }

  private static Experiment rounds() {
    List<Point> points = new ArrayList<>();
    for (int cross : SHARES) {
      Accesses workload = new Accesses(PARTITIONS, 0, 0, cross).inTwoRounds();
      Point point = Point.of(cross + " %", workload).withClients(CLIENTS);
      points.add(cross == 0 || cross == 100 ? point.onlyFull() : point);
    }
    return experiment(
        "dtxn-4-10",
        "throughput of changes of ten records, by the share that needs two rounds at several sites",
        points,
        List.of(
            "A transaction of two rounds is no set of fragments: one site runs it, with what it meets prepared at its masters.",
            "In the thesis the second round of a partition follows the first in the same transaction there."));
  }

  private static Experiment warehouses() {
    List<Point> points = new ArrayList<>();
    for (int each : new int[] {3, 6, 12, 21}) {
      Point point =
          Point.of(Integer.toString(each), new Tpcc(each, 45, 45, 10).fragmented())
              .withClients(CLIENTS);
      points.add(each == 21 ? point : point.onlyFull());
    }
    return new Experiment(
        "dtxn-4-11",
        "throughput of TPC-C, by the number of warehouses",
        "warehouses",
        points,
        Contest.FRAGMENTS,
        List.of(Metric.THROUGHPUT),
        List.of(),
        List.of(
            "The thesis has 2 to 20 warehouses on two partitions; here three sites have as many each.",
            "New Order, Payment and StockLevel, 45, 45 and 10 %; no OrderStatus and no Delivery.",
            OTHERWISE.get(1)));
  }

  private static Experiment accesses(String id, String shows, double skew) {
    List<Point> points = new ArrayList<>();
    for (int cross : SHARES) {
      Point point =
          Point.of(cross + " %", new Accesses(PARTITIONS, skew, 0, cross)).withClients(CLIENTS);
      points.add(cross == 0 || cross == 100 ? point.onlyFull() : point);
    }
    return experiment(
        id,
        shows,
        points,
        List.of(
            "The thesis has two partitions and twelve keys of a client; here thirty partitions are at three sites, and keys are drawn.",
            "A conflict is a record that Zipf's law draws often, at each of the sites that a transaction meets; in the thesis at one of them."));
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
    for (int cross : SHARES) {
      Tpcc workload = new Tpcc(WAREHOUSES, newOrder, 100 - newOrder, 0, cross, cross);
      Point point = Point.of(cross + " %", workload.fragmented()).withClients(CLIENTS);
      points.add(cross == 50 ? point : point.onlyFull());
    }
    return experiment(id, shows, points, OTHERWISE);
  }

  private static Experiment experiment(
      String id, String shows, List<Point> points, List<String> otherwise) {
    return new Experiment(
        id,
        shows,
        "share",
        points,
        Contest.FRAGMENTS,
        List.of(Metric.THROUGHPUT),
        List.of(),
        otherwise);
  }
}
