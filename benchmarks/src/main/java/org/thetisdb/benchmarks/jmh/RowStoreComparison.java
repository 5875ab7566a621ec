package org.thetisdb.benchmarks.jmh;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * The row stores beside each other: the same operations on the same rows. With {@code -t 2} two
 * threads share a store, each writing rows of its own.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx6g")
public class RowStoreComparison {
  private static final int SCANNED = 100;

  /** What one thread uses again and again. */
  @State(Scope.Thread)
  public static class Hand {
    final RowVersion version = new RowVersion();
    private int last = ThreadLocalRandom.current().nextInt(1 << 16);
    private long inserted;
    private long position = 1;

    /** Sees all but what is installed with it. */
    final Snapshot before = (stamp, seen) -> seen < position;

    private int scanned;

    /** The next key's place; each thread has every second one. */
    int next(int count, int thread, int threads) {
      last = last + 1 < count / threads ? last + 1 : 0;
      return last * threads + thread;
    }
  }

  /** Reads the newest version of a random row. */
  @Benchmark
  public byte get(ComparedStore rows, Hand hand, org.openjdk.jmh.infra.ThreadParams threads) {
    RowKey key = rows.keys[place(rows, hand, threads)];
    rows.store.read(key, Snapshot.EVERYTHING, hand.version);
    return hand.version.bytes()[0];
  }

  private static int place(
      ComparedStore rows, Hand hand, org.openjdk.jmh.infra.ThreadParams threads) {
    return hand.next(rows.count, threads.getThreadIndex(), threads.getThreadCount());
  }

  /** Replaces a random row; nobody needs what was there. */
  @Benchmark
  public int update(ComparedStore rows, Hand hand, org.openjdk.jmh.infra.ThreadParams threads) {
    return rows.install(place(rows, hand, threads), 1, Snapshot.EVERYTHING);
  }

  /** Replaces a random row; somebody still needs what is there, as with a refresh transaction. */
  @Benchmark
  public int refresh(ComparedStore rows, Hand hand, org.openjdk.jmh.infra.ThreadParams threads) {
    hand.position++;
    return rows.install(place(rows, hand, threads), hand.position, hand.before);
  }

  /** Adds a row with a rising key, and takes it away again so that memory lasts. */
  @Benchmark
  public int insertAndRemove(
      ComparedStore rows, Hand hand, org.openjdk.jmh.infra.ThreadParams threads) {
    long number = ((threads.getThreadIndex() + 2L) << 40) + hand.inserted++;
    RowKey key = new RowKey(ComparedStore.TABLE, RowShape.keyBytes(number));
    byte[] row = rows.row;
    long stamp = Stamp.of(1, 1, 1);
    int versions = rows.store.install(key, stamp, 1, row, 0, row.length, Snapshot.EVERYTHING);
    rows.store.install(key, stamp, 1, null, 0, 0, Snapshot.EVERYTHING);
    rows.store.collect(Snapshot.EVERYTHING, 1, 0);
    return versions;
  }

  /** Visits a hundred rows from a random one on; the figure is for one row. */
  @Benchmark
  @OperationsPerInvocation(SCANNED)
  public void scan(
      ComparedStore rows, Hand hand, Blackhole sink, org.openjdk.jmh.infra.ThreadParams threads) {
    hand.scanned = 0;
    rows.store.scan(
        ComparedStore.TABLE,
        rows.keys[place(rows, hand, threads)].bytes(),
        null,
        false,
        Snapshot.EVERYTHING,
        (key, version) -> {
          sink.consume(version.bytes()[0]);
          return ++hand.scanned < SCANNED;
        });
  }

  /** Looks for the first row behind a thousand deleted ones; the figure is for one of these. */
  @Benchmark
  @OperationsPerInvocation(ComparedStore.DELETED)
  public void passDeleted(ComparedStore rows, Blackhole sink) {
    rows.queue.scan(
        ComparedStore.TABLE,
        ComparedStore.BEGINNING,
        null,
        false,
        Snapshot.EVERYTHING,
        (key, version) -> {
          sink.consume(key);
          return false;
        });
  }
}
