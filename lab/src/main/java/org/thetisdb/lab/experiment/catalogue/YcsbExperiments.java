package org.thetisdb.lab.experiment.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.thetisdb.core.config.StrategySettings;
import org.thetisdb.lab.experiment.Cell;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.PaperRatio;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec.Ycsb;
import org.thetisdb.lab.experiment.run.RunFigures;

/** The figures about the paper's YCSB: 4a, 4b, 4h, 5a to 5c, 6b, 6c, 8a. Stateless. */
final class YcsbExperiments {
  private static final String SINGLE_MASTER = "single-master";
  private static final int PARTITIONS = 10_000;
  private static final int AFFINITY = 1_000;
  private static final int BRIEF_AFFINITY = 25;
  private static final double SKEW = 0.75;
  private static final int[] CLIENTS = {8, 32, 64, 128, 256};
  private static final int USUAL_CLIENTS = 64;
  private static final int ADAPTIVE_CLIENTS = 100;
  private static final int LARGER = 6;

  private YcsbExperiments() {}

  static List<Experiment> all() {
    return List.of(
        uniform5050(),
        uniform9010(),
        skewed9010(),
        routing(),
        adaptivity(),
        breakdown(),
        databaseSize(),
        sites(),
        weights());
  }

  private static Ycsb ycsb(double skew, int updatePercent) {
    return new Ycsb(PARTITIONS, skew, updatePercent, AFFINITY, false);
  }

  /** The paper's curves go over the number of clients; the short form has one of them. */
  private static List<Point> byClients(Ycsb workload) {
    List<Point> points = new ArrayList<>();
    for (int clients : CLIENTS) {
      Point point = Point.of(Integer.toString(clients), workload).withClients(clients);
      points.add(clients == USUAL_CLIENTS ? point : point.onlyFull());
    }
    return points;
  }

  private static Experiment uniform5050() {
    return Catalogue.comparison(
        "dynamast-4a",
        "throughput of YCSB, uniform, 50 % updates and 50 % scans",
        "clients",
        byClients(ycsb(0, 50)),
        Metric.THROUGHPUT,
        List.of(
            PaperRatio.of(Line.PARTITION_STORE, 2.3),
            PaperRatio.of(SINGLE_MASTER, 1.3),
            PaperRatio.of(Line.LEAP, 2),
            PaperRatio.of(Line.LEAP_WITH_ROWS, 2)));
  }

  private static Experiment uniform9010() {
    return Catalogue.comparison(
        "dynamast-4b",
        "throughput of YCSB, uniform, 90 % updates and 10 % scans",
        "clients",
        byClients(ycsb(0, 90)),
        Metric.THROUGHPUT,
        List.of(PaperRatio.of(SINGLE_MASTER, 2.5), PaperRatio.of(Line.PARTITION_STORE, 1.3)));
  }

  private static Experiment skewed9010() {
    return Catalogue.comparison(
        "dynamast-4h",
        "throughput of YCSB, Zipfian, 90 % updates and 10 % scans",
        "clients",
        byClients(ycsb(SKEW, 90)),
        Metric.THROUGHPUT,
        List.of(
            PaperRatio.of(Line.PARTITION_STORE, 4),
            PaperRatio.of(SINGLE_MASTER, 1.8),
            PaperRatio.of(Line.LEAP, 1.6),
            PaperRatio.of(Line.LEAP_WITH_ROWS, 1.6)));
  }

  private static Experiment routing() {
    List<Metric> shares = new ArrayList<>();
    for (int site = 1; site <= Point.USUAL_SITES; site++) {
      shares.add(new Metric("site " + site, "%", "/site_share/" + (site - 1), 100, true));
    }
    return new Experiment(
        "dynamast-5a",
        "which site runs how much of a skewed YCSB, 90 % updates",
        "site",
        List.of(Point.of("all", ycsb(SKEW, 90))),
        Contest.ALL_SCHEMES,
        shares,
        List.of(),
        List.of("The paper's text gives no number for this figure."));
  }

  private static Experiment adaptivity() {
    List<Metric> stretches =
        IntStream.range(0, RunFigures.STRETCHES)
            .mapToObj(
                at ->
                    new Metric(
                        (at * 10) + "-" + (at * 10 + 10) + " %",
                        "txn/s",
                        "/stretches_txn_s/" + at,
                        1,
                        true))
            .toList();
    Ycsb shuffled = new Ycsb(PARTITIONS, SKEW, 100, BRIEF_AFFINITY, true);
    return new Experiment(
        "dynamast-5b",
        "throughput while correlations are learned, YCSB, Zipfian, updates only",
        "part of the run",
        List.of(Point.of("all", shuffled).withClients(ADAPTIVE_CLIENTS)),
        Contest.DYNAMAST_AND_CONTROL,
        stretches,
        List.of(
            new PaperRatio(
                "dynamast, end over beginning",
                Cell.metric(Line.DYNAMAST, "90-100 %"),
                Cell.metric(Line.DYNAMAST, "0-10 %"),
                1.6,
                false)),
        List.of(
            "The single master has nothing to learn: what it gains, the JVM has learned.",
            "The run counts from its first second on, warm-up included."));
  }

  private static Experiment breakdown() {
    List<Metric> stages =
        List.of(
            stage("client", "client"),
            stage("router", "router"),
            stage("site", "engine"),
            stage("refresh", "refresh"),
            stage("network", "network"),
            stage("log", "log"));
    return new Experiment(
        "dynamast-5c",
        "where a transaction's time goes, YCSB, uniform, 50 % updates",
        "stage",
        List.of(Point.of("all", ycsb(0, 50))),
        Contest.DYNAMAST,
        stages,
        List.of(),
        List.of(
            "The paper divides the time that a transaction takes (network 40 %, running it 45 %); here processor time is divided, which leaves out all waits."));
  }

  private static Metric stage(String label, String field) {
    return new Metric(label, "%", "/cpu_share/" + field, 100, false);
  }

  private static Experiment databaseSize() {
    List<Point> points = new ArrayList<>();
    List<PaperRatio> ratios = new ArrayList<>();
    double[][] mixes = {{0, 50}, {0, 90}, {SKEW, 90}};
    String[] names = {"50/50 uniform", "90/10 uniform", "90/10 Zipfian"};
    for (int i = 0; i < mixes.length; i++) {
      Ycsb small = ycsb(mixes[i][0], (int) mixes[i][1]);
      Ycsb large =
          new Ycsb(PARTITIONS * LARGER, small.skew(), small.updatePercent(), AFFINITY, false);
      points.add(Point.of(names[i], small));
      points.add(Point.of(names[i] + " ×" + LARGER, large));
    }
    ratios.add(
        new PaperRatio(
            "dynamast, six times the data over once, 50/50 uniform",
            Cell.at(Line.DYNAMAST, names[0] + " ×" + LARGER),
            Cell.at(Line.DYNAMAST, names[0]),
            1,
            false));
    return new Experiment(
        "dynamast-6b",
        "throughput of YCSB with six times the data",
        "workload",
        points,
        Contest.DYNAMAST,
        List.of(Metric.THROUGHPUT),
        ratios,
        List.of(
            "The paper grows from 5 to 30 GB; the proportion is the same, the data are smaller."));
  }

  private static Experiment sites() {
    Ycsb workload = ycsb(0, 50);
    List<Point> points =
        List.of(
            Point.of("2", workload).withSites(2),
            Point.of("4", workload).withSites(4),
            Point.of("8", workload).withSites(8).onlyFull(),
            Point.of("16", workload).withSites(16).onlyFull());
    return new Experiment(
        "dynamast-6c",
        "throughput of YCSB with more sites, uniform, 50 % updates",
        "sites",
        points,
        Contest.DYNAMAST,
        List.of(Metric.THROUGHPUT),
        List.of(
            new PaperRatio(
                "dynamast, 16 sites over 4",
                Cell.at(Line.DYNAMAST, "16"),
                Cell.at(Line.DYNAMAST, "4"),
                3,
                true)),
        List.of(
            "The paper's sites have 12 cores each, ours one engine thread. Where all sites share one machine more of them bring no more processors, and this says what replicas cost, not how it scales."));
  }

  private static Experiment weights() {
    Ycsb workload = ycsb(SKEW, 50);
    List<Point> points = new ArrayList<>();
    points.add(Point.of("as published", workload));
    addWeight(
        points, workload, "balance", StrategySettings.STRATEGY_WEIGHT_BALANCE.name(), 1_000_000);
    addWeight(points, workload, "delay", StrategySettings.STRATEGY_WEIGHT_DELAY.name(), 0.5);
    addWeight(points, workload, "intra", StrategySettings.STRATEGY_WEIGHT_INTRA.name(), 3);
    addWeight(points, workload, "inter", StrategySettings.STRATEGY_WEIGHT_INTER.name(), 1);
    List<PaperRatio> ratios =
        List.of(
            new PaperRatio(
                "weight of balance 0 over as published",
                Cell.at(Line.AS_PUBLISHED, "balance ×0"),
                Cell.at(Line.AS_PUBLISHED, "as published"),
                0.6,
                false),
            new PaperRatio(
                "weight of intra 0 over as published",
                Cell.at(Line.AS_PUBLISHED, "intra ×0"),
                Cell.at(Line.AS_PUBLISHED, "as published"),
                0.92,
                true));
    return new Experiment(
        "dynamast-8a",
        "throughput of Equation 8 with other weights, YCSB, Zipfian, 50 % updates",
        "weight",
        points,
        Contest.EQUATION_8,
        List.of(Metric.THROUGHPUT),
        ratios,
        List.of());
  }

  private static void addWeight(
      List<Point> points, Ycsb workload, String name, String setting, double published) {
    for (String factor : List.of("0", "0.01", "0.1", "10", "100")) {
      String value = Double.toString(published * Double.parseDouble(factor));
      Point point = Point.of(name + " ×" + factor, workload).with(Map.of(setting, value));
      points.add(factor.equals("0") ? point : point.onlyFull());
    }
  }
}
