package org.thetisdb.benchmarks.accesses;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.benchmarks.driver.script.Zipf;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.runtime.ProcedureJar;

/**
 * The thesis' YCSB. Invariants: all records are there and whole; they count one change for each
 * that was acknowledged; a transaction meets all its records.
 */
public final class AccessYcsb implements Workload {
  /** The name in commands and results. */
  public static final String NAME = "ycsb-accesses";

  /** How many weights there are: reads and changes, among the accesses. */
  public static final int ACCESS_TYPES = 2;

  private final AccessOptions options;
  private final Zipf ranks;
  private final Observations witness = new Observations(2);
  private final Counts counts = new Counts(new LongAdder(), new LongAdder());

  /** Changes that were acknowledged, and those of which nobody knows. */
  record Counts(LongAdder certain, LongAdder unknown) {}

  /** A table that is to be loaded. */
  public AccessYcsb(AccessOptions options) {
    this.options = options;
    this.ranks = new Zipf(options.choices(), options.skew());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> types() {
    return List.of("Access", "Read");
  }

  @Override
  public ProcedureJar procedures() {
    Procedure[] all = {
      new LoadCells(), new AccessCells(), new AccessCellsInRounds(), new ReadCells(), new SumCells()
    };
    return ProcedureJar.of(NAME, 1, all);
  }

  @Override
  public byte[] jar() {
    return ProcedureJar.pack(
        RecordTable.class,
        LoadCells.class,
        AccessCells.class,
        AccessCellsInRounds.class,
        ReadCells.class,
        SumCells.class);
  }

  @Override
  public LoadPlan loadPlan() {
    return new LoadPlan() {
      @Override
      public String procedure() {
        return "LoadCells";
      }

      @Override
      public int calls() {
        return options.records() / RecordTable.PER_CALL;
      }

      @Override
      public Object[] arguments(int call) {
        return new Object[] {options.group(call), options.size().fieldChars()};
      }
    };
  }

  @Override
  public Script script(int client, int clients, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + client);
    return new AccessScript(options, ranks, random, witness, counts);
  }

  @Override
  public String check(Caller caller) {
    if (!witness.impossible().isEmpty()) {
      return witness.impossible();
    }
    long whole = 0;
    long changes = 0;
    for (int group = 0; group < options.records() / RecordTable.PER_CALL; group++) {
      List<?> sums = (List<?>) caller.call("SumCells", options.group(group));
      whole += (Long) sums.get(0);
      changes += (Long) sums.get(1);
    }
    if (whole != options.records()) {
      return "%d whole records should be there, but %d are".formatted(options.records(), whole);
    }
    long least = counts.certain().sum();
    long most = least + counts.unknown().sum();
    return changes >= least && changes <= most
        ? BenchResult.OK
        : "records should count %d changes, but count %d".formatted(least, changes);
  }
}
