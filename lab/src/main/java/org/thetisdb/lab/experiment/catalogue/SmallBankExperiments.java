package org.thetisdb.lab.experiment.catalogue;

import java.util.List;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.PaperRatio;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec.Bank;

/** The figures about SmallBank: 7a to 7d. Stateless. */
final class SmallBankExperiments {
  private static final String SINGLE_MASTER = "single-master";
  private static final int ACCOUNTS = 1_000_000;
  private static final List<String> TAIL = List.of("p50", "p90", "p99", "p999");

  private SmallBankExperiments() {}

  static List<Experiment> all() {
    return List.of(
        Catalogue.comparison(
            "dynamast-7a",
            "throughput of SmallBank",
            "workload",
            point(),
            Metric.THROUGHPUT,
            List.of(
                PaperRatio.of(Line.PARTITION_STORE, 1.15),
                PaperRatio.of(SINGLE_MASTER, 1.4),
                PaperRatio.of(Line.LEAP, 6).asBound(),
                PaperRatio.of(Line.LEAP_WITH_ROWS, 6).asBound())),
        tail(
            "dynamast-7b",
            "two-row updates",
            "SendPayment",
            PaperRatio.of(SINGLE_MASTER, "p99", 1 / 7.0).asBound(),
            PaperRatio.of(Line.PARTITION_STORE, "p99", 0.25),
            PaperRatio.of(Line.LEAP, "p99", 1 / 40.0),
            PaperRatio.of(Line.LEAP_WITH_ROWS, "p99", 1 / 40.0)),
        tail(
            "dynamast-7c",
            "one-row updates",
            "DepositChecking",
            PaperRatio.of(SINGLE_MASTER, "p99", 1 / 7.0).asBound()),
        tail("dynamast-7d", "balances", "Balance", PaperRatio.of(SINGLE_MASTER, "p99", 1)));
  }

  private static List<Point> point() {
    return List.of(Point.of("SmallBank", new Bank(ACCOUNTS)));
  }

  private static Experiment tail(String id, String what, String type, PaperRatio... ratios) {
    return new Experiment(
        id,
        "tail latency of SmallBank's " + what + " (" + type + ")",
        "percentile",
        point(),
        Contest.ALL_SCHEMES,
        TAIL.stream().map(figure -> Metric.latency(type, figure)).toList(),
        List.of(ratios),
        List.of(
            "The paper shows a class of transactions; here one transaction of it stands for the class."));
  }
}
