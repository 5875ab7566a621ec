package org.thetisdb.lab.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.benchmarks.tpcc.TpccOptions;
import org.thetisdb.lab.experiment.Cell;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.PaperRatio;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec.Tpcc;

/** The figures about TPC-C: 4c to 4g, 7e to 7g. Stateless. */
final class TpccExperiments {
  private static final String SINGLE_MASTER = "single-master";
  private static final String NEW_ORDER = "NewOrder";
  private static final String PAYMENT = "Payment";
  private static final String STOCK_LEVEL = "StockLevel";
  private static final int WAREHOUSES = 2 * Point.USUAL_SITES;
  private static final int USUAL_SHARE = 45;
  private static final List<String> TAIL = List.of("p50", "p90", "p99", "p999");

  private TpccExperiments() {}

  static List<Experiment> all() {
    return List.of(
        mean(
            "dynamast-4c",
            NEW_ORDER,
            PaperRatio.of(SINGLE_MASTER, 0.6),
            PaperRatio.of(Line.PARTITION_STORE, 0.15),
            PaperRatio.of(Line.LEAP, 0.04),
            PaperRatio.of(Line.LEAP_WITH_ROWS, 0.04)),
        mean("dynamast-4d", STOCK_LEVEL, PaperRatio.of(SINGLE_MASTER, 1)),
        tail(
            "dynamast-4e",
            NEW_ORDER,
            PaperRatio.of(SINGLE_MASTER, "p90", 0.7),
            PaperRatio.of(SINGLE_MASTER, "p99", 0.5),
            PaperRatio.of(Line.PARTITION_STORE, "p90", 0.1),
            PaperRatio.of(Line.LEAP, "p99", 1 / 40.0),
            PaperRatio.of(Line.LEAP_WITH_ROWS, "p99", 1 / 40.0)),
        newOrderShare(),
        remoteOrders(),
        mean(
            "dynamast-7e",
            PAYMENT,
            PaperRatio.of(SINGLE_MASTER, 4),
            PaperRatio.of(Line.PARTITION_STORE, 0.03),
            PaperRatio.of(Line.LEAP, 0.01),
            PaperRatio.of(Line.LEAP_WITH_ROWS, 0.01)),
        tail("dynamast-7f", PAYMENT),
        remotePayments());
  }

  private static Tpcc usual() {
    return new Tpcc(WAREHOUSES, USUAL_SHARE, USUAL_SHARE, 10);
  }

  private static List<Point> usualPoint() {
    return List.of(Point.of("45/45/10", usual()));
  }

  private static Experiment mean(String id, String type, PaperRatio... ratios) {
    return Catalogue.comparison(
        id,
        "mean latency of " + type + " in TPC-C",
        "mix",
        usualPoint(),
        Metric.latency(type, "mean"),
        List.of(ratios));
  }

  private static Experiment tail(String id, String type, PaperRatio... ratios) {
    return new Experiment(
        id,
        "tail latency of " + type + " in TPC-C",
        "percentile",
        usualPoint(),
        Contest.ALL_SCHEMES,
        TAIL.stream().map(figure -> Metric.latency(type, figure)).toList(),
        List.of(ratios),
        ratios.length > 0
            ? List.of()
            : List.of("The paper's text gives no ratio for this figure."));
  }

  private static Experiment newOrderShare() {
    List<Point> points = new ArrayList<>();
    for (int share : new int[] {15, USUAL_SHARE, 75, 90}) {
      Point point = Point.of(share + " %", new Tpcc(WAREHOUSES, share, 90 - share, 10));
      points.add(share == USUAL_SHARE || share == 90 ? point : point.onlyFull());
    }
    return Catalogue.comparison(
        "dynamast-4f",
        "throughput of TPC-C by the share of NewOrder",
        "NewOrder transactions",
        points,
        Metric.THROUGHPUT,
        List.of(
            atMostOrders(Line.PARTITION_STORE, 15).asBound(),
            atMostOrders(SINGLE_MASTER, 1.64),
            atMostOrders(Line.LEAP, 20),
            atMostOrders(Line.LEAP_WITH_ROWS, 20)));
  }

  private static Experiment remoteOrders() {
    List<Point> points = new ArrayList<>();
    for (int percent : new int[] {0, 10, 20, 33}) {
      Tpcc workload =
          new Tpcc(
              WAREHOUSES, USUAL_SHARE, USUAL_SHARE, 10, percent, TpccOptions.USUAL_REMOTE_PAYMENTS);
      Point point = Point.of(percent + " %", workload);
      points.add(percent == 0 || percent == 33 ? point : point.onlyFull());
    }
    return Catalogue.comparison(
        "dynamast-4g",
        "mean latency of NewOrder by the share that crosses warehouses",
        "NewOrder transactions that cross warehouses",
        points,
        Metric.latency(NEW_ORDER, "mean"),
        List.of(
            across(Line.DYNAMAST, "33 %", Line.PARTITION_STORE, "33 %", 0.13),
            across(Line.DYNAMAST, "33 %", SINGLE_MASTER, "33 %", 0.75),
            across(Line.DYNAMAST, "33 %", Line.DYNAMAST, "0 %", 1.75),
            across(Line.PARTITION_STORE, "33 %", Line.PARTITION_STORE, "0 %", 3),
            across(Line.LEAP, "33 %", Line.LEAP, "0 %", 2.2),
            across(Line.LEAP_WITH_ROWS, "33 %", Line.LEAP_WITH_ROWS, "0 %", 2.2)));
  }

  private static Experiment remotePayments() {
    List<Point> points = new ArrayList<>();
    for (int percent : new int[] {0, 5, 10, 15}) {
      Tpcc workload =
          new Tpcc(WAREHOUSES, USUAL_SHARE, USUAL_SHARE, 10, TpccOptions.BY_LINE, percent);
      Point point = Point.of(percent + " %", workload);
      points.add(percent == 0 || percent == 15 ? point : point.onlyFull());
    }
    return Catalogue.comparison(
        "dynamast-7g",
        "mean latency of Payment by the share that crosses warehouses",
        "Payment transactions that cross warehouses",
        points,
        Metric.latency(PAYMENT, "mean"),
        List.of(
            across(Line.DYNAMAST, "15 %", Line.DYNAMAST, "0 %", 1.2),
            across(SINGLE_MASTER, "15 %", SINGLE_MASTER, "0 %", 1)),
        "The paper's text gives times, not ratios: 1.2 ms, which is 0.2 ms more than without such payments.");
  }

  private static PaperRatio across(
      String line, String point, String rival, String rivalPoint, double paper) {
    return new PaperRatio(
        "%s at %s over %s at %s".formatted(line, point, rival, rivalPoint),
        Cell.at(line, point),
        Cell.at(rival, rivalPoint),
        paper,
        false);
  }

  private static PaperRatio atMostOrders(String rival, double paper) {
    return new PaperRatio(
        "dynamast over " + rival + ", 90 % NewOrder",
        Cell.at(Line.DYNAMAST, "90 %"),
        Cell.at(rival, "90 %"),
        paper,
        false);
  }
}
