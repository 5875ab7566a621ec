package org.thetisdb.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * What is measured: a figure of a run's JSON, see {@code RunFigures}.
 *
 * @param label for tables and axes; unique in an experiment
 * @param unit {@code txn/s}, {@code ms}, {@code s}, {@code bytes/txn}, {@code of before}, {@code
 *     MiB} or {@code %}
 * @param pointer where the figure stands in the JSON of a run
 * @param scale what it is multiplied by to have that unit
 * @param isHighBest whether more is better
 */
public record Metric(String label, String unit, String pointer, double scale, boolean isHighBest) {
  /** Committed transactions of all types. */
  public static final Metric THROUGHPUT =
      new Metric("throughput", "txn/s", "/throughput_txn_s", 1, true);

  /** What the logs of all sites have gained, for a committed transaction. */
  public static final Metric BYTES_LOGGED =
      new Metric("bytes in the logs", "bytes/txn", "/bytes_logged_per_txn", 1, false);

  private static final double MS_OF_US = 1e-3;
  private static final double PERCENT = 100;

  /** The 99th percentile of the latencies of all types. */
  public static final Metric P99 = new Metric("p99", "ms", "/latency_us/p99", MS_OF_US, false);

  /** The part of an engine's time that goes into which call runs when, and which commits. */
  public static final Metric SCHEDULING =
      new Metric("of the engine's time", "%", "/scheduling/of_engine", PERCENT, false);

  /** The same part of the time in which it runs calls or decides about them. */
  public static final Metric SCHEDULING_OF_RUNS =
      new Metric("of runs and scheduling", "%", "/scheduling/of_runs", PERCENT, false);

  /** A figure of the latencies of one transaction type: mean, p50, p90, p99, p999. */
  public static Metric latency(String type, String figure) {
    return new Metric(
        figure.equals("p999") ? "p99.9" : figure,
        "ms",
        "/types/" + type + "/latency_us/" + figure,
        MS_OF_US,
        false);
  }

  /** A figure of a run in which ranges moved, as a part of what was before; see MoveFigures. */
  public static Metric moved(String label, String figure, boolean isHighBest) {
    return new Metric(label, "of before", "/moved/" + figure, 1, isHighBest);
  }

  /** The same, in seconds. */
  public static Metric movedS(String label, String figure) {
    return new Metric(label, "s", "/moved/" + figure, 1, false);
  }

  /** What it is in a sentence. */
  public String inWords() {
    return equals(P99) ? "p99 of the latency" : label;
  }

  /** The figure of a run; not a number if the run does not have it. */
  public double of(JsonNode run) {
    JsonNode found = run.at(pointer);
    return found.isNumber() ? found.asDouble() * scale : Double.NaN;
  }

  /** A value for people, without its unit. */
  public String text(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    String form = value >= 100 ? "%,.0f" : value >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, form, value);
  }
}
