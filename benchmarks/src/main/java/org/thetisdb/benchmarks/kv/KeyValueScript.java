package org.thetisdb.benchmarks.kv;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;

/** One client, with counters of its own at each partition. */
final class KeyValueScript implements Script {
  private static final int ONE = 0;
  private static final int TWO = 1;

  /** What the partitions know since they were made. */
  private static final long METADATA_VERSION = 1;

  private final KeyValueOptions options;
  private final RandomGenerator random;
  private final Observations witness;
  private final KeyValue.Counts counts;
  private final byte[] whole;
  private final byte[] half;

  KeyValueScript(
      KeyValueOptions options,
      int client,
      RandomGenerator random,
      Observations witness,
      KeyValue.Counts counts) {
    this.options = options;
    this.random = random;
    this.witness = witness;
    this.counts = counts;
    this.whole = CounterOps.add(keys(client, KeyValueOptions.KEYS));
    this.half = CounterOps.add(keys(client, KeyValueOptions.KEYS / 2));
  }

  private static List<Long> keys(int client, int count) {
    List<Long> keys = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      keys.add((long) client * KeyValueOptions.KEYS + i);
    }
    return keys;
  }

  @Override
  public void next(NextCall call) {
    long partition = random.nextInt(options.partitions());
    if (random.nextInt(100) < options.crossPercent()) {
      long other =
          (partition + 1 + random.nextInt(options.partitions() - 1)) % options.partitions();
      call.set(
          TWO,
          KeyValue.ENGINE + "_round",
          List.of(partition, other),
          List.of(half, half),
          METADATA_VERSION);
    } else {
      call.set(ONE, KeyValue.ENGINE, partition, whole, METADATA_VERSION);
    }
  }

  @Override
  public void ended(NextCall call, CallOutcome outcome) {
    if (outcome.isCommitted()) {
      witness.ended(call.type(), Ending.COMMITTED);
      counts.certain().increment();
      if (changed(outcome.result()) != KeyValueOptions.KEYS) {
        witness.impossible("twelve changes met " + changed(outcome.result()) + " counters");
      }
    } else if (outcome.isUnknown()) {
      witness.ended(call.type(), Ending.UNKNOWN);
      counts.unknown().increment();
    } else if (outcome.code() == ErrorCode.ABORTED_BY_PROCEDURE) {
      witness.impossible(call.procedure() + " was refused: " + outcome.message());
    }
  }

  private static long changed(Object result) {
    return result instanceof List<?> all
        ? all.stream().mapToLong(CounterOps::value).sum()
        : CounterOps.value(result);
  }
}
