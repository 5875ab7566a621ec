package org.thetisdb.benchmarks.jmh;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CyclicBarrier;
import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * The operations of {@link RowStoreComparison} on a machine that others use, too: stores and
 * operations in turn, in short slices, by processor time of the thread. Prints medians with
 * quartiles and the bytes allocated for each operation. With two threads both run the same
 * operation on the same store at the same time, each on rows of its own.
 */
public final class StoresInTurn {
  private static final int OPERATIONS_PER_SLICE = 10_000;
  private static final int WARM_UP_ROUNDS = 30;
  private static final int ROUNDS = 60;
  private static final int SCANNED = 50;

  private final ThreadMXBean clock = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final List<ComparedStore> stores = new ArrayList<>();
  private final List<Case> cases = new ArrayList<>();
  private final int threads;
  private final CyclicBarrier barrier;
  private volatile int sink;

  private StoresInTurn(String shape, int threads) {
    this.threads = threads;
    this.barrier = new CyclicBarrier(threads);
    for (StoreEngine engine : StoreEngine.values()) {
      ComparedStore rows = new ComparedStore();
      rows.shape = shape;
      rows.engine = engine;
      rows.load();
      stores.add(rows);
    }
    for (Work work : Work.values()) {
      for (ComparedStore rows : stores) {
        cases.add(new Case(work, rows, threads));
      }
    }
  }

  /** Takes rows and their size, such as {@code 2000000x100}, and the number of threads. */
  public static void main(String[] arguments) throws Exception {
    String shape = arguments.length > 0 ? arguments[0] : "100000x100";
    int threads = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
    StoresInTurn comparison = new StoresInTurn(shape, threads);
    comparison.run();
    comparison.print(shape);
  }

  private void run() throws Exception {
    Thread[] crew = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int own = i;
      crew[i] = new Thread(() -> runAll(own), "slice-" + i);
      crew[i].start();
    }
    for (Thread thread : crew) {
      thread.join();
    }
  }

  private void runAll(int thread) {
    Hand hand = new Hand(thread, threads);
    for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
      for (Case each : cases) {
        await();
        slice(each, hand, round);
      }
    }
  }

  private void await() {
    try {
      barrier.await();
    } catch (Exception broken) {
      throw new IllegalStateException("a thread of the measurement has ended", broken);
    }
  }

  private void slice(Case each, Hand hand, int round) {
    long thread = Thread.currentThread().getId();
    int units = each.work.units;
    long allocated = clock.getThreadAllocatedBytes(thread);
    long begun = clock.getCurrentThreadCpuTime();
    int result = 0;
    for (int i = 0; i < OPERATIONS_PER_SLICE / units; i++) {
      result += each.work.operation.run(each.rows, hand);
    }
    long cpuNs = clock.getCurrentThreadCpuTime() - begun;
    sink = result;
    if (round >= 0) {
      int at = round * threads + hand.thread;
      each.nsPerOperation[at] = cpuNs / (double) OPERATIONS_PER_SLICE;
      each.bytesPerOperation[at] =
          (clock.getThreadAllocatedBytes(thread) - allocated) / (double) OPERATIONS_PER_SLICE;
    }
  }

  private void print(String shape) {
    System.out.printf("%s, %d threads, %d rounds (%d)%n", shape, threads, ROUNDS, sink & 1);
    for (Case each : cases) {
      System.out.printf(
          Locale.ROOT,
          "%-18s %-10s %6.0f ns (%.0f to %.0f) %8.1f bytes%n",
          each.work.text,
          each.rows.engine.name().toLowerCase(Locale.ROOT),
          quantile(each.nsPerOperation, 0.5),
          quantile(each.nsPerOperation, 0.25),
          quantile(each.nsPerOperation, 0.75),
          quantile(each.bytesPerOperation, 0.5));
    }
  }

  private static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) (share * (sorted.length - 1))];
  }

  private static int get(ComparedStore rows, Hand hand) {
    rows.store.read(rows.keys[hand.next(rows.count)], Snapshot.EVERYTHING, hand.version);
    return hand.version.bytes()[0];
  }

  private static int update(ComparedStore rows, Hand hand) {
    return rows.install(hand.next(rows.count), 1, Snapshot.EVERYTHING);
  }

  private static int refresh(ComparedStore rows, Hand hand) {
    hand.position++;
    return rows.install(hand.next(rows.count), hand.position, hand.before);
  }

  private static int insertAndRemove(ComparedStore rows, Hand hand) {
    RowKey key =
        new RowKey(
            ComparedStore.TABLE, RowShape.keyBytes(((hand.thread + 2L) << 40) + hand.inserted++));
    long stamp = Stamp.of(1, 1, 1);
    rows.store.install(key, stamp, 1, rows.row, 0, rows.row.length, Snapshot.EVERYTHING);
    rows.store.install(key, stamp, 1, null, 0, 0, Snapshot.EVERYTHING);
    return rows.store.collect(Snapshot.EVERYTHING, 1, 0);
  }

  private static int scan(ComparedStore rows, Hand hand) {
    int[] scanned = {0};
    rows.store.scan(
        ComparedStore.TABLE,
        rows.keys[hand.next(rows.count)].bytes(),
        null,
        false,
        Snapshot.EVERYTHING,
        (key, version) -> ++scanned[0] < SCANNED);
    return scanned[0];
  }

  private static int passDeleted(ComparedStore rows, Hand hand) {
    int[] scanned = {0};
    rows.queue.scan(
        ComparedStore.TABLE,
        ComparedStore.BEGINNING,
        null,
        false,
        Snapshot.EVERYTHING,
        (key, version) -> ++scanned[0] < 1);
    return scanned[0];
  }

  /** What is measured; {@code units} rows in one operation. The operations keep nothing. */
  @SuppressWarnings("ImmutableEnumChecker")
  private enum Work {
    GET("get", 1, StoresInTurn::get),
    UPDATE("update", 1, StoresInTurn::update),
    REFRESH("refresh", 1, StoresInTurn::refresh),
    INSERT("insert and remove", 1, StoresInTurn::insertAndRemove),
    SCAN("scan, a row", SCANNED, StoresInTurn::scan),
    PASS("pass a deleted row", ComparedStore.DELETED, StoresInTurn::passDeleted);

    private final String text;
    private final int units;
    private final Operation operation;

    Work(String text, int units, Operation operation) {
      this.text = text;
      this.units = units;
      this.operation = operation;
    }
  }

  /** One operation. */
  private interface Operation {
    int run(ComparedStore rows, Hand hand);
  }

  /** What one thread uses again and again. */
  private static final class Hand {
    private final RowVersion version = new RowVersion();
    private final int thread;
    private final int threads;
    private int last;
    private long inserted;
    private long position = 1;
    private final Snapshot before = (stamp, seen) -> seen < position;

    Hand(int thread, int threads) {
      this.thread = thread;
      this.threads = threads;
    }

    int next(int count) {
      last = last + 1 < count / threads ? last + 1 : 0;
      return last * threads + thread;
    }
  }

  private static final class Case {
    private final Work work;
    private final ComparedStore rows;
    private final double[] nsPerOperation;
    private final double[] bytesPerOperation;

    Case(Work work, ComparedStore rows, int threads) {
      this.work = work;
      this.rows = rows;
      this.nsPerOperation = new double[ROUNDS * threads];
      this.bytesPerOperation = new double[ROUNDS * threads];
    }
  }
}
