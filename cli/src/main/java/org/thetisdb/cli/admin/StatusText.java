package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.thetisdb.benchmarks.driver.result.Acknowledgement;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;

/** A router's status as tables for people. Fields that are not there are left blank. */
final class StatusText {
  private static final String INDENT = "  ";

  private final JsonNode status;
  private final StringBuilder text = new StringBuilder();

  private StatusText(JsonNode status) {
    this.status = status;
  }

  /** Several lines of text, with the last {@code moves} moves. */
  static String of(JsonNode status, int moves) {
    StatusText made = new StatusText(status);
    made.head();
    made.releases();
    made.routers();
    made.sites();
    made.disks();
    made.replicas();
    made.counters();
    made.moves(moves);
    made.procedures();
    return made.text.toString();
  }

  private void head() {
    text.append(
        "Cluster \"%s\", scheme %s, snapshots by %s%n"
            .formatted(field("cluster"), field("scheme"), field("snapshot")));
    if (status.hasNonNull("scheme_parts")) {
      text.append("Its parts: ").append(field("scheme_parts")).append('\n');
    }
    text.append(
        "An acknowledged transaction %s%n".formatted(Acknowledgement.of(field("durability"))));
    text.append(
        "Router %s leads in epoch %s, for %s%n"
            .formatted(field("leader"), field("epoch"), age(status.path("uptime_ms").asLong())));
    long gatheringAt = status.path("gathering_at").asLong();
    if (gatheringAt != 0) {
      String reason = field("gathering_reason");
      text.append("Updates gather at site %d".formatted(gatheringAt))
          .append(reason.isEmpty() ? "" : ": " + reason)
          .append(System.lineSeparator());
    }
    for (JsonNode choice : status.path("choices")) {
      text.append(choice(choice));
    }
    if (!status.path("waits_for").asText("").isEmpty()) {
      text.append("Not serving yet: ").append(field("waits_for")).append('\n');
    }
  }

  /** What the scheme has chosen, and why. */
  static String choice(JsonNode choice) {
    return "%s is %s: %s%n"
        .formatted(
            choice.path("setting").asText(),
            choice.path("value").asText(),
            choice.path("reason").asText());
  }

  private String field(String name) {
    return status.path(name).asText("");
  }

  private void routers() {
    TextTable table = new TextTable("<router", "<serves", "clients");
    for (JsonNode router : status.path("routers")) {
      table.row(
          router.path("address").asText(),
          router.path("leads").asBoolean() ? "leads" : "through the leader",
          Format.count(router.path("clients").asLong()));
    }
    section("Routers", table);
  }

  /** One line where all run the same, else a table of who runs what. */
  private void releases() {
    TextTable table = new TextTable("<who", "<release");
    Set<String> releases = new TreeSet<>();
    for (JsonNode router : status.path("routers")) {
      release(table, releases, "router " + router.path("address").asText(), router);
    }
    for (JsonNode site : status.path("per_site")) {
      release(table, releases, "site " + site.path("site").asText(), site);
    }
    for (JsonNode some : status.path("clients_by_release")) {
      release(table, releases, Format.count(some.path("clients").asLong()) + " clients", some);
    }
    if (releases.size() == 1) {
      text.append("All run release %s%n".formatted(releases.iterator().next()));
    } else if (!releases.isEmpty()) {
      section("Releases", table);
    }
  }

  /**
   * With the level of its messages and the format of its log records. Who has not said it is left
   * out.
   */
  private static void release(TextTable table, Set<String> all, String who, JsonNode peer) {
    if (peer.hasNonNull("release")) {
      String release =
          "%s, messages of level %s, log records of format %s"
              .formatted(
                  peer.path("release").asText(),
                  peer.path("message_level").asText(),
                  peer.path("record_format").asText());
      all.add(release);
      table.row(who, release);
    }
  }

  private void sites() {
    TextTable table =
        new TextTable(
            "site",
            "<state",
            "incarnation",
            "<address",
            "committed",
            "refreshed",
            "rows",
            "memory",
            "on disk alone",
            "in doubt",
            "partitions",
            "writes",
            "<vector");
    for (JsonNode site : status.path("per_site")) {
      table.row(
          site.path("site").asText(),
          state(site),
          site.path("incarnation").asText(),
          site.path("address").asText(""),
          Format.count(site.path("committed").asLong()),
          Format.count(site.path("refreshed").asLong()),
          Format.count(site.path("rows").asLong()),
          memory(site),
          cold(site),
          inDoubt(site),
          Format.count(site.path("mastered_partitions").asLong()),
          Format.percent(100 * site.path("mastered_share").asDouble()),
          vector(site.path("vector")));
    }
    section("Sites", table);
  }

  /** Sites that do not write for want of disk. */
  private void disks() {
    for (JsonNode site : status.path("per_site")) {
      if (site.path("disk_short").asBoolean()) {
        text.append(
            "Site %s refuses to write: its disk has %s free, less than disk.reserve_bytes. Reading goes on.%n"
                .formatted(
                    site.path("site").asText(),
                    Format.bytes(site.path("disk_free_bytes").asLong())));
      }
    }
  }

  /** Those that were added at sites that hold only a part of the rows. */
  private void replicas() {
    if (!status.path("replicas").isEmpty()) {
      text.append("\nReplicas that were added\n").append(ReplicaCommand.text(status));
    }
  }

  private static String state(JsonNode site) {
    String state = site.path("state").asText();
    long copied = site.path("copied_slices").asLong();
    if (state.equals("joining")) {
      return copied == 0
          ? "joining, not there yet"
          : "joining, %,d pieces copied".formatted(copied);
    }
    return state;
  }

  private static String memory(JsonNode site) {
    long limit = site.path("limit_bytes").asLong();
    String used = Format.bytes(site.path("used_bytes").asLong());
    return limit == 0 ? used : used + " of " + Format.bytes(limit);
  }

  /** Rows on disk alone, and how often such a row was read. */
  private static String cold(JsonNode site) {
    long rows = site.path("cold_rows").asLong();
    long reads = site.path("cold_reads").asLong();
    return rows + reads == 0
        ? "none"
        : "%s, %s, %s reads"
            .formatted(
                Format.count(rows),
                Format.bytes(site.path("cold_bytes").asLong()),
                Format.count(reads));
  }

  /** What is prepared and not decided, and how long the longest was so since the site began. */
  private static String inDoubt(JsonNode site) {
    long now = site.path("in_doubt").asLong();
    long mostUs = site.path("in_doubt_most_us").asLong();
    return now + mostUs == 0
        ? "none"
        : String.format(Locale.ROOT, "%,d now, at most %.1f ms", now, mostUs / 1e3);
  }

  private static String vector(JsonNode vector) {
    List<String> positions = new ArrayList<>();
    vector.forEach(position -> positions.add(position.asText()));
    return "[" + String.join(" ", positions) + "]";
  }

  private void counters() {
    JsonNode counters = status.path("counters");
    long committed = counters.path("committed").asLong();
    long remastered = counters.path("remastered_txns").asLong();
    TextTable table = new TextTable("committed", Format.count(committed));
    table.row("aborted", Format.count(counters.path("aborted").asLong()));
    table.row("retried", Format.count(counters.path("retried").asLong()));
    table.row("distributed", Format.count(counters.path("distributed_txns").asLong()));
    table.row("remastered first", Format.count(remastered));
    table.row(
        "  of committed", Format.percent(committed == 0 ? 0 : 100.0 * remastered / committed));
    table.row("partitions moved", Format.count(counters.path("moves").asLong()));
    if (status.path("partitions").asText().equals("ranges")) {
      table.row("ranges split", Format.count(counters.path("splits").asLong()));
      table.row("ranges merged", Format.count(counters.path("mergers").asLong()));
    }
    long phases = counters.path("single_master_phases").asLong();
    if (phases > 0) {
      long meanUs = counters.path("phase_switch_us").asLong() / (2 * phases);
      table.row("single-master phases", Format.count(phases));
      table.row("  mean switch to or from one", Format.micros(meanUs));
      String copied = counters.path("read_everywhere").asText();
      table.row("  tables read at all sites", copied.isEmpty() ? "none" : copied);
    }
    epochViews(counters, table);
    table.row("cuts drawn", Format.count(counters.path("cuts").asLong()));
    section("Transactions since this router leads", table);
  }

  private static void epochViews(JsonNode counters, TextTable table) {
    long decided = counters.path("decided_in_epoch_views").asLong();
    if (decided > 0) {
      table.row("epochs", Format.count(counters.path("epochs").asLong()));
      table.row("  transactions in them", Format.count(decided));
      long earlier = counters.path("decided_earlier").asLong();
      table.row("  at an earlier time", Format.count(earlier));
      long inDoubt = counters.path("decided_in_doubt").asLong();
      table.row("  maybe an anomaly", Format.count(inDoubt));
    }
  }

  private void moves(int count) {
    JsonNode all = status.path("recent_moves");
    if (all.isEmpty() || count < 1) {
      return;
    }
    TextTable table = new TextTable("when", "<table", "<range", "<move", "term", "<why");
    for (int i = 0; i < Math.min(count, all.size()); i++) {
      JsonNode move = all.get(i);
      table.row(
          age(move.path("age_ms").asLong()) + " ago",
          move.path("table").asText(),
          move.path("range").asText(move.path("partition").asText()),
          move.path("from").asText() + " to " + move.path("to").asText(),
          move.path("term").asText(),
          move.path("reason").asText());
    }
    section("Last moves of mastership", table);
  }

  private void procedures() {
    Map<String, List<String>> byJar = new TreeMap<>();
    for (JsonNode procedure : status.path("procedures")) {
      String jar = procedure.path("jar").asText() + " v" + procedure.path("version").asText();
      String mark = procedure.path("read_only").asBoolean() ? " (reads)" : "";
      byJar
          .computeIfAbsent(jar, unused -> new ArrayList<>())
          .add(procedure.path("name").asText() + mark);
    }
    if (byJar.isEmpty()) {
      text.append("\nNo procedures are uploaded yet: thetis admin upload NAME FILE\n");
      return;
    }
    TextTable table = new TextTable("jar", "<procedures");
    byJar.forEach((jar, names) -> table.row(jar, String.join(", ", names)));
    section("Procedures", table);
    List<String> tables = new ArrayList<>();
    status.path("tables").forEach(one -> tables.add(one.path("name").asText()));
    text.append("\nTables: ").append(String.join(", ", tables)).append('\n');
  }

  private void section(String title, TextTable table) {
    text.append('\n').append(title).append('\n').append(table.render(INDENT));
  }

  /** A stretch of time in its two greatest units. */
  static String age(long ms) {
    long s = ms / 1000;
    if (s < 1) {
      return ms + " ms";
    }
    if (s < 60) {
      return s + " s";
    }
    if (s < 3_600) {
      return s / 60 + " min " + s % 60 + " s";
    }
    return s < 86_400
        ? s / 3_600 + " h " + s % 3_600 / 60 + " min"
        : s / 86_400 + " d " + s % 86_400 / 3_600 + " h";
  }
}
