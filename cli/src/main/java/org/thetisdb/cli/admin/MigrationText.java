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
        "  %s %s to site %s: %s%s%s",
        migration.path("state").asText(),
        migration.path("range").asText(),
        migration.path("to").asText(),
        done(migration),
        left(migration),
        note.isEmpty() ? "" : ", " + note);
  }

  private static String done(JsonNode migration) {
    long copied = migration.path("rows_copied").asLong(-1);
    if (copied < 0) {
      return partitions(migration.path("partitions").asLong()) + " moved";
    }
    long rows = migration.path("rows").asLong(-1);
    return rows <= 0
        ? Format.count(copied) + " rows copied"
        : "%s of about %s rows copied".formatted(Format.count(copied), Format.count(rows));
  }

  /** Nothing of the last tenth of a second. */
  private static String left(JsonNode migration) {
    long leftUs = migration.path("left_us").asLong(-1);
    return leftUs < 100_000 ? "" : ", about " + duration(leftUs) + " left";
  }

  private static String duration(long us) {
    return us < 1_000_000 ? millis(us) : Format.seconds(us / 1e6);
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
    text.append(size(plan));
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

  /** What goes over the network, and how long it takes. */
  private static String size(JsonNode plan) {
    long rows = plan.path("rows").asLong(-1);
    long expectedUs = plan.path("expected_us").asLong(-1);
    String held = rows < 0 ? "" : "about %s rows".formatted(Format.count(rows)) + bytes(plan);
    String sent =
        plan.path("sends_rows").asBoolean() ? "are sent" : "are there already: none is sent";
    return String.format(
        Locale.ROOT,
        "%s%s%s",
        rows < 0 ? "" : "  %s %s%n".formatted(held, sent),
        expectedUs < 0 ? "" : "  expected to take %s%n".formatted(duration(expectedUs)),
        "  a call that writes there waits for about %s%n"
            .formatted(millis(plan.path("expected_wait_us").asLong())));
  }

  private static String bytes(JsonNode plan) {
    return " (%s)".formatted(Format.bytes(plan.path("bytes").asLong()));
  }

  private static String partitions(long count) {
    return String.format(Locale.ROOT, count == 1 ? "%,d partition" : "%,d partitions", count);
  }

  private static String millis(long us) {
    return String.format(Locale.ROOT, "%,.1f ms", us / 1_000.0);
  }
}
