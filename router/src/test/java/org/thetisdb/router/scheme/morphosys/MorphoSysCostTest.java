package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.testing.InTurn;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.scheme.StrategyParts;

/**
 * What routing and planning cost at eight sites and ten thousand partitions, each accessed with its
 * neighbours. Each figure is the best of many short rounds, so that what else the machine does is
 * left out.
 */
@Tag("speed")
@InTurn(oneIn = 4)
class MorphoSysCostTest {
  private static final int SITES = 8;
  private static final int PARTITIONS = 10_000;
  private static final int NEIGHBOURS = 1_000;
  private static final int ROUNDS = 1_000;
  private static final int CALLS = 100;

  private final Random random = new Random(1);
  private final PlanWorld world = new PlanWorld(SITES);
  private final MorphoSysStrategy strategy =
      new MorphoSysStrategy(
          new StrategyParts(
              RouterConfig.from(ThetisSettings.builder().flags(Map.of()).build()),
              world.placement,
              world,
              world.measures,
              new Random(2)));
  private long nowUs = 1_000_000;

  MorphoSysCostTest() {
    for (int i = 0; i < 100_000; i++) {
      nowUs += 50;
      strategy.observe(triple(), 1, nowUs);
    }
    for (int site = 1; site <= SITES; site++) {
      world.setBusy(site, site / 10.0);
    }
    strategy.rebalance(nowUs);
  }

  @Test
  void aSettledCallIsRoutedInAMicrosecondByNoGarbage() {
    Footprint[] settled = new Footprint[CALLS];
    for (int i = 0; i < CALLS; i++) {
      settled[i] = Footprint.of(PlanWorld.cells(random.nextInt(PARTITIONS)), new long[0]);
    }
    IntToLongFunction call =
        i -> {
          nowUs += 10; // a hundred thousand in a second, of which some are planned for
          return strategy.routeUpdate(settled[i], VersionVector.ZERO, nowUs).site();
        };
    long ns = bestNs(call);
    System.out.println("settled call: " + ns + " ns");
    assertThat(ns).as("ns for each call").isLessThan(1_000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < CALLS && least >= CALLS; i++) { // some rounds hold a plan
      long before = threads.getCurrentThreadAllocatedBytes();
      long sum = round(call);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
      assertThat(sum).isPositive();
    }
    assertThat(least).as("bytes allocated").isLessThan(CALLS);
  }

  @Test
  void aPlanIsMadeInFiftyMicroseconds() {
    Footprint[] split = new Footprint[CALLS];
    for (int i = 0; i < CALLS; i++) {
      split[i] = triple();
    }
    long ns =
        bestNs(
            i -> {
              long site = strategy.routeUpdate(split[i], VersionVector.ZERO, nowUs).site();
              strategy.takeAside();
              return site;
            });
    System.out.println("plan: " + ns + " ns");
    assertThat(ns).as("ns for each plan").isLessThan(50_000);
  }

  /** Three neighbours, which begin at different sites. */
  private Footprint triple() {
    int first = random.nextInt(NEIGHBOURS);
    return Footprint.of(PlanWorld.cells(first, first + 1, first + 2), new long[0]);
  }

  private static long bestNs(IntToLongFunction call) {
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
}
