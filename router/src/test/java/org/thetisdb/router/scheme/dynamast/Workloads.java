package org.thetisdb.router.scheme.dynamast;

import java.util.Random;
import java.util.function.Supplier;
import org.thetisdb.router.routing.Footprint;

/** Synthetic updates. */
public final class Workloads {
  /** Share of updates that write one partition only, as SmallBank's deposits. */
  private static final double SINGLE = 0.45;

  private Workloads() {}

  /** Clients on neighbouring accounts: partitions in clusters, pairs within a cluster. */
  public static Supplier<Footprint> clusters(Random random, int clusters, int size) {
    return clusters(random, clusters, size, 0);
  }

  /** The same, with a share of pairs whose second partition is anywhere. */
  public static Supplier<Footprint> clusters(
      Random random, int clusters, int size, double crossing) {
    return () -> {
      long cluster = random.nextInt(clusters);
      long first = cluster * size + random.nextInt(size);
      if (random.nextDouble() < SINGLE) {
        return RoutingWorld.writes(first);
      }
      long other = random.nextDouble() < crossing ? random.nextInt(clusters) : cluster;
      return RoutingWorld.writes(first, other * size + random.nextInt(size));
    };
  }

  /** Clusters of which no two members are neighbours. */
  static Supplier<Footprint> strewnClusters(Random random, int clusters, int size) {
    return () -> {
      long cluster = random.nextInt(clusters);
      long first = cluster + (long) clusters * random.nextInt(size);
      return random.nextDouble() < SINGLE
          ? RoutingWorld.writes(first)
          : RoutingWorld.writes(first, cluster + (long) clusters * random.nextInt(size));
    };
  }

  /** Partners from everywhere: nothing to learn. */
  public static Supplier<Footprint> uniformPairs(Random random, int partitions) {
    return clusters(random, 1, partitions);
  }

  /** Neighbourhoods without borders: the partner is within reach (DynaMast, Appendix B). */
  static Supplier<Footprint> ring(Random random, int partitions, int reach) {
    return () -> {
      int first = random.nextInt(partitions);
      int second = first + random.nextInt(2 * reach + 1) - reach;
      return RoutingWorld.writes(first, Math.floorMod(second, partitions));
    };
  }

  /**
   * Like TPC-C's NewOrder: writes a district and stock of one warehouse, rarely of another, and
   * reads items that everybody reads.
   */
  public static Supplier<Footprint> orders(Random random, int warehouses, double remoteStock) {
    return () -> {
      int warehouse = random.nextInt(warehouses);
      long[] written = new long[6];
      long[] read = new long[5];
      written[0] = RoutingWorld.partition(1_000 + warehouse * 10L + random.nextInt(10));
      for (int i = 1; i < written.length; i++) {
        int supplier = random.nextDouble() < remoteStock ? random.nextInt(warehouses) : warehouse;
        written[i] = RoutingWorld.partition(100_000 + supplier * 100L + random.nextInt(100));
      }
      for (int i = 0; i < read.length; i++) {
        read[i] = RoutingWorld.partition(random.nextInt(100));
      }
      return Footprint.of(written, read);
    };
  }

  /** The updates of SmallBank between neighbours. */
  static Supplier<Footprint> smallBank(Random random, int partitions, int reach) {
    return () -> {
      int first = random.nextInt(partitions);
      int second = Math.floorMod(first + random.nextInt(2 * reach + 1) - reach, partitions);
      return bank(random, first, second);
    };
  }

  /** The updates of SmallBank between any two; nine of ten customers are in the first quarter. */
  public static Supplier<Footprint> hotSmallBank(Random random, int partitions) {
    return () -> bank(random, hot(random, partitions), hot(random, partitions));
  }

  private static int hot(Random random, int partitions) {
    return random.nextInt(random.nextDouble() < 0.9 ? partitions / 4 : partitions);
  }

  /**
   * Each reads rows of an account table and writes rows of one or two balance tables under the same
   * keys.
   */
  private static Footprint bank(Random random, int first, int second) {
    long[] accounts = {account(first), account(second)};
    return switch (random.nextInt(5)) {
      case 0 -> written(accounts, checking(first), checking(second));
      case 1 -> written(accounts, saving(first), checking(first), checking(second));
      case 2, 3 -> written(new long[] {account(first)}, checking(first));
      default -> written(new long[] {account(first)}, saving(first));
    };
  }

  private static Footprint written(long[] read, long... written) {
    return Footprint.of(written, read);
  }

  private static long account(int index) {
    return RoutingWorld.partition(index);
  }

  private static long saving(int index) {
    return RoutingWorld.partition(100_000 + index);
  }

  private static long checking(int index) {
    return RoutingWorld.partition(200_000 + index);
  }
}
