package org.thetisdb.benchmarks.jmh;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import org.thetisdb.store.RowVersion;

/**
 * Compares reads and writes of the row store with those of bare Chronicle Maps on a machine that
 * others use, too. All cases run in turn, in slices of some ten thousand operations, for many
 * rounds; what is counted is the processor time of the thread, so that time taken by others does
 * not count. Prints medians with quartiles, the median of the ratio within a round, and bytes
 * allocated for each operation.
 */
public final class BareMapComparison {
  private static final int OPERATIONS_PER_SLICE = 20_000;
  private static final int WARM_UP_ROUNDS = 60;
  private static final int ROUNDS = 200;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final StoredRows rows = new StoredRows();
  private final BareMaps maps = new BareMaps();
  private final BareMaps.Access access = new BareMaps.Access();
  private final RowVersion version = new RowVersion();
  private final Case[] cases = {
    new Case("bare get, byte arrays", place -> maps.getArray(place, access)),
    new Case("bare get, long keys", place -> maps.getLong(place, access)),
    new Case("store get", this::get),
    new Case("bare put, byte arrays", this::put),
    new Case("store install", this::install)
  };
  private int sink;

  private BareMapComparison(String shape) {
    rows.shape = shape;
    rows.versions = 1;
    rows.load();
    maps.shape = shape;
    maps.load();
  }

  /** Takes the number of rows and their size, such as {@code 1000000x100}. */
  public static void main(String[] arguments) {
    BareMapComparison comparison =
        new BareMapComparison(arguments.length > 0 ? arguments[0] : "1000000x100");
    comparison.run();
    comparison.print();
  }

  private int get(int place) {
    rows.store.read(rows.keys[place], rows.snapshot, version);
    return version.bytes()[version.length() - 1];
  }

  private int put(int place) {
    maps.putArray(place);
    return 0;
  }

  private int install(int place) {
    return rows.install(place, rows.row);
  }

  private void run() {
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (Case each : cases) {
        slice(each, round);
      }
    }
  }

  private void slice(Case each, int round) {
    long thread = Thread.currentThread().getId();
    int place = each.next;
    long allocated = threads.getThreadAllocatedBytes(thread);
    long begun = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < OPERATIONS_PER_SLICE; i++) {
      sink += each.operation.run(place);
      place = place + 1 < rows.count ? place + 1 : 0;
    }
    long cpuNs = threads.getCurrentThreadCpuTime() - begun;
    each.next = place;
    if (round >= 0) {
      each.nsPerOperation[round] = cpuNs / (double) OPERATIONS_PER_SLICE;
      each.allocatedBytes += threads.getThreadAllocatedBytes(thread) - allocated;
    }
  }

  private void print() {
    System.out.printf("%d rounds of %,d operations (%d)%n", ROUNDS, OPERATIONS_PER_SLICE, sink & 1);
    for (Case each : cases) {
      double[] ratios = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        ratios[round] = each.nsPerOperation[round] / cases[0].nsPerOperation[round];
      }
      System.out.printf(
          Locale.ROOT,
          "%-22s %5.0f ns (%.0f to %.0f)   %.2f of bare get (%.2f to %.2f)   %.2f bytes%n",
          each.name,
          quantile(each.nsPerOperation, 0.5),
          quantile(each.nsPerOperation, 0.25),
          quantile(each.nsPerOperation, 0.75),
          quantile(ratios, 0.5),
          quantile(ratios, 0.25),
          quantile(ratios, 0.75),
          each.allocatedBytes / ((double) ROUNDS * OPERATIONS_PER_SLICE));
    }
  }

  private static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) (share * (sorted.length - 1))];
  }

  /** One operation on the row at a place. */
  private interface Operation {
    int run(int place);
  }

  private static final class Case {
    private final String name;
    private final Operation operation;
    private final double[] nsPerOperation = new double[ROUNDS];
    private long allocatedBytes;
    private int next;

    Case(String name, Operation operation) {
      this.name = name;
      this.operation = operation;
    }
  }
}
