package org.thetisdb.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.accesses.AccessOptions;
import org.thetisdb.benchmarks.accesses.AccessYcsb;
import org.thetisdb.benchmarks.correlated.CorrelatedOptions;
import org.thetisdb.benchmarks.correlated.CorrelatedYcsb;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.smallbank.SmallBank;
import org.thetisdb.benchmarks.smallbank.SmallBankOptions;
import org.thetisdb.benchmarks.tpcc.TpccOptions;
import org.thetisdb.benchmarks.tpcc.procedure.TpccProcedures;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.lab.experiment.Reconfiguration.RangeMove;

/** A workload of the paper with its parameters, apart from its size. Immutable values. */
public sealed interface WorkloadSpec {
  /** A workload for one run. */
  Workload open(ExperimentLength form);

  /** What it is, for people, with its size. */
  String describe(ExperimentLength form);

  /** The paper's weights for Equation 8 in this workload: a value of the setting strategy. */
  String paperStrategy();

  /**
   * Settings with which masters that stay are where the paper has them: what Schism found is hash
   * if nothing else is said.
   */
  default Map<String, String> papersMasters(ExperimentLength form, int sites) {
    return Map.of();
  }

  /** What moves in the midst of a run, where an experiment is about that. */
  default Reconfiguration reconfiguration(ExperimentLength form, int sites) {
    return Reconfiguration.NONE;
  }

  /** The same with data for so many sites in place of others, where data belong to sites. */
  default WorkloadSpec scaled(int newSites, int sites) {
    return this;
  }

  /** Seconds that starting a cluster, loading and checking take beside the run, about. */
  int overheadS(ExperimentLength form);

  /**
   * The paper's YCSB (Appendix B).
   *
   * @param partitions of a hundred records each, in the full form
   * @param skew exponent of Zipf's law; 0 chooses all alike
   * @param updatePercent read-modify-writes; the others are scans
   * @param affinity transactions of a client with one base partition
   * @param isShuffled whether neighbours are others than the order of the keys says
   */
  record Ycsb(int partitions, double skew, int updatePercent, int affinity, boolean isShuffled)
      implements WorkloadSpec {
    private static final int PARTITION_RECORDS = 100;

    @Override
    public Workload open(ExperimentLength form) {
      return new CorrelatedYcsb(
          new CorrelatedOptions(
              sized(form),
              skew,
              Weights.of(updatePercent, 100 - updatePercent),
              affinity,
              isShuffled ? 0 : -1));
    }

    private int sized(ExperimentLength form) {
      return Math.max(CorrelatedOptions.FEWEST_PARTITIONS, partitions / form.sizeDivisor());
    }

    @Override
    public String describe(ExperimentLength form) {
      return "%s, %d %% read-modify-writes of 3 records and %d %% scans of 2 to 10 partitions, %s, %,d records, %d transactions of a client with one base%s"
          .formatted(
              CorrelatedYcsb.NAME,
              updatePercent,
              100 - updatePercent,
              skew == 0 ? "bases drawn alike" : "bases drawn by Zipf's law with " + skew,
              sized(form) * PARTITION_RECORDS,
              affinity,
              isShuffled ? ", neighbours in shuffled order" : "");
    }

    @Override
    public String paperStrategy() {
      return "paper-ycsb";
    }

    /** As many neighbouring keys at each site (section 6.2.1). */
    @Override
    public Map<String, String> papersMasters(ExperimentLength form, int sites) {
      int keys = sized(form) * PARTITION_RECORDS;
      return Map.of(
          BasicSettings.PARTITION_STORE_PLACEMENT.name(),
          "range",
          BasicSettings.PARTITION_KEYS.name(),
          Integer.toString((keys + sites - 1) / sites));
    }

    @Override
    public int overheadS(ExperimentLength form) {
      return 12 + sized(form) / 500;
    }
  }

  /**
   * The YCSB of the thesis about STAR and Aria: ten accesses.
   *
   * @param thousands of records, in the full form; a thousand are a partition
   * @param skew exponent of Zipf's law; 0 chooses all alike
   * @param readPercent reads among the accesses
   * @param crossPercent transactions that meet several partitions, in percent; {@link
   *     AccessOptions#ANYWHERE} has each access fall wherever it does
   * @param atSite1 whether all records are at site 1 at first, and half of them move to site 2
   */
  record Accesses(int thousands, double skew, int readPercent, int crossPercent, boolean atSite1)
      implements WorkloadSpec {
    private static final int RECORDS = 1_000;

    /** Of two sites the first has each second partition. */
    private static final int SITES_OF_ONE = 2;

    /** Partitions are dealt out over the sites. */
    public Accesses(int thousands, double skew, int readPercent, int crossPercent) {
      this(thousands, skew, readPercent, crossPercent, false);
    }

    /** As Aria has it: 80 % reads, wherever they fall. */
    public Accesses(int thousands, double skew) {
      this(thousands, skew, 80, AccessOptions.ANYWHERE);
    }

    @Override
    public Workload open(ExperimentLength form) {
      return new AccessYcsb(
          new AccessOptions(
              sized(form) * RECORDS,
              skew,
              Weights.of(readPercent, 100 - readPercent),
              crossPercent,
              atSite1 ? SITES_OF_ONE : 1));
    }

    /** The upper half of the partitions. */
    @Override
    public Reconfiguration reconfiguration(ExperimentLength form, int sites) {
      if (!atSite1) {
        return Reconfiguration.NONE;
      }
      int all = sized(form) * SITES_OF_ONE;
      String range = "access_records:" + all / 2 + ".." + (all - 1);
      return new Reconfiguration(List.of(new RangeMove(range, 2)), List.of());
    }

    @Override
    public Map<String, String> papersMasters(ExperimentLength form, int sites) {
      return atSite1 ? Map.of(BasicSettings.PARTITION_KEYS.name(), "1") : Map.of();
    }

    @Override
    public WorkloadSpec scaled(int newSites, int sites) {
      return new Accesses(thousands * newSites / sites, skew, readPercent, crossPercent, atSite1);
    }

    private int sized(ExperimentLength form) {
      return Math.max(
          crossPercent == AccessOptions.ANYWHERE ? 1 : 2, thousands / form.sizeDivisor());
    }

    @Override
    public String describe(ExperimentLength form) {
      return "%s, 10 accesses, %d %% of them reads, %s, %,d records%s"
          .formatted(
              AccessYcsb.NAME,
              readPercent,
              skew == 0 ? "drawn alike" : "drawn by Zipf's law with " + skew,
              sized(form) * RECORDS,
              crossPercent == AccessOptions.ANYWHERE
                  ? ""
                  : " in partitions of a thousand, %d %% of the transactions meet several"
                      .formatted(crossPercent));
    }

    @Override
    public String paperStrategy() {
      return "paper-ycsb";
    }

    @Override
    public int overheadS(ExperimentLength form) {
      return 12 + sized(form) / 50;
    }
  }

  /**
   * TPC-C by procedures.
   *
   * @param newOrder percent
   * @param payment percent
   * @param stockLevel percent
   * @param remoteOrders percent of the orders that meet two warehouses; {@link TpccOptions#BY_LINE}
   *     as the specification has it
   * @param remotePayments percent of the payments that meet two warehouses
   * @param isCrowded whether two thirds of the terminals are at the third of the warehouses that
   *     the second of three sites masters at first, and half of those move to the others
   */
  record Tpcc(
      int warehouses,
      int newOrder,
      int payment,
      int stockLevel,
      int remoteOrders,
      int remotePayments,
      boolean isCrowded)
      implements WorkloadSpec {
    private static final int CROWD = 3;
    private static final List<String> OF_WAREHOUSES =
        List.of(
            "tpcc_warehouse",
            "tpcc_district",
            "tpcc_customer",
            "tpcc_customer_by_name",
            "tpcc_history",
            "tpcc_new_order",
            "tpcc_orders",
            "tpcc_orders_by_customer",
            "tpcc_order_line",
            "tpcc_stock");

    /** All warehouses have as many terminals. */
    public Tpcc(
        int warehouses,
        int newOrder,
        int payment,
        int stockLevel,
        int remoteOrders,
        int remotePayments) {
      this(warehouses, newOrder, payment, stockLevel, remoteOrders, remotePayments, false);
    }

    /** Warehouses deal with each other as the specification has it. */
    public Tpcc(int warehouses, int newOrder, int payment, int stockLevel) {
      this(
          warehouses,
          newOrder,
          payment,
          stockLevel,
          TpccOptions.BY_LINE,
          TpccOptions.USUAL_REMOTE_PAYMENTS);
    }

    @Override
    public WorkloadSpec scaled(int newSites, int sites) {
      return new Tpcc(
          warehouses * newSites / sites,
          newOrder,
          payment,
          stockLevel,
          remoteOrders,
          remotePayments,
          isCrowded);
    }

    @Override
    public Workload open(ExperimentLength form) {
      return new TpccProcedures(options(form));
    }

    private TpccOptions options(ExperimentLength form) {
      return new TpccOptions(
              warehouses,
              Math.min(TpccOptions.MOST_SHRINK, form.sizeDivisor()),
              Weights.of(newOrder, payment, 0, 0, stockLevel))
          .withRemote(remoteOrders, remotePayments)
          .crowded(isCrowded ? CROWD : 0);
    }

    /** Each second of the crowded warehouses, in turn to the two sites that have none. */
    @Override
    public Reconfiguration reconfiguration(ExperimentLength form, int sites) {
      if (!isCrowded) {
        return Reconfiguration.NONE;
      }
      List<RangeMove> moves = new ArrayList<>();
      int crowded = 0;
      for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
        if (options(form).isCrowded(warehouse) && crowded++ % 2 == 0) {
          int to = moves.size() / OF_WAREHOUSES.size() % 2 == 0 ? CROWD : 1;
          for (String table : OF_WAREHOUSES) {
            moves.add(new RangeMove(table + ":" + warehouse + ".." + warehouse, to));
          }
        }
      }
      return new Reconfiguration(moves, List.of("tpcc_item"));
    }

    @Override
    public String describe(ExperimentLength form) {
      return "tpcc, %d %% NewOrder, %d %% Payment, %d %% StockLevel, %d warehouses, %s, %d %% of the payments meet two warehouses%s"
          .formatted(
              newOrder,
              payment,
              stockLevel,
              warehouses,
              remoteOrders == TpccOptions.BY_LINE
                  ? "1 % of the order lines come from another one"
                  : remoteOrders + " % of the orders meet two",
              remotePayments,
              form.sizeDivisor() == 1
                  ? ""
                  : ", customers, orders and items divided by " + form.sizeDivisor());
    }

    @Override
    public String paperStrategy() {
      return "paper-tpcc";
    }

    /** By warehouse. */
    @Override
    public Map<String, String> papersMasters(ExperimentLength form, int sites) {
      return Map.of(BasicSettings.PARTITION_KEYS.name(), "1");
    }

    @Override
    public int overheadS(ExperimentLength form) {
      return 14 + 16 * warehouses / form.sizeDivisor();
    }
  }

  /**
   * SmallBank: two-row updates 40 %, one-row updates 45 %, balances 15 %.
   *
   * @param accounts customers in the full form
   */
  record Bank(int accounts) implements WorkloadSpec {
    @Override
    public Workload open(ExperimentLength form) {
      return new SmallBank(SmallBankOptions.ofAccounts(sized(form)));
    }

    private int sized(ExperimentLength form) {
      return Math.max(1_000, accounts / form.sizeDivisor());
    }

    @Override
    public String describe(ExperimentLength form) {
      return "smallbank with its usual weights, %,d customers".formatted(sized(form));
    }

    @Override
    public String paperStrategy() {
      return "paper-smallbank";
    }

    @Override
    public int overheadS(ExperimentLength form) {
      return 12 + sized(form) / 50_000;
    }
  }
}
