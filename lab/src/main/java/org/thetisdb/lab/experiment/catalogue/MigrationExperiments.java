package org.thetisdb.lab.experiment.catalogue;

import java.util.List;
import org.thetisdb.core.placement.Migration.Way;
import org.thetisdb.lab.experiment.Cell;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.PaperRatio;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec.Accesses;
import org.thetisdb.lab.experiment.WorkloadSpec.Tpcc;

/** Figures about ranges that move: of DrTM+B's paper and of the thesis about Dtxn. Stateless. */
final class MigrationExperiments {
  private static final String REACHED = "new rate reached";
  private static final List<Metric> METRICS =
      List.of(
          Metric.movedS("moved", "took_s"),
          Metric.movedS(REACHED, "reached_s"),
          Metric.moved("throughput while it moves", "during", true),
          Metric.moved("worst tenth of a second", "worst", true),
          Metric.moved("throughput after", "after", true),
          Metric.moved("latency while it moves", "latency_during", false),
          Metric.moved("latency after", "latency_after", false));
  private static final String PRICES =
      "Reading rows to copy them costs what a scan does, on a processor of its own; links and logs take 1 Gb/s.";
  private static final String SAVED =
      "copy, failover and stop wait until two checkpoints of the target have the rows, so that its restart finds them; the papers' systems do not.";

  private MigrationExperiments() {}

  static List<Experiment> all() {
    return List.of(tpcc(), oneToTwo());
  }

  private static Experiment tpcc() {
    return new Experiment(
        "drtmb-11",
        "TPC-C with low skew while warehouses move from the busiest site to the others",
        "measure",
        List.of(Point.of("TPC-C", new Tpcc(12, 50, 50, 0, 10, 1, true)).withClients(180)),
        Contest.WAYS,
        METRICS,
        List.of(overCopy(Way.ON_DEMAND, "moved", 4.7 / 2.5)),
        List.of(
            PRICES,
            SAVED,
            "on-demand stands for Squall: what calls write is fetched first, and the rest behind it.",
            "12 warehouses at three sites, of which the four of one site have two thirds of the terminals; two of them move. The paper has 192 at six nodes, and Zipf's law.",
            "The first site holds every row, gives all copies, and works as the others do; the paper copies from all replicas."));
  }

  private static Experiment oneToTwo() {
    return new Experiment(
        "wildebeest-5-8",
        "YCSB with ten accesses while half of the records move from a full site to an empty one",
        "measure",
        List.of(
            Point.of("YCSB", new Accesses(1_000, 0, 95, 0, true)).withSites(2).withClients(240)),
        Contest.WAYS,
        METRICS,
        List.of(
            onDemandOver(Way.FAILOVER, REACHED, 5 / 39.0),
            onDemandOver(Way.STOP, REACHED, 5 / 35.0)),
        List.of(
            PRICES,
            SAVED,
            "A transaction has ten accesses of one partition, 95 % of them reads; the thesis has single rows.",
            "Calls that read go on while a range is stopped; the thesis stops them, too.",
            "Virtual machines are left out."));
  }

  private static PaperRatio overCopy(Way way, String metric, double paper) {
    return ratio(way, Way.COPY, metric, paper);
  }

  private static PaperRatio onDemandOver(Way way, String metric, double paper) {
    return ratio(Way.ON_DEMAND, way, metric, paper);
  }

  private static PaperRatio ratio(Way over, Way under, String metric, double paper) {
    return new PaperRatio(
        metric + ", " + over.label() + " over " + under.label(),
        Cell.metric(over.label(), metric),
        Cell.metric(under.label(), metric),
        paper,
        false);
  }
}
