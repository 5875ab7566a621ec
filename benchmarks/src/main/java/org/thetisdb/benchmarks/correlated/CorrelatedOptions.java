package org.thetisdb.benchmarks.correlated;

import org.thetisdb.benchmarks.driver.script.Weights;

/**
 * How large the table is and which client deals with what.
 *
 * @param partitions of a hundred records each
 * @param skew exponent of Zipf's law by which base partitions are chosen; 0 chooses all alike
 * @param weights of ReadModifyWrite and Scan
 * @param affinity transactions of a client with one base partition; then another client takes its
 *     place, with another one
 * @param shuffleAfterS seconds after the clients begin at which the order of the partitions is
 *     shuffled, so that others are neighbours; below 0 never
 * @param group how many partitions beside each other are updated together, and with no others; 0:
 *     each with those around it, as in the paper
 */
public record CorrelatedOptions(
    int partitions, double skew, Weights weights, int affinity, int shuffleAfterS, int group) {
  /** As many updates as scans. */
  public static final Weights USUAL_WEIGHTS = Weights.of(50, 50);

  /** The paper's number of transactions of a client. */
  public static final int USUAL_AFFINITY = 1_000;

  /** Fewest partitions: a scan names each once. */
  public static final int FEWEST_PARTITIONS = 10;

  /** As in the paper. */
  public CorrelatedOptions(
      int partitions, double skew, Weights weights, int affinity, int shuffleAfterS) {
    this(partitions, skew, weights, affinity, shuffleAfterS, 0);
  }

  /** Checks the numbers. */
  public CorrelatedOptions {
    if (partitions < FEWEST_PARTITIONS) {
      throw new IllegalArgumentException("at least 10 partitions are needed");
    }
    if (!(skew >= 0 && skew < 1)) {
      throw new IllegalArgumentException("--skew is 0 or more, and below 1");
    }
    if (affinity < 1) {
      throw new IllegalArgumentException("--affinity is 1 or more");
    }
    if (group < 0 || (group > 0 && partitions % group != 0)) {
      throw new IllegalArgumentException("groups are of one size, and divide the partitions");
    }
  }
}
