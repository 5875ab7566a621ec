package org.thetisdb.lab.experiment.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.driver.result.Second;

/**
 * What ranges that moved in the midst of a run did to it: the course in tenths of a second, and
 * figures that follow from it. Stateless.
 */
final class MoveFigures {
  private static final double MICROS_IN_S = 1e6;

  /** So many tenths before the end show what came of it. */
  private static final int AFTER = 10;

  /** So many tenths in a row reach the new rate. */
  private static final int IN_A_ROW = 3;

  private static final double REACHED = 0.9;

  private MoveFigures() {}

  /**
   * Puts them, if something was to move. A run whose ranges did not come is no good run: it would
   * show that what nobody did costs nothing.
   *
   * @param tenths of the run, warm-up included
   */
  static void put(List<Second> tenths, Map<String, Long> moved, ObjectNode json) {
    if (moved.isEmpty()) {
      return;
    }
    ObjectNode figures = json.putObject("moved");
    moved.forEach(figures::put);
    int began = (int) (moved.get("began_us") * 10 / MICROS_IN_S);
    double tookS = moved.get("took_us") / MICROS_IN_S;
    int lasts = tookS < 0 ? tenths.size() - began : (int) Math.ceil(tookS * 10);
    int end = Math.min(tenths.size(), began + Math.max(1, lasts));
    List<Second> before = tenths.subList(Math.max(0, began - AFTER), began);
    List<Second> during = tenths.subList(began, end);
    List<Second> after = tenths.subList(tenths.size() - AFTER, tenths.size());
    double rate = rate(before);
    figures.put("took_s", tookS);
    figures.put("before_txn_s", rate);
    figures.put("during", rate(during) / rate);
    figures.put("worst", worst(tenths.subList(began, Math.min(tenths.size(), end + 5))) / rate);
    figures.put("after", rate(after) / rate);
    figures.put("reached_s", reachedS(tenths, began, rate(after)));
    figures.put("latency_during", latency(during) / latency(before));
    figures.put("latency_worst", worstLatency(tenths, began) / latency(before));
    figures.put("latency_after", latency(after) / latency(before));
    putCourse(tenths, began, figures.putArray("course"));
    String problem = problem(moved, tookS < 0 || began + lasts > tenths.size());
    if (!problem.isEmpty()) {
      json.put("good", false).put("problem", problem);
    }
  }

  private static String problem(Map<String, Long> moved, boolean isLate) {
    if (moved.getOrDefault("failed", 0L) > 0) {
      return "ranges that were to move did not, or returned";
    }
    return isLate ? "ranges were still moving when the run was over" : "";
  }

  private static double rate(List<Second> some) {
    return some.stream().mapToDouble(Second::throughput).average().orElse(0);
  }

  private static double worst(List<Second> some) {
    return some.stream().mapToDouble(Second::throughput).min().orElse(0);
  }

  /** The mean of all, not of tenths: one with few answers counts little. */
  private static double latency(List<Second> some) {
    double sum = 0;
    double count = 0;
    for (Second each : some) {
      sum += each.latency().mean() * (double) each.committed();
      count += each.committed();
    }
    return count == 0 ? Double.NaN : sum / count;
  }

  private static double worstLatency(List<Second> tenths, int began) {
    return tenths.subList(began, tenths.size()).stream()
        .mapToDouble(each -> each.latency().p95())
        .max()
        .orElse(0);
  }

  /** How long from the beginning until the new rate is reached. */
  private static double reachedS(List<Second> tenths, int began, double rate) {
    int inARow = 0;
    for (int i = began; i < tenths.size(); i++) {
      inARow = tenths.get(i).throughput() >= REACHED * rate ? inARow + 1 : 0;
      if (inARow == IN_A_ROW) {
        return (i + 1 - IN_A_ROW - began) / 10.0;
      }
    }
    return (tenths.size() - began) / 10.0;
  }

  private static void putCourse(List<Second> tenths, int began, ArrayNode json) {
    for (int i = Math.max(0, began - AFTER); i < tenths.size(); i++) {
      Second each = tenths.get(i);
      json.addObject()
          .put("at_s", (i - began) / 10.0)
          .put("txn_s", Math.round(each.throughput()))
          .put("mean_us", each.latency().mean())
          .put("p95_us", each.latency().p95());
    }
  }
}
