package org.thetisdb.benchmarks.driver.result;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What a scheme that learns costs has learned of one, as the router reports it. Immutable.
 *
 * @param name of a cost function, or of a change of the placement
 * @param constant that it has without any input
 * @param weights of its inputs
 * @param observations that it was learned from
 * @param expected of late, in the mean
 * @param found of late, in the mean
 * @param explained share of what was found that the expectation explains (R squared)
 */
public record LearnedFunction(
    String name,
    double constant,
    List<Double> weights,
    long observations,
    double expected,
    double found,
    double explained) {
  /** Copies the list. */
  public LearnedFunction {
    weights = List.copyOf(weights);
  }

  /** Those of a status; none under most schemes. */
  public static List<LearnedFunction> of(JsonNode status) {
    List<LearnedFunction> all = new ArrayList<>();
    for (JsonNode each : status.path("costs")) {
      List<Double> weights = new ArrayList<>();
      each.path("weights").forEach(weight -> weights.add(weight.asDouble()));
      all.add(
          new LearnedFunction(
              each.path("name").asText(),
              each.path("constant").asDouble(),
              weights,
              each.path("observations").asLong(),
              each.path("expected").asDouble(),
              each.path("found").asDouble(),
              each.path("explained").asDouble()));
    }
    return all;
  }
}
