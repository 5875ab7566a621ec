package org.thetisdb.benchmarks.listappend;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.client.CallOutcome;

/** One client: draws transactions, and records how they ended. */
final class ListAppendScript implements Script {
  static final List<String> TYPES = List.of("AppendAndRead", "ReadLists", "AppendUnplanned");
  private static final int APPEND_AND_READ = 0;
  private static final int READ_LISTS = 1;
  private static final int APPEND_UNPLANNED = 2;

  private final ListAppendOptions options;
  private final int client;
  private final long firstKey;
  private final KeyWindow keys;
  private final RandomGenerator random;
  private final Recorder recorder;
  private final LongSupplier clockNs;
  private List<Long> operations = List.of();
  private boolean recorded;
  private long index;
  private long beginNs;

  ListAppendScript(
      ListAppendOptions options,
      int client,
      long firstKey,
      KeyWindow keys,
      RandomGenerator random,
      Recorder recorder,
      LongSupplier clockNs) {
    this.options = options;
    this.client = client;
    this.firstKey = firstKey;
    this.keys = keys;
    this.random = random;
    this.recorder = recorder;
    this.clockNs = clockNs;
  }

  @Override
  public void next(NextCall call) {
    recorded = recorder.mayBegin();
    int type = recorded ? drawType() : READ_LISTS;
    operations = drawOperations(type);
    call.set(type, TYPES.get(type), type == READ_LISTS ? keysOf(operations) : operations);
    beginNs = clockNs.getAsLong();
  }

  private int drawType() {
    int percent = random.nextInt(100);
    if (percent < options.readOnlyPercent()) {
      return READ_LISTS;
    }
    boolean unplanned = percent < options.readOnlyPercent() + options.unplannedPercent();
    return unplanned ? APPEND_UNPLANNED : APPEND_AND_READ;
  }

  private List<Long> drawOperations(int type) {
    int count = 1 + random.nextInt(options.operations());
    List<Long> drawn = new ArrayList<>(2 * count);
    for (int i = 0; i < count; i++) {
      boolean append = type != READ_LISTS && random.nextBoolean();
      drawn.add(firstKey + (append ? keys.keyToAppend(random) : keys.keyToRead(random)));
      drawn.add(append ? keys.newElement() : Lists.READ);
    }
    return drawn;
  }

  private static List<Long> keysOf(List<Long> operations) {
    List<Long> keys = new ArrayList<>(operations.size() / 2);
    for (int i = 0; i < operations.size(); i += 2) {
      keys.add(operations.get(i));
    }
    return keys;
  }

  @Override
  public void ended(NextCall call, CallOutcome outcome) {
    long endNs = clockNs.getAsLong();
    if (recorded) {
      recorder.ended(client, index++, beginNs, endNs, operations, outcome);
    }
  }
}
