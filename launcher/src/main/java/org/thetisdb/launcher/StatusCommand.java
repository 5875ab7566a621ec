package org.thetisdb.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.StatusView;
import org.thetisdb.benchmarks.driver.TextTable;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.id.PartitionId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code thetis status}: what is where, and why. */
@Command(
    name = "status",
    description = "Shows sites, mastership, the last moves with their reasons, and procedures.",
    mixinStandardHelpOptions = true)
final class StatusCommand implements Callable<Integer> {
  @Option(
      names = "--url",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7433",
      description = "The router (${DEFAULT-VALUE}).")
  private String url;

  @Option(names = "--json", description = "Prints the status as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (ThetisClient client = ThetisClient.connect(url)) {
      StatusView status = StatusView.parse(client.status());
      System.out.println(json ? status.root().toPrettyString() : text(status.root()));
    }
    return 0;
  }

  static String text(JsonNode status) {
    return String.join("\n", head(status), sites(status), moves(status), procedures(status));
  }

  private static String head(JsonNode status) {
    JsonNode counters = status.path("counters");
    return String.format(
        Locale.ROOT,
        "Cluster \"%s\", scheme %s, snapshots %s, durability %s%n"
            + "Router %s leads in epoch %d since %d s%n"
            + "%,d committed, %,d aborted, %,d retried, %,d remastered, %,d distributed; %,d moves, %,d cuts%n",
        status.path("cluster").asText(),
        status.path("scheme").asText(),
        status.path("snapshot").asText(),
        status.path("durability").asText(),
        status.path("leader").asText(),
        status.path("epoch").asInt(),
        status.path("uptime_ms").asLong() / 1000,
        counters.path("committed").asLong(),
        counters.path("aborted").asLong(),
        counters.path("retried").asLong(),
        counters.path("remastered_txns").asLong(),
        counters.path("distributed_txns").asLong(),
        counters.path("moves").asLong(),
        counters.path("cuts").asLong());
  }

  private static String sites(JsonNode status) {
    TextTable table =
        new TextTable(
            "site",
            "incarnation",
            "<address",
            "<state",
            "committed",
            "refreshed",
            "rows",
            "memory",
            "partitions",
            "writes");
    for (JsonNode site : status.path("per_site")) {
      table.row(
          site.path("site").asText(),
          site.path("incarnation").asText(),
          site.path("address").asText(),
          site.path("state").asText(),
          count(site.path("committed")),
          count(site.path("refreshed")),
          count(site.path("rows")),
          mebibytes(site.path("used_bytes"))
              + " of "
              + mebibytes(site.path("limit_bytes"))
              + " MiB",
          count(site.path("mastered_partitions")),
          Math.round(100 * site.path("mastered_share").asDouble()) + " %");
    }
    return table.render("  ");
  }

  private static String moves(JsonNode status) {
    if (status.path("recent_moves").isEmpty()) {
      return "No partition has moved yet.\n";
    }
    TextTable table = new TextTable("ago", "<table", "partition", "from", "to", "term", "<reason");
    for (JsonNode move : status.path("recent_moves")) {
      table.row(
          String.format(Locale.ROOT, "%.1f s", move.path("age_ms").asLong() / 1e3),
          move.path("table").asText(),
          partition(move.path("partition")),
          move.path("from").asText(),
          move.path("to").asText(),
          move.path("term").asText(),
          move.path("reason").asText());
    }
    return "The last moves of mastership:\n" + table.render("  ");
  }

  private static String partition(JsonNode partition) {
    return partition.isNumber()
        ? String.valueOf(PartitionId.index(partition.asLong()))
        : partition.asText();
  }

  private static String procedures(JsonNode status) {
    if (status.path("procedures").isEmpty()) {
      return "No procedures yet. Upload a jar: ./thetis admin upload --url HOST:PORT JAR\n";
    }
    TextTable table = new TextTable("<procedure", "<jar", "version", "<kind");
    for (JsonNode procedure : status.path("procedures")) {
      table.row(
          procedure.path("name").asText(),
          procedure.path("jar").asText(),
          procedure.path("version").asText(),
          procedure.path("read_only").asBoolean() ? "reads" : "updates");
    }
    return table.render("  ");
  }

  private static String count(JsonNode number) {
    return String.format(Locale.ROOT, "%,d", number.asLong());
  }

  private static long mebibytes(JsonNode bytes) {
    return bytes.asLong() >> 20;
  }
}
