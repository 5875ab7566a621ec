package org.thetisdb.benchmarks.jmh;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.DynaMastScheme;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;
import org.thetisdb.router.routing.SamplingConfig;
import org.thetisdb.router.routing.StrategyConfig;

/** What it costs to decide where an update runs: without a move, and with one. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RoutingBenchmark {
  private static final int TABLE = 16;
  private static final int PARTITIONS = 10_000;
  private static final int SAMPLES = 60_000;
  private static final int CALLS = 4_096;

  /** Sites of the cluster. */
  @Param({"3", "8"})
  public int sites;

  /** Partitions that an update writes. */
  @Param({"2", "12"})
  public int written;

  private final Footprint[] settled = new Footprint[CALLS];
  private final Footprint[] split = new Footprint[CALLS];
  private DynaMastScheme scheme;
  private int next;

  /** A cluster that has learned pairs of neighbours. */
  @Setup
  public void learn() {
    Random random = new Random(1);
    Settings settings = ThetisSettings.builder().flags(Map.of()).build();
    Placement placement =
        new Placement(new Roster(new ClusterSettings("jmh", sites, 100, FirstMaster.SCATTERED)));
    VersionVector report = report();
    scheme =
        new DynaMastScheme(
            StrategyConfig.from(settings),
            SamplingConfig.from(settings),
            placement,
            new Cluster(sites, report),
            new Measures(),
            random);
    for (int i = 0; i < SAMPLES; i++) {
      int base = random.nextInt(PARTITIONS);
      scheme.observe(writing(base, base + 1, base + 2), i & 31, i * 200L);
    }
    for (int i = 0; i < CALLS; i++) {
      settled[i] = settledFootprint(random, placement);
      split[i] = writing(random.ints(written, 0, PARTITIONS).toArray());
    }
  }

  private VersionVector report() {
    long[] positions = new long[sites];
    java.util.Arrays.fill(positions, 1_000_000);
    return VersionVector.of(positions);
  }

  private Footprint settledFootprint(Random random, Placement placement) {
    int site = 1 + random.nextInt(sites);
    int[] indexes = new int[written];
    for (int i = 0; i < written; i++) {
      do {
        indexes[i] = random.nextInt(PARTITIONS);
      } while (placement.master(PartitionId.of(TABLE, indexes[i])) != site);
    }
    return writing(indexes);
  }

  private static Footprint writing(int... indexes) {
    long[] partitions = new long[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      partitions[i] = PartitionId.of(TABLE, indexes[i]);
    }
    return Footprint.of(partitions, new long[0]);
  }

  /** An update whose partitions have one master. */
  @Benchmark
  public Route settled() {
    return scheme.routeUpdate(settled[next++ & CALLS - 1], VersionVector.ZERO, 60_000_000);
  }

  /** An update for which something moves; the decision is made, and its score kept. */
  @Benchmark
  public Route split() {
    return scheme.routeUpdate(split[next++ & CALLS - 1], VersionVector.ZERO, 60_000_000);
  }

  /** All sites are there, and as far as each other. */
  private record Cluster(int sites, VersionVector of) implements ClusterView {
    @Override
    public boolean isUsable(int site) {
      return site >= 1 && site <= sites;
    }

    @Override
    public boolean canRelease(int site) {
      return isUsable(site);
    }

    @Override
    public VersionVector report(int site) {
      return of;
    }
  }
}
