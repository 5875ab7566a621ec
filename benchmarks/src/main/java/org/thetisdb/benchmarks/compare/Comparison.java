package org.thetisdb.benchmarks.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;

/**
 * Prints what two databases did with the same workloads: medians of the rounds, the spread where
 * there are several, and ours in proportion to the other's. Reads results of {@code thetis bench
 * --json}, in files called WORKLOAD-ROUND-DATABASE.json.
 */
public final class Comparison {
  private static final Pattern FILE = Pattern.compile("(.+)-(\\d+)-(thetis|[a-z]+)\\.json");
  private static final String OURS = "thetis";

  private final Series ours = new Series();
  private final Series others = new Series();
  private String other = "";

  private Comparison() {}

  /**
   * Prints all that is in a directory.
   *
   * @param arguments the directory
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("Give one directory with results as JSON.");
      System.exit(2);
    }
    System.out.print(of(Path.of(arguments[0])));
  }

  /** All workloads of a directory as text. */
  static String of(Path directory) throws IOException {
    Map<String, Comparison> byWorkload = new TreeMap<>();
    ObjectMapper mapper = new ObjectMapper();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.json")) {
      for (Path file : files) {
        Matcher name = FILE.matcher(file.getFileName().toString());
        if (name.matches()) {
          byWorkload
              .computeIfAbsent(name.group(1), workload -> new Comparison())
              .add(name.group(3), mapper.readTree(file.toFile()));
        }
      }
    }
    StringBuilder text = new StringBuilder();
    byWorkload.forEach((workload, one) -> text.append(one.render(workload)).append('\n'));
    return text.toString();
  }

  private void add(String database, JsonNode run) {
    if (database.equals(OURS)) {
      ours.add(run);
    } else {
      other = database;
      others.add(run);
    }
  }

  private String render(String workload) {
    if (ours.isEmpty() || others.isEmpty()) {
      return workload + ": one of the two has no result\n";
    }
    JsonNode setup = ours.first();
    String head =
        String.format(
            Locale.ROOT,
            "%s at %s, %d clients, data made over %d connections, %d and %d rounds%n",
            workload,
            setup.path("isolation").asText(),
            setup.path("clients").asInt(),
            setup.path("load").path("connections").asInt(),
            ours.size(),
            others.size());
    TextTable table = new TextTable("", OURS, "spread", other, "spread", "ratio");
    row(table, "rows/s of loading", Format::rounded, run -> run.at("/load/rows_s").asDouble());
    row(
        table,
        "parts loaded again",
        Format::rounded,
        run -> run.at("/load/retried_by_clients").asDouble());
    row(table, "transactions/s", Format::rounded, run -> run.path("throughput_txn_s").asDouble());
    share(table, "tries with 40001", run -> run.path("retried_share").asDouble());
    row(table, "failed", Format::rounded, run -> run.path("failed").asDouble());
    Iterator<String> types = setup.path("types").fieldNames();
    while (types.hasNext()) {
      addType(table, types.next());
    }
    return head + table.render("  ") + broken(OURS, ours) + broken(other, others);
  }

  private void addType(TextTable table, String type) {
    latency(table, type, "p50");
    latency(table, type, "p99");
    share(
        table,
        type + " 40001",
        run -> run.path("types").path(type).path("retried_share").asDouble());
  }

  private void latency(TextTable table, String type, String percentile) {
    row(
        table,
        type + " " + percentile,
        micros -> Format.micros(Math.round(micros)),
        run -> run.path("types").path(type).path("latency_us").path(percentile).asDouble());
  }

  private void share(TextTable table, String name, ToDoubleFunction<JsonNode> kind) {
    row(table, name, share -> Format.percent(100 * share), kind);
  }

  private void row(
      TextTable table,
      String name,
      DoubleFunction<String> format,
      ToDoubleFunction<JsonNode> kind) {
    double mine = ours.median(kind);
    double theirs = others.median(kind);
    table.row(
        name,
        format.apply(mine),
        spread(ours, format, kind),
        format.apply(theirs),
        spread(others, format, kind),
        theirs == 0 ? "-" : String.format(Locale.ROOT, "%.2f", mine / theirs));
  }

  private static String spread(
      Series series, DoubleFunction<String> format, ToDoubleFunction<JsonNode> kind) {
    return series.size() == 1
        ? ""
        : format.apply(series.least(kind)) + " to " + format.apply(series.most(kind));
  }

  private static String broken(String database, Series series) {
    String broken = series.broken();
    return broken.isEmpty() ? "" : "  invariants of " + database + ": " + broken + "\n";
  }
}
