package org.thetisdb.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.accesses.AccessOptions;
import org.thetisdb.benchmarks.accesses.AccessOptions.Size;
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
   * @param moved how much moves to site 2 of the records, which are all at site 1 at first, in
   *     percent; 0 if partitions are dealt out over the sites
   * @param refusedPercent transactions that come to nothing, in percent
   * @param size of transactions and records
   */
  record Accesses(
      int thousands,
      double skew,
      int readPercent,
      int crossPercent,
      int moved,
      int refusedPercent,
      Size size)
      implements WorkloadSpec {
    private static final int RECORDS = 1_000;

    /** Of two sites the first has each second partition. */
    private static final int SITES_OF_ONE = 2;

    /** Partitions are dealt out over the sites. */
    public Accesses(int thousands, double skew, int readPercent, int crossPercent) {
      this(thousands, skew, readPercent, crossPercent, 0, AccessOptions.USUAL_SIZE);
    }

    /** All of them commit. */
    public Accesses(
        int thousands, double skew, int readPercent, int crossPercent, int moved, Size size) {
      this(thousands, skew, readPercent, crossPercent, moved, 0, size);
    }

    /** The same where some come to nothing. */
    public Accesses refusing(int percent) {
      return new Accesses(thousands, skew, readPercent, crossPercent, moved, percent, size);
    }

    /** The same where those of several partitions write what follows from all that they read. */
    public Accesses inTwoRounds() {
      return new Accesses(
          thousands, skew, readPercent, crossPercent, moved, refusedPercent, size.inTwoRounds());
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
              moved > 0 ? SITES_OF_ONE : 1,
              refusedPercent,
              size));
    }

    /** The upper ones of the partitions. */
    @Override
    public Reconfiguration reconfiguration(ExperimentLength form, int sites) {
      if (moved == 0) {
        return Reconfiguration.NONE;
      }
      int all = sized(form) * SITES_OF_ONE;
      int first = all * (100 - moved) / 100;
      String range = "access_records:" + first + ".." + (all - 1);
      return Reconfiguration.of(List.of(new RangeMove(range, 2)));
    }

    @Override
    public Map<String, String> papersMasters(ExperimentLength form, int sites) {
      return moved > 0 ? Map.of(BasicSettings.PARTITION_KEYS.name(), "1") : Map.of();
    }

    @Override
    public WorkloadSpec scaled(int newSites, int sites) {
      return new Accesses(
          thousands * newSites / sites,
          skew,
          readPercent,
          crossPercent,
          moved,
          refusedPercent,
          size);
    }

    private int sized(ExperimentLength form) {
      return Math.max(
          crossPercent == AccessOptions.ANYWHERE ? 1 : 2, thousands / form.sizeDivisor());
    }

    @Override
    public String describe(ExperimentLength form) {
      return "%s, %d accesses, %d %% of them reads, %s, %,d records%s%s%s"
          .formatted(
              AccessYcsb.NAME,
              size.accesses(),
              readPercent,
              skew == 0 ? "drawn alike" : "drawn by Zipf's law with " + skew,
              sized(form) * RECORDS,
              crossPercent == AccessOptions.ANYWHERE
                  ? ""
                  : " in partitions of a thousand, %d %% of the transactions meet several"
                      .formatted(crossPercent),
              size.rounds() == 1 ? "" : " and write what follows from all that they read",
              refusedPercent == 0 ? "" : ", %d %% come to nothing".formatted(refusedPercent));
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
   * @param crowd all terminals but each so manieth are at the third of the warehouses that the
   *     second of three sites masters at first, and half of those move to the others; 0 for no
   *     crowd
   * @param inFragments whether its procedures say which parts belong to which rows
   */
  record Tpcc(
      int warehouses,
      int newOrder,
      int payment,
      int stockLevel,
      int remoteOrders,
      int remotePayments,
      int crowd,
      boolean inFragments)
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
      this(warehouses, newOrder, payment, stockLevel, remoteOrders, remotePayments, 0, false);
    }

    /** All warehouses have as many terminals, unless some are crowded. */
    public Tpcc(
        int warehouses,
        int newOrder,
        int payment,
        int stockLevel,
        int remoteOrders,
        int remotePayments,
        int crowd) {
      this(warehouses, newOrder, payment, stockLevel, remoteOrders, remotePayments, crowd, false);
    }

    /** The same, whose procedures say which parts belong to which rows. */
    public Tpcc fragmented() {
      return new Tpcc(
          warehouses, newOrder, payment, stockLevel, remoteOrders, remotePayments, crowd, true);
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
          crowd,
          inFragments);
    }

    @Override
    public Workload open(ExperimentLength form) {
      return new TpccProcedures(options(form));
    }

    private TpccOptions options(ExperimentLength form) {
      TpccOptions options =
          new TpccOptions(
                  warehouses,
                  Math.min(TpccOptions.MOST_SHRINK, form.sizeDivisor()),
                  Weights.of(newOrder, payment, 0, 0, stockLevel))
              .withRemote(remoteOrders, remotePayments)
              .inFragments(inFragments);
      return crowd == 0 ? options : options.crowded(CROWD, crowd);
    }

    /** Each second of the crowded warehouses, in turn to the two sites that have none. */
    @Override
    public Reconfiguration reconfiguration(ExperimentLength form, int sites) {
      if (crowd == 0) {
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
      return new Reconfiguration(List.of(), moves, List.of("tpcc_item"));
    }

    @Override
    public String describe(ExperimentLength form) {
      return "tpcc%s, %d %% NewOrder, %d %% Payment, %d %% StockLevel, %d warehouses, %s, %d %% of the payments meet two warehouses%s"
          .formatted(
              inFragments ? " in fragments" : "",
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
   * SmallBank: two-row updates 40 %, one-row updates 45 %, balances 15 %. With a hot spot of its
   * own one in a hundred meets two customers; the second of three sites masters all of the hot spot
   * at first, and two thirds of it move to the others.
   *
   * @param accounts customers in the full form
   * @param hotPercent of the customers, in the hot spot; 0 for the usual one
   * @param hotChance of a hundred customers that are drawn so many are in it
   */
  record Bank(int accounts, int hotPercent, int hotChance) implements WorkloadSpec {
    private static final int CELL = 20;
    private static final Weights MOSTLY_ONE = Weights.of(0, 15, 28, 1, 28, 28);

    /** With its usual hot spot, wherever it is. */
    public Bank(int accounts) {
      this(accounts, 0, 0);
    }

    @Override
    public Workload open(ExperimentLength form) {
      SmallBankOptions usual = SmallBankOptions.ofAccounts(sized(form));
      return new SmallBank(
          hotPercent == 0
              ? usual
              : usual.withHotspot(hot(form), hotChance / 100.0).withMix(MOSTLY_ONE));
    }

    private int sized(ExperimentLength form) {
      return Math.max(1_000, accounts / form.sizeDivisor());
    }

    private int hot(ExperimentLength form) {
      return sized(form) * hotPercent / 100;
    }

    @Override
    public Reconfiguration reconfiguration(ExperimentLength form, int sites) {
      if (hotPercent == 0) {
        return Reconfiguration.NONE;
      }
      int third = hot(form) / 3 / CELL * CELL;
      List<RangeMove> before = new ArrayList<>();
      List<RangeMove> moves = new ArrayList<>();
      for (String table : List.of("account", "checking", "savings")) {
        before.add(new RangeMove(table + ":0.." + (hot(form) - 1), 2));
        moves.add(new RangeMove(table + ":0.." + (third - 1), 1));
        moves.add(new RangeMove(table + ":" + third + ".." + (2 * third - 1), 3));
      }
      return new Reconfiguration(before, moves, List.of());
    }

    @Override
    public Map<String, String> papersMasters(ExperimentLength form, int sites) {
      return hotPercent == 0
          ? Map.of()
          : Map.of(
              BasicSettings.PARTITION_STORE_PLACEMENT.name(),
              "range",
              BasicSettings.PARTITION_KEYS.name(),
              Integer.toString(CELL));
    }

    @Override
    public String describe(ExperimentLength form) {
      String customers = "%,d customers".formatted(sized(form));
      return hotPercent == 0
          ? "smallbank with its usual weights, " + customers
          : "smallbank with 1 %% of two customers, %s, %d %% of the draws among %d %% of them"
              .formatted(customers, hotChance, hotPercent);
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
