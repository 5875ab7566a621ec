package org.thetisdb.benchmarks.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The results of one database on one workload, in the order in which they were made. */
final class Series {
  private final List<JsonNode> runs = new ArrayList<>();

  void add(JsonNode run) {
    runs.add(run);
  }

  boolean isEmpty() {
    return runs.isEmpty();
  }

  int size() {
    return runs.size();
  }

  /** The first run; what was asked for is the same in all. */
  JsonNode first() {
    return runs.get(0);
  }

  /** The figures of one kind, rising. */
  private double[] figures(ToDoubleFunction<JsonNode> kind) {
    return runs.stream().mapToDouble(kind).sorted().toArray();
  }

  /** The one in the middle, or between the two in the middle. */
  double median(ToDoubleFunction<JsonNode> kind) {
    double[] rising = figures(kind);
    int middle = rising.length / 2;
    return rising.length % 2 == 1 ? rising[middle] : (rising[middle - 1] + rising[middle]) / 2;
  }

  double least(ToDoubleFunction<JsonNode> kind) {
    return figures(kind)[0];
  }

  double most(ToDoubleFunction<JsonNode> kind) {
    double[] rising = figures(kind);
    return rising[rising.length - 1];
  }

  /** What invariants broke; empty if all hold in all runs. */
  String broken() {
    for (JsonNode run : runs) {
      String invariants = run.path("invariants").asText();
      if (!invariants.equals("ok")) {
        return invariants;
      }
    }
    return "";
  }
}
