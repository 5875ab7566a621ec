package org.thetisdb.benchmarks.correlated;

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

/** One client, and those who take its place. */
final class CorrelatedScript implements Script {
  static final int READ_MODIFY_WRITE = 0;
  static final int SCAN = 1;

  /** Five trials of which each succeeds half of the time; three successes are the centre. */
  private static final int TRIALS = 5;

  private static final int CENTRE = 3;
  private static final int FEWEST_SCANNED = 2;
  private static final int MOST_SCANNED = 10;

  private final PartitionOrder order;
  private final Zipf places;
  private final Weights weights;
  private final int affinity;
  private final int group;
  private final RandomGenerator random;
  private final Observations witness;
  private int left;
  private int base;
  private long scanned;

  CorrelatedScript(
      PartitionOrder order,
      Zipf places,
      CorrelatedOptions options,
      RandomGenerator random,
      Observations witness) {
    this.order = order;
    this.places = places;
    this.weights = options.weights();
    this.affinity = options.affinity();
    this.group = options.group();
    this.random = random;
    this.witness = witness;
  }

  @Override
  public void next(NextCall call) {
    order.look(System.nanoTime());
    if (left == 0) {
      base = places.next(random);
      left = affinity;
    }
    left--;
    if (weights.choose(random) == SCAN) {
      scan(call);
    } else {
      update(call);
    }
  }

  private void scan(NextCall call) {
    int count = FEWEST_SCANNED + random.nextInt(MOST_SCANNED - FEWEST_SCANNED + 1);
    List<Long> partitions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      partitions.add((long) order.at(base + i));
    }
    scanned = (long) count * Records.PER_PARTITION;
    call.set(SCAN, "ScanPartitions", partitions);
  }

  private void update(NextCall call) {
    long first = keyAt(base);
    long second = first;
    while (second == first) {
      second = keyAt(neighbour());
    }
    long third = first;
    while (third == first || third == second) {
      third = keyAt(neighbour());
    }
    call.set(READ_MODIFY_WRITE, "ReadModifyWrite", first, second, third);
  }

  private long keyAt(int place) {
    return (long) order.at(place) * Records.PER_PARTITION + random.nextInt(Records.PER_PARTITION);
  }

  private int neighbour() {
    if (group > 0) {
      return base / group * group + random.nextInt(group);
    }
    return base + Integer.bitCount(random.nextInt(1 << TRIALS)) - CENTRE;
  }

  @Override
  public void ended(NextCall call, CallOutcome outcome) {
    if (outcome.isCommitted()) {
      witness.ended(call.type(), Ending.COMMITTED);
      if (call.type() == SCAN && (Long) outcome.result() != scanned) {
        witness.impossible("a scan of " + scanned + " records met " + outcome.result());
      }
    } else if (outcome.isUnknown()) {
      witness.ended(call.type(), Ending.UNKNOWN);
    } else if (outcome.code() == ErrorCode.ABORTED_BY_PROCEDURE) {
      witness.impossible(call.procedure() + " was refused: " + outcome.message());
    }
  }
}
