package org.thetisdb.lab.experiment;

import org.thetisdb.benchmarks.driver.result.RunOptions;

/**
 * How much time an experiment takes. Immutable.
 *
 * @param isShort whether points that only the full form has are left out
 * @param rounds how often every line is run
 * @param warmUpS seconds of a run that do not count
 * @param durationS seconds that count
 * @param clients clients side by side, where a point of the experiment does not say otherwise
 * @param sizeDivisor by how much the data are smaller than in the full form
 * @param seed of the first round; later rounds count on from it
 */
public record ExperimentLength(
    boolean isShort,
    int rounds,
    int warmUpS,
    int durationS,
    int clients,
    int sizeDivisor,
    long seed) {
  /** What results are made with. Clients divide evenly among the warehouses of TPC-C. */
  public static final ExperimentLength FULL = new ExperimentLength(false, 5, 30, 60, 60, 1, 1);

  /** Minutes, to see which way it goes. */
  public static final ExperimentLength SHORT = new ExperimentLength(true, 3, 8, 10, 60, 10, 1);

  /**
   * In simulated time, where no JVM has to get warm and a second is long: clients enough to keep
   * machines of their own busy, and data a tenth of the size.
   */
  public static ExperimentLength simulated(boolean isShort) {
    return new ExperimentLength(isShort, isShort ? 1 : 3, 2, 1, 240, 10, 1);
  }

  /** Checks the numbers. */
  public ExperimentLength {
    if (rounds < 1) {
      throw new IllegalArgumentException("--runs is 1 or more");
    }
    RunOptions unused = new RunOptions(clients, durationS, warmUpS, 0, seed);
  }

  /** What people call it. */
  public String name() {
    return isShort ? "short" : "full";
  }
}
