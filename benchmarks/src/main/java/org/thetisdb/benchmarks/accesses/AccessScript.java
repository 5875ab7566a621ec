package org.thetisdb.benchmarks.accesses;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.driver.script.Zipf;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;

/** One client. */
final class AccessScript implements Script {
  static final int ACCESS = 0;
  static final int READ = 1;
  private static final int CHANGE = 1;
  private static final int ALL = 100;

  /** Makes neighbours in popularity strangers in the table; prime. */
  private static final long SCATTER = 1_000_003;

  private final AccessOptions options;
  private final Zipf ranks;
  private final Weights weights;
  private final RandomGenerator random;
  private final AccessYcsb.Counts counts;
  private final Observations witness;
  private int changed;
  private boolean isRefused;

  AccessScript(
      AccessOptions options,
      Zipf ranks,
      RandomGenerator random,
      Observations witness,
      AccessYcsb.Counts counts) {
    this.options = options;
    this.ranks = ranks;
    this.weights = options.weights();
    this.random = random;
    this.witness = witness;
    this.counts = counts;
  }

  @Override
  public void next(NextCall call) {
    List<Long> keys = keys();
    List<Long> read = new ArrayList<>(options.size().accesses());
    List<Long> changes = new ArrayList<>(options.size().accesses());
    for (long key : keys) {
      (weights.choose(random) == CHANGE ? changes : read).add(key);
    }
    changed = changes.size();
    isRefused =
        options.refusedPercent() > 0
            && changed > 0
            && random.nextInt(ALL) < options.refusedPercent();
    if (isRefused) {
      changes.set(changed - 1, AccessCells.refused(changes.get(changed - 1)));
    }
    if (changed == 0) {
      call.set(READ, "ReadCells", read);
    } else {
      boolean isGeneral = options.size().rounds() > 1 && !isRefused && isOfSeveral(keys);
      call.set(ACCESS, isGeneral ? "AccessCellsInRounds" : "AccessCells", read, changes);
    }
  }

  private static boolean isOfSeveral(List<Long> keys) {
    long first = RecordTable.partition(keys.get(0));
    return keys.stream().anyMatch(key -> RecordTable.partition(key) != first);
  }

  /** Different records, of one partition, of several, or of all. */
  private List<Long> keys() {
    boolean isAnywhere = options.crossPercent() == AccessOptions.ANYWHERE;
    boolean crosses = !isAnywhere && random.nextInt(100) < options.crossPercent();
    int partitions = isAnywhere ? 1 : options.records() / AccessOptions.PARTITION_RECORDS;
    int base = random.nextInt(partitions);
    List<Long> keys = new ArrayList<>(options.size().accesses());
    while (keys.size() < options.size().accesses()) {
      int partition = crosses && !keys.isEmpty() ? otherThan(base, partitions) : base;
      long key =
          (long) partition * options.stride() * AccessOptions.PARTITION_RECORDS
              + ranks.next(random) * SCATTER % options.choices();
      if (!keys.contains(key)) {
        keys.add(key);
      }
    }
    return keys;
  }

  private int otherThan(int base, int partitions) {
    return (base + 1 + random.nextInt(partitions - 1)) % partitions;
  }

  @Override
  public void ended(NextCall call, CallOutcome outcome) {
    if (outcome.isCommitted() && isRefused) {
      witness.impossible(call.procedure() + " has committed what it refuses");
    } else if (outcome.isCommitted()) {
      witness.ended(call.type(), Ending.COMMITTED);
      counts.certain().add(changed);
      if ((Long) outcome.result() != options.size().accesses()) {
        witness.impossible(
            "%d accesses met %s records".formatted(options.size().accesses(), outcome.result()));
      }
    } else if (outcome.isUnknown()) {
      witness.ended(call.type(), Ending.UNKNOWN);
      counts.unknown().add(changed);
    } else if (isRefused && outcome.code() == ErrorCode.ABORTED_BY_PROCEDURE) {
      witness.ended(call.type(), Ending.ABORTED);
    } else if (outcome.code() == ErrorCode.ABORTED_BY_PROCEDURE) {
      witness.impossible(call.procedure() + " was refused: " + outcome.message());
    }
  }
}
