package org.thetisdb.benchmarks.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * The row store beside a bare Chronicle Map with rows of the same size, at random keys.
 *
 * <p>{@code get}, {@code install} and {@code scan} are the store's. The {@code bare…} ones show
 * what the map alone costs: with keys and rows as byte arrays, and with long keys, the form that
 * makes no garbage.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 2, jvmArgsAppend = "-Xmx3g")
public class RowStoreBenchmark {
  private static final int SCANNED_ROWS = 100;

  /** What one thread uses again and again. */
  @State(Scope.Thread)
  public static class Reader {
    final RowVersion version = new RowVersion();
    private int last;
    private int scanned;

    /** The next key's place. */
    int next(int bound) {
      last = last + 1 < bound ? last + 1 : 0;
      return last;
    }
  }

  /** Reads one row under a snapshot that sees the newest version. */
  @Benchmark
  public byte get(StoredRows rows, Reader reader) {
    rows.store.read(rows.keys[reader.next(rows.count)], rows.snapshot, reader.version);
    return reader.version.bytes()[reader.version.length() - 1];
  }

  /** Reads one row under a snapshot that sees only the oldest of its versions. */
  @Benchmark
  public byte getOldest(StoredRows rows, Reader reader) {
    rows.store.read(rows.keys[reader.next(rows.count)], rows.oldSnapshot, reader.version);
    return reader.version.bytes()[reader.version.length() - 1];
  }

  /** Reads a row and installs it changed, as an update transaction does. */
  @Benchmark
  public int readAndInstall(StoredRows rows, Reader reader) {
    int place = reader.next(rows.count);
    RowVersion version = reader.version;
    rows.store.read(rows.keys[place], Snapshot.EVERYTHING, version);
    version.bytes()[0]++;
    return rows.install(place, version.bytes());
  }

  /** Installs a version without reading the row first. */
  @Benchmark
  public int install(StoredRows rows, Reader reader) {
    return rows.install(reader.next(rows.count), rows.row);
  }

  /** Visits a hundred rows in key order. */
  @Benchmark
  public long scan(StoredRows rows, Reader reader, Blackhole sink) {
    int first = reader.next(rows.count);
    reader.scanned = 0;
    rows.store.scan(
        StoredRows.TABLE,
        rows.keys[first].bytes(),
        null,
        false,
        rows.snapshot,
        (key, version) -> {
          sink.consume(version.bytes()[0]);
          return ++reader.scanned < SCANNED_ROWS;
        });
    return reader.scanned;
  }

  /** Reads from a map of byte arrays. */
  @Benchmark
  public byte bareGet(BareMaps maps, Reader reader, BareMaps.Access own) {
    return maps.getArray(reader.next(maps.count), own);
  }

  /** Reads from a map with long keys. */
  @Benchmark
  public byte bareGetLong(BareMaps maps, Reader reader, BareMaps.Access own) {
    return maps.getLong(reader.next(maps.count), own);
  }

  /** Overwrites in a map of byte arrays. */
  @Benchmark
  public void barePut(BareMaps maps, Reader reader) {
    maps.putArray(reader.next(maps.count));
  }

  /** Overwrites in a map with long keys. */
  @Benchmark
  public void barePutLong(BareMaps maps, Reader reader, BareMaps.Access own) {
    maps.putLong(reader.next(maps.count), own);
  }
}
