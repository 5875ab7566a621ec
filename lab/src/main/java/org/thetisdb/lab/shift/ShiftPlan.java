package org.thetisdb.lab.shift;

import java.util.List;

/**
 * How a load runs whose locality shifts. All times are simulated ones.
 *
 * @param sites each on a machine of its own
 * @param partitions of the table, of a hundred records each; transactions write in neighbouring
 *     ones
 * @param clients side by side
 * @param affinity transactions of a client in one neighbourhood; then it goes to another one
 * @param durationS seconds of the load, half of them before the shift
 * @param slowness how many times as long as measured a site takes for its work
 * @param seed of all choices
 */
public record ShiftPlan(
    int sites, int partitions, int clients, int affinity, int durationS, int slowness, long seed) {
  /** What {@code ./thetis demo} shows. */
  public static final ShiftPlan DEMO = new ShiftPlan(3, 180, 48, 200, 2, 8, 1);

  private static final long MICROS_IN_S = 1_000_000;

  /** The same with other choices. */
  public ShiftPlan withSeed(long newSeed) {
    return new ShiftPlan(sites, partitions, clients, affinity, durationS, slowness, newSeed);
  }

  /** When, from the load's beginning, neighbours become others. */
  public long shiftUs() {
    return endUs() / 2;
  }

  /**
   * When maps are worth a look: at the beginning, settled, as the locality shifts, a little later,
   * and settled.
   */
  public List<Long> looksUs() {
    long half = shiftUs();
    return List.of(0L, half - half / 20, half, half + half / 5, 2 * half - half / 20);
  }

  /** When, from the load's beginning, it ends. */
  public long endUs() {
    return durationS * MICROS_IN_S;
  }
}
