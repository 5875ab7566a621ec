package org.thetisdb.router.routing.cost;

import java.util.List;

/**
 * What a scheme has learned of a cost, for people. Immutable.
 *
 * @param name of the cost function, or of a change of the placement
 * @param constant that it has without any input; 0 if nothing is said of that
 * @param weights of its inputs, in their order
 * @param observations that it was learned from
 * @param expected of late, in the mean
 * @param found of late, in the mean
 * @param explained share of what was found that the expectation explains (R squared); less than 0
 *     if the mean would have been better
 */
public record CostSummary(
    String name,
    double constant,
    List<Double> weights,
    long observations,
    double expected,
    double found,
    double explained) {
  /** Copies the list. */
  public CostSummary {
    weights = List.copyOf(weights);
  }
}
