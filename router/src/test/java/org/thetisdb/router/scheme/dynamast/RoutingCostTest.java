package org.thetisdb.router.scheme.dynamast;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.Partitioning;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.SamplingConfig;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.StrategyConfig;

/**
 * What routing costs at eight sites and a million ranges. Each figure is the best of many short
 * rounds, so that what else the machine does is left out.
 */
@Tag("speed")
@InTurn(oneIn = 4)
class RoutingCostTest {
  private static final int SITES = 8;
  private static final int RANGES = 1_000_000;
  private static final int TABLE = 20;
  private static final int ROUNDS = 2_000;
  private static final int CALLS = 100;
  private static final int NEIGHBOURS = 1_000;

  private final Random random = new Random(1);
  private final Placement placement =
      new Placement(new Roster(new ClusterSettings("test", SITES, 0, FirstMaster.FIRST_SITE)));
  private final Measures measures = new Measures();
  private final Scheme scheme =
      new DynaMastScheme(
          StrategyConfig.from(ThetisSettings.builder().flags(Map.of()).build()),
          SamplingConfig.DEFAULT,
          placement,
          new Sites(),
          measures,
          new Random(2));
  private long nowUs = 1_000_000;

  RoutingCostTest() {
    for (int range = 0; range < RANGES; range++) {
      byte[] from = range == 0 ? new byte[0] : bytes(range);
      byte[] to = range + 1 == RANGES ? new byte[0] : bytes(range + 1);
      placement.learn(new Owner(partitionAt(from), 1, 1 + range % SITES, from, to));
    }
    for (int i = 0; i < 200_000; i++) {
      nowUs += 50;
      scheme.observe(pair(), 1, nowUs);
    }
  }

  @Test
  void aCallWithoutAMoveIsRoutedInAMicrosecondByNoGarbage() {
    Partitioning table = placement.partitioning(TABLE, null);
    byte[][] keys = new byte[CALLS][];
    Footprint[] footprints = new Footprint[CALLS];
    for (int i = 0; i < CALLS; i++) {
      keys[i] = bytes(random.nextInt(RANGES));
      footprints[i] = Footprint.of(new long[] {table.partitionOf(keys[i])}, new long[0]);
    }
    IntToLongFunction call =
        i ->
            table.partitionOf(keys[i])
                + scheme.routeUpdate(footprints[i], VersionVector.ZERO, nowUs).site();
    assertThat(placement.movedCount()).isEqualTo(RANGES);
    assertThat(bestNs(call)).as("ns for each call").isLessThan(1_000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long sum = round(call);
    long after = threads.getCurrentThreadAllocatedBytes();
    assertThat(after - before).as("bytes allocated, sum %d", sum).isLessThan(CALLS);
  }

  @Test
  void aCallThatNeedsAMoveIsRoutedInTenMicroseconds() {
    Footprint[] footprints = new Footprint[CALLS];
    for (int i = 0; i < CALLS; i++) {
      footprints[i] = pair();
    }
    assertThat(bestNs(i -> scheme.routeUpdate(footprints[i], VersionVector.ZERO, nowUs).site()))
        .as("ns for each call")
        .isLessThan(10_000);
  }

  /** Two neighbours, which begin at different sites. */
  private Footprint pair() {
    int first = 1 + random.nextInt(NEIGHBOURS);
    return Footprint.of(
        new long[] {partitionAt(bytes(first)), partitionAt(bytes(first + 1))}, new long[0]);
  }

  private long bestNs(IntToLongFunction call) {
    long best = Long.MAX_VALUE;
    long sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
      long beganNs = System.nanoTime();
      sum += round(call);
      best = Math.min(best, System.nanoTime() - beganNs);
    }
    assertThat(sum).isNotZero();
    return best / CALLS;
  }

  private static long round(IntToLongFunction call) {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += call.applyAsLong(i);
    }
    return sum;
  }

  /** The name of the range that begins there. */
  private static long partitionAt(byte[] from) {
    byte[] open = {};
    if (from.length == 0) {
      return PartitionId.of(TABLE, 0);
    }
    return new Reshape(true, TABLE, open, from, open, 1).upper();
  }

  private static byte[] bytes(int number) {
    return ByteBuffer.allocate(4).putInt(number).array();
  }

  private static final class Sites implements ClusterView {
    @Override
    public int sites() {
      return SITES;
    }

    @Override
    public boolean isUsable(int site) {
      return site >= 1 && site <= SITES;
    }

    @Override
    public boolean canRelease(int site) {
      return true;
    }

    @Override
    public VersionVector report(int site) {
      return VersionVector.ZERO;
    }
  }
}
