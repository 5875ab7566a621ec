package org.thetisdb.benchmarks.kv;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.engine.HostedEngine;
import org.thetisdb.procedures.runtime.ProcedureJar;

/** The thesis' microbenchmark. Invariant: the counters add up to what was acknowledged. */
public final class KeyValue implements Workload {
  /** The name in commands and results. */
  public static final String NAME = "kv";

  static final String ENGINE = "CounterStore";
  private static final byte[] METADATA = {};

  private final KeyValueOptions options;
  private final Observations witness = new Observations(2);
  private final Counts counts = new Counts(new LongAdder(), new LongAdder());

  /** Changes that were acknowledged, and those of which nobody knows. */
  record Counts(LongAdder certain, LongAdder unknown) {}

  /** A store that is to be made. */
  public KeyValue(KeyValueOptions options) {
    this.options = options;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> types() {
    return List.of("One", "Two");
  }

  @Override
  public byte[] jar() {
    return ProcedureJar.pack(CounterStore.class, CounterOps.class);
  }

  @Override
  public ProcedureJar procedures() {
    List<Procedure> all = HostedEngine.procedures(ENGINE, CounterStore::new);
    return ProcedureJar.of(NAME, 1, all.toArray(Procedure[]::new));
  }

  @Override
  public LoadPlan loadPlan() {
    return new LoadPlan() {
      @Override
      public String procedure() {
        return ENGINE + "_change";
      }

      @Override
      public int calls() {
        return 1;
      }

      @Override
      public Object[] arguments(int call) {
        return new Object[] {(long) options.partitions(), 0L, METADATA};
      }
    };
  }

  @Override
  public Script script(int client, int clients, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + client);
    return new KeyValueScript(options, client, random, witness, counts);
  }

  @Override
  public String check(Caller caller) {
    if (!witness.impossible().isEmpty()) {
      return witness.impossible();
    }
    long sum = 0;
    for (long partition = 0; partition < options.partitions(); partition++) {
      sum += CounterOps.value(caller.call(ENGINE, partition, CounterOps.sum(), -1L));
    }
    long least = counts.certain().sum() * KeyValueOptions.KEYS;
    long most = least + counts.unknown().sum() * KeyValueOptions.KEYS;
    return sum >= least && sum <= most
        ? BenchResult.OK
        : "counters should add up to %d, but add up to %d".formatted(least, sum);
  }
}
