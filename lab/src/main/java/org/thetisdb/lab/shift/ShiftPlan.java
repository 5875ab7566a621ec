package org.thetisdb.lab.shift;

import java.util.Map;
import org.thetisdb.benchmarks.driver.SteppedBenchmark;

/**
 * How a load runs whose locality shifts. All times are simulated ones.
 *
 * @param sites each on a machine of its own, all alike
 * @param partitions of the table, of a hundred records each
 * @param group how many neighbours are written together, and with no others
 * @param clients side by side
 * @param affinity transactions of a client in one group; then it goes to another one
 * @param durationS seconds of the load, half of them before the shift
 * @param slowness how many times as long as measured a site takes for its work
 * @param seed of all choices
 */
public record ShiftPlan(
    int sites,
    int partitions,
    int group,
    int clients,
    int affinity,
    int durationS,
    int slowness,
    long seed) {
  /** What {@code ./thetis demo} shows. */
  public static final ShiftPlan DEMO = new ShiftPlan(3, 300, 10, 32, 3, 3, 16, 1);

  /** The same with other choices. */
  public ShiftPlan withSeed(long newSeed) {
    return new ShiftPlan(sites, partitions, group, clients, affinity, durationS, slowness, newSeed);
  }

  /** The same for so many seconds. */
  public ShiftPlan withDuration(int seconds) {
    return new ShiftPlan(sites, partitions, group, clients, affinity, seconds, slowness, seed);
  }

  /** After so many tenths of a second the locality shifts. */
  public int shiftAfter() {
    return moments() / 2;
  }

  /** How many tenths of a second the load runs. */
  public int moments() {
    return durationS * SteppedBenchmark.STRETCHES_IN_S;
  }

  /** Which tenths of a second have a map, by how many there are before them. */
  Map<Integer, Look> looks() {
    return Map.of(
        0,
        Look.BEGIN,
        shiftAfter() - 1,
        Look.FOLLOWED,
        shiftAfter(),
        Look.SHIFTED,
        moments() - 1,
        Look.FOLLOWED_AGAIN);
  }
}
