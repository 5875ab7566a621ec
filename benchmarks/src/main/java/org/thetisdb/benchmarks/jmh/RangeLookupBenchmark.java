package org.thetisdb.benchmarks.jmh;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.placement.Partitioning;
import org.thetisdb.core.wire.SiteToRouter.Owner;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.Placement;

/**
 * What a router and a site do for each key of a call: find the range that it is in, and who masters
 * that. Eight sites.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RangeLookupBenchmark {
  private static final int SITES = 8;
  private static final int TABLE = 20;
  private static final byte[] OPEN = {};
  private static final int CALLS = 1 << 14;
  private static final int KEYS_APART = 1_000;

  /** How many ranges the table has. */
  @Param({"1000", "1000000"})
  int ranges;

  private Placement placement;
  private Partitioning table;
  private final byte[][] keys = new byte[CALLS][];
  private int next;

  /** Makes the ranges, and calls for some of them. */
  @Setup
  public void setUp() {
    placement =
        new Placement(
            new Roster(
                new ClusterSettings("bench", SITES, 0, ClusterSettings.FirstMaster.FIRST_SITE)));
    for (long i = 0; i < ranges; i++) {
      byte[] from = i == 0 ? OPEN : KeyCodec.encodeLong(i * KEYS_APART);
      byte[] to = i + 1 == ranges ? OPEN : KeyCodec.encodeLong((i + 1) * KEYS_APART);
      int site = (int) (i % SITES) + 1;
      placement.learn(new Owner(PartitionId.of(TABLE, 0), 1, site, from, to));
    }
    table = placement.partitioning(TABLE, null);
    Random random = new Random(7);
    for (int i = 0; i < CALLS; i++) {
      long range = random.nextInt(ranges - SITES);
      keys[i] = KeyCodec.encodeLong(range * KEYS_APART + 1 + random.nextInt(KEYS_APART - 1));
    }
  }

  private int next() {
    next = (next + 1) & (CALLS - 1);
    return next;
  }

  /** The range of a key. */
  @Benchmark
  public long lookup() {
    return table.partitionOf(keys[next()]);
  }

  /** The range of a key, and who masters it. */
  @Benchmark
  public int lookupMaster() {
    return placement.master(table.partitionOf(keys[next()]));
  }
}
