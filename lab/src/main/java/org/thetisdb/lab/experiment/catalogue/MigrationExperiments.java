package org.thetisdb.lab.experiment.catalogue;

import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.accesses.AccessOptions;
import org.thetisdb.benchmarks.accesses.AccessOptions.Size;
import org.thetisdb.core.placement.Migration.Way;
import org.thetisdb.lab.experiment.Cell;
import org.thetisdb.lab.experiment.Experiment;
import org.thetisdb.lab.experiment.Experiment.Contest;
import org.thetisdb.lab.experiment.Line;
import org.thetisdb.lab.experiment.Metric;
import org.thetisdb.lab.experiment.PaperRatio;
import org.thetisdb.lab.experiment.Point;
import org.thetisdb.lab.experiment.WorkloadSpec.Accesses;
import org.thetisdb.lab.experiment.WorkloadSpec.Bank;
import org.thetisdb.lab.experiment.WorkloadSpec.Tpcc;

/** Figures about ranges that move: of DrTM+B's paper and of the thesis about Dtxn. Stateless. */
final class MigrationExperiments {
  private static final String MOVED = "moved";
  private static final String DURING = "throughput while it moves";
  private static final String WORST = "worst tenth of a second";
  private static final String LATENCY = "latency while it moves";
  private static final String REACHED = "new rate reached";
  private static final List<Metric> METRICS =
      List.of(
          Metric.movedS(MOVED, "took_s"),
          Metric.movedS(REACHED, "reached_s"),
          Metric.moved(DURING, "during", true),
          Metric.moved(WORST, "worst", true),
          Metric.moved("throughput after", "after", true),
          Metric.moved(LATENCY, "latency_during", false),
          Metric.moved("latency after", "latency_after", false));
  private static final String PRICES =
      "Reading rows to copy them costs what a scan does, on a processor of its own; links and logs take 1 Gb/s.";
  private static final String SAVED =
      "copy, failover and stop wait until two checkpoints of the target have the rows, so that its restart finds them; the papers' systems do not.";

  private static final String PULLS =
      "squall pulls whole partitions with their mastership, the first chunk of each table at once; in the paper calls miss single rows.";
  private static final String FULL =
      "The first site holds every row, gives all copies, and works as the others do; the paper copies from all replicas.";
  private static final String FOUND =
      "Of an order that meets two warehouses at sites which hold a part, keys that are found while it runs go to the first site, and return with the next order of one warehouse.";

  /** All but each third terminal are at the crowded warehouses. */
  private static final int LOW_CROWD = 3;

  /** All but each eighth: two thirds of 40 % of the requests, and the other 60 %. */
  private static final int HIGH_CROWD = 8;

  private static final int CUSTOMERS = 100_000;

  /** How many records a transaction meets. */
  private static final List<Integer> ROWS = List.of(1, 10, 40);

  /** Nine of them make a record of 1 KB. */
  private static final int FIELD_CHARS = 110;

  /** Clients of a third, two thirds and all of what one site can do. */
  private static final int LIGHT = 16;

  private static final int MEDIUM = 40;
  private static final int SATURATING = 240;

  /** Figures that papers drew of the runs of another one. */
  private static final Map<String, String> SHOWN_BY =
      Map.of(
          "wildebeest-5-3", "wildebeest-5-2",
          "wildebeest-5-4", "wildebeest-5-5",
          "wildebeest-5-7", "wildebeest-5-6",
          "wildebeest-5-9", "wildebeest-5-8",
          "wildebeest-5-11", "wildebeest-5-6",
          "drtmb-4", "drtmb-11",
          "drtmb-16", "drtmb-11");

  private MigrationExperiments() {}

  /** The experiment that shows a figure. */
  static String shownBy(String figure) {
    return SHOWN_BY.getOrDefault(figure, figure);
  }

  static List<Experiment> all() {
    return List.of(
        tpcc(
            "drtmb-11",
            "TPC-C with low skew while warehouses move from the busiest site to the others",
            LOW_CROWD,
            overSquall(2.5 / 4.7, 0.93 / 0.01),
            "12 warehouses at three sites, of which the four of one site have two thirds of the terminals; two of them move. The paper has 192 at six nodes, and Zipf's law."),
        tpcc(
            "drtmb-12",
            "TPC-C with high skew while warehouses move from the busiest site to the others",
            HIGH_CROWD,
            overSquall(2.6 / 7.0, 0.98 / 0.02),
            "12 warehouses at three sites, of which the four of one site have seven of eight terminals; two of them move. The paper has 192 at six nodes, and Zipf's law in part."),
        bank(
            "drtmb-13",
            "SmallBank with low skew while two thirds of the hot spot move to the other sites",
            new Bank(CUSTOMERS, 25, 67),
            overSquall(0.7 / 3.8, 0.97 / 0.77)),
        bank(
            "drtmb-14",
            "SmallBank with high skew while two thirds of the hot spot move to the other sites",
            new Bank(CUSTOMERS, 10, 90),
            overSquall(0.3 / 1.8, 0.94 / 0.78)),
        allOfIt(
            "wildebeest-5-2",
            "YCSB with ten accesses while all records move to an empty site, at a third of the load",
            LIGHT,
            "Sixteen clients call as fast as answers come; the thesis has a fixed rate, of 30 %.",
            List.of(ratio(Way.ON_DEMAND, Way.FAILOVER, WORST, 9_939 / 6_148.0))),
        allOfIt(
            "wildebeest-5-5",
            "YCSB with ten accesses while all records move to an empty site, at two thirds of the load",
            MEDIUM,
            "Forty clients call as fast as answers come; the thesis has a fixed rate, of 60 %.",
            List.of(ratio(Way.ON_DEMAND, Way.FAILOVER, LATENCY, 5 / 20.0))),
        allOfIt(
            "wildebeest-5-6",
            "YCSB with ten accesses while all records move to an empty site, at full load",
            SATURATING,
            "240 clients keep the first site busy all the time.",
            List.of(onDemandOver(Way.FAILOVER, MOVED, 70 / 310.0))),
        oneToTwo(),
        sizesOfChunks(),
        paceOfCopies(),
        skew(),
        rowsOfTransaction());
  }

  /** Where on-demand turns from best to worst: the thesis and the paper disagree about it. */
  private static Experiment rowsOfTransaction() {
    return new Experiment(
        "migration-rows",
        "YCSB while all records move to an empty site, by records of a transaction",
        "records of a transaction",
        ROWS.stream().map(MigrationExperiments::rows).toList(),
        Contest.WAYS,
        List.of(Metric.moved(WORST, "worst", true)),
        List.of(),
        List.of(
            PRICES,
            SAVED,
            "Of a transaction's records 95 % are read, and each is of another partition, of a thousand records of 1 KB; there are 500, in the short form 50.",
            "Sixteen clients call as fast as answers come."));
  }

  private static Point rows(int accesses) {
    int crossPercent = accesses == 1 ? 0 : 100;
    return Point.of(
            Integer.toString(accesses),
            new Accesses(500, 0, 95, crossPercent, 100, new Size(accesses, FIELD_CHARS)))
        .withSites(2)
        .withClients(LIGHT);
  }

  /** The thesis fetches so many rows at a time. */
  private static Experiment sizesOfChunks() {
    return new Experiment(
        "wildebeest-5-10",
        "YCSB with ten accesses while all records move to an empty site in chunks",
        "measure",
        List.of(allRecords("YCSB", SATURATING)),
        Contest.CHUNKS,
        METRICS,
        List.of(),
        List.of(
            PRICES,
            SAVED,
            "Chunks are partitions that squall pulls together (migration.chunk_bytes), without a pause between them; the thesis fetches batches of rows.",
            "A transaction has ten accesses of one partition, 95 % of them reads; 240 clients keep the first site busy."));
  }

  /** DrTM+B's figure 17 has a copy that disturbs, and others that do not. */
  private static Experiment paceOfCopies() {
    return new Experiment(
        "drtmb-17",
        "YCSB with ten accesses while all records are copied to an empty site, by its pace",
        "measure",
        List.of(allRecords("YCSB", MEDIUM)),
        Contest.COPIES,
        METRICS,
        List.of(),
        List.of(
            PRICES,
            SAVED,
            "The paper copies from the primary, from one backup and from three; here one site holds the rows, and the pace (migration.bytes_per_second) decides.",
            "Forty clients call as fast as answers come."));
  }

  private static Point allRecords(String label, int clients) {
    return Point.of(label, new Accesses(1_000, 0, 95, 0, 100, AccessOptions.USUAL_SIZE))
        .withSites(2)
        .withClients(clients);
  }

  private static Experiment skew() {
    return new Experiment(
        "drtmb-2",
        "TPC-C by the skew of its warehouses, where nothing moves",
        "skew",
        List.of(skewed("none", 0), skewed("low", LOW_CROWD), skewed("high", HIGH_CROWD)),
        Contest.SKEW,
        List.of(Metric.THROUGHPUT),
        List.of(fallsBy("low", 3.3), fallsBy("high", 10)),
        List.of(
            "12 warehouses at three sites; the four of one site have two thirds (low) or seven eighths (high) of the terminals. The paper has 192 at six nodes, and Zipf's law.",
            "DynaMast stands for what the paper's plan is to reach."));
  }

  private static Point skewed(String label, int crowd) {
    return Point.of(label, new Tpcc(12, 50, 50, 0, 10, 1, crowd)).withClients(180);
  }

  private static PaperRatio fallsBy(String skew, double paper) {
    return new PaperRatio(
        "throughput without skew over that with " + skew + " skew",
        Cell.at(Line.PARTITION_STORE, "none"),
        Cell.at(Line.PARTITION_STORE, skew),
        paper,
        false);
  }

  private static Experiment tpcc(
      String id, String title, int crowd, List<PaperRatio> ratios, String size) {
    return new Experiment(
        id,
        title,
        "measure",
        List.of(Point.of("TPC-C", new Tpcc(12, 50, 50, 0, 10, 1, crowd)).withClients(180)),
        Contest.WAYS,
        METRICS,
        ratios,
        List.of(PRICES, SAVED, PULLS, size, FULL, FOUND));
  }

  private static Experiment bank(String id, String title, Bank bank, List<PaperRatio> ratios) {
    return new Experiment(
        id,
        title,
        "measure",
        List.of(Point.of("SmallBank", bank).withClients(240)),
        Contest.WAYS,
        METRICS,
        ratios,
        List.of(
            PRICES,
            SAVED,
            PULLS,
            "100,000 customers in the full form, at three sites; the paper has 19 million at six.",
            FULL));
  }

  private static Experiment allOfIt(
      String id, String title, int clients, String load, List<PaperRatio> ratios) {
    return ycsb(id, title, 100, clients, ratios, load);
  }

  private static Experiment oneToTwo() {
    return ycsb(
        "wildebeest-5-8",
        "YCSB with ten accesses while half of the records move from a full site to an empty one",
        50,
        SATURATING,
        List.of(
            onDemandOver(Way.FAILOVER, REACHED, 5 / 39.0),
            onDemandOver(Way.STOP, REACHED, 5 / 35.0)),
        "240 clients keep the first site busy all the time.");
  }

  private static Experiment ycsb(
      String id, String title, int moved, int clients, List<PaperRatio> ratios, String load) {
    return new Experiment(
        id,
        title,
        "measure",
        List.of(
            Point.of("YCSB", new Accesses(1_000, 0, 95, 0, moved, AccessOptions.USUAL_SIZE))
                .withSites(2)
                .withClients(clients)),
        Contest.WAYS,
        METRICS,
        ratios,
        List.of(
            PRICES,
            SAVED,
            "A transaction has ten accesses of one partition, 95 % of them reads; the thesis has single rows.",
            "Calls that read go on while a range is stopped; the thesis stops them, too.",
            load,
            "Virtual machines are left out."));
  }

  private static List<PaperRatio> overSquall(double moved, double during) {
    return List.of(
        ratio(Way.COPY, Way.SQUALL, MOVED, moved), ratio(Way.COPY, Way.SQUALL, DURING, during));
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
