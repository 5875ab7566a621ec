package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;

/** Migrations as people read them. Stateless. */
final class MigrationText {
  private MigrationText() {}

  /** All that a router knows of. */
  static String table(JsonNode root) {
    if (root.path("migrations").isEmpty()) {
      return "No range was moved by hand.\n";
    }
    TextTable table =
        new TextTable(
            "id",
            "<range",
            "<from",
            "to",
            "<way",
            "<state",
            "partitions",
            "took",
            "longest wait",
            "<note");
    for (JsonNode each : root.path("migrations")) {
      table.row(
          each.path("id").asText(),
          each.path("range").asText(),
          each.path("from").asInt() == 0 ? "any" : each.path("from").asText(),
          each.path("to").asText(),
          each.path("way").asText(),
          each.path("state").asText(),
          Format.count(each.path("partitions").asLong()),
          isOver(each) ? millis(each.path("took_us").asLong()) : "",
          isOver(each) ? millis(each.path("longest_wait_us").asLong()) : "",
          note(each));
    }
    return table.render("  ");
  }

  private static String note(JsonNode migration) {
    String waitsFor = migration.path("waits_for").asText();
    return waitsFor.isEmpty() ? migration.path("problem").asText() : "waits for " + waitsFor;
  }

  /** The migration with an id; null if there is none. */
  static JsonNode find(JsonNode root, long id) {
    for (JsonNode each : root.path("migrations")) {
      if (each.path("id").asLong() == id) {
        return each;
      }
    }
    return null;
  }

  /** Whether nothing is left to do for one. */
  static boolean isOver(JsonNode migration) {
    String state = migration.path("state").asText();
    return !state.equals("running") && !state.equals("cancelling") && !state.equals("copying");
  }

  /** How one is going. */
  static String progress(JsonNode migration) {
    String note = note(migration);
    return String.format(
        Locale.ROOT,
        "  %s %s to site %s: %s moved%s",
        migration.path("state").asText(),
        migration.path("range").asText(),
        migration.path("to").asText(),
        partitions(migration.path("partitions").asLong()),
        note.isEmpty() ? "" : ", " + note);
  }

  /** How one has ended. */
  static String end(JsonNode migration) {
    return String.format(
        Locale.ROOT,
        "%s %s to site %s: %s in %s, no call waited longer than %s%s%n",
        migration.path("state").asText(),
        migration.path("range").asText(),
        migration.path("to").asText(),
        partitions(migration.path("partitions").asLong()),
        millis(migration.path("took_us").asLong()),
        millis(migration.path("longest_wait_us").asLong()),
        migration.path("problem").asText().isEmpty()
            ? ""
            : "; " + migration.path("problem").asText());
  }

  /** What would move. */
  static String plan(JsonNode plan) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s has %s; %,d would move to site %s by %s.%n",
            plan.path("range").asText(),
            partitions(plan.path("partitions").asLong()),
            plan.path("moves").asLong(),
            plan.path("to").asText(),
            plan.path("way").asText()));
    for (JsonNode each : plan.path("from")) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %,d from site %s%n",
              each.path("partitions").asLong(),
              each.path("site").asText()));
    }
    if (plan.path("borders").asInt() > 0) {
      text.append("Borders would be drawn where the range begins or ends.\n");
    }
    text.append(
        plan.path("stays").asBoolean()
            ? "It would stay there: it becomes a part of the applied placement.\n"
            : "Scheme "
                + plan.path("scheme").asText()
                + " would move it on as its transactions need it.\n");
    return text.toString();
  }

  private static String partitions(long count) {
    return String.format(Locale.ROOT, count == 1 ? "%,d partition" : "%,d partitions", count);
  }

  private static String millis(long us) {
    return String.format(Locale.ROOT, "%,.1f ms", us / 1_000.0);
  }
}
