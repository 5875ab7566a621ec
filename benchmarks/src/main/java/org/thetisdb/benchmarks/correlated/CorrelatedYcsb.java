package org.thetisdb.benchmarks.correlated;

import java.util.List;
import java.util.SplittableRandom;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.benchmarks.driver.script.Zipf;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.runtime.ProcedureJar;

/**
 * The paper's YCSB. Invariants: all records are there and whole; they count three changes for each
 * acknowledged update; a scan meets each record of its partitions.
 */
public final class CorrelatedYcsb implements Workload {
  /** The name in commands and results. */
  public static final String NAME = "ycsb-correlated";

  /** The name of its one table. */
  public static final String TABLE = Records.TABLE_NAME;

  /** How many weights there are: ReadModifyWrite, Scan. */
  public static final int TRANSACTIONS = 2;

  private static final int CHANGES_PER_UPDATE = 3;
  private static final long SHUFFLE_SEED = 36;

  private final CorrelatedOptions options;
  private final Zipf places;
  private final PartitionOrder order;
  private final Observations witness = new Observations(TRANSACTIONS);

  /** A table that is to be loaded. */
  public CorrelatedYcsb(CorrelatedOptions options) {
    this.options = options;
    this.places = new Zipf(options.partitions(), options.skew());
    this.order = new PartitionOrder(options.partitions(), options.shuffleAfterS(), SHUFFLE_SEED);
  }

  /** Makes other partitions neighbours from now on, whatever the options say; once. */
  public void shuffle() {
    order.shuffle();
  }

  /** The partition that stands at a place of the present order: its neighbours are beside it. */
  public int partitionAt(int place) {
    return order.at(place);
  }

  /** The first record of a partition, by which its master can be found. */
  public static long firstRecord(int partition) {
    return (long) partition * Records.PER_PARTITION;
  }

  /** The partition of a record. */
  public static int partitionOf(long record) {
    return (int) (record / Records.PER_PARTITION);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> types() {
    return List.of("ReadModifyWrite", "Scan");
  }

  private static List<Procedure> all() {
    return List.of(
        new LoadRecords(), new ReadModifyWrite(), new ScanPartitions(), new SumChanges());
  }

  @Override
  public ProcedureJar procedures() {
    return ProcedureJar.of(NAME, 1, all().toArray(Procedure[]::new));
  }

  @Override
  public byte[] jar() {
    return ProcedureJar.pack(
        Records.class,
        LoadRecords.class,
        ReadModifyWrite.class,
        ScanPartitions.class,
        SumChanges.class);
  }

  @Override
  public LoadPlan loadPlan() {
    return new LoadPlan() {
      @Override
      public String procedure() {
        return "LoadRecords";
      }

      @Override
      public int calls() {
        return options.partitions();
      }

      @Override
      public Object[] arguments(int call) {
        return new Object[] {(long) call};
      }
    };
  }

  @Override
  public Script script(int client, int clients, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + client);
    return new CorrelatedScript(order, places, options, random, witness);
  }

  @Override
  public String check(Caller caller) {
    if (!witness.impossible().isEmpty()) {
      return witness.impossible();
    }
    long whole = 0;
    long changes = 0;
    for (long partition = 0; partition < options.partitions(); partition++) {
      List<?> sums = (List<?>) caller.call("SumChanges", partition);
      whole += (Long) sums.get(0);
      changes += (Long) sums.get(1);
    }
    long records = (long) options.partitions() * Records.PER_PARTITION;
    if (whole != records) {
      return "%d whole records should be there, but %d are".formatted(records, whole);
    }
    long least = CHANGES_PER_UPDATE * witness.certain(CorrelatedScript.READ_MODIFY_WRITE);
    long most = least + CHANGES_PER_UPDATE * witness.unknown(CorrelatedScript.READ_MODIFY_WRITE);
    return changes >= least && changes <= most
        ? BenchResult.OK
        : "records should count %d changes, but count %d".formatted(least, changes);
  }
}
