package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.thetisdb.benchmarks.text.TextTable;

/** Why a range is where it is, as a sentence and tables for people. Stateless. */
final class ExplainText {
  private ExplainText() {}

  static String of(JsonNode root) {
    if (!root.path("problem").isMissingNode()) {
      return "Nothing to explain: " + root.path("problem").asText() + ".\n";
    }
    StringBuilder text = new StringBuilder(sentence(root)).append(holders(root));
    root.path("choices").forEach(choice -> text.append(StatusText.choice(choice)));
    for (JsonNode decision : root.path("decisions")) {
      text.append('\n').append(decision(decision));
    }
    return text.toString();
  }

  private static String sentence(JsonNode root) {
    long sinceMs = root.path("since_ms").asLong(-1);
    String since = "since before this router's last moves";
    if (sinceMs >= 0) {
      since = "since %s ago: %s".formatted(StatusText.age(sinceMs), root.path("why").asText());
    } else if (root.path("term").asLong() == 0) {
      since = "from the beginning; it never moved";
    }
    String keys = root.path("keys").asText("null");
    return "Range %s of table \"%s\"%s is mastered at site %s, %s.%n"
        .formatted(
            root.path("range").asText(),
            root.path("table").asText(),
            keys.equals("null") ? "" : ", " + keys + ",",
            root.path("site").asText(),
            since);
  }

  private static String holders(JsonNode root) {
    List<String> sites = new ArrayList<>();
    root.path("holders").forEach(site -> sites.add(site.asText()));
    return sites.isEmpty() ? "" : "Its rows are at sites " + String.join(", ", sites) + ".\n";
  }

  private static String decision(JsonNode decision) {
    String head =
        "%s ago: site %s, %s range(s) to move; %s%n"
            .formatted(
                StatusText.age(decision.path("age_ms").asLong()),
                decision.path("site").asText(),
                decision.path("moved").asText(),
                decision.path("reason").asText());
    JsonNode scores = decision.path("scores");
    String text = scores.isEmpty() ? head : head + table(scores, decision.path("unit").asText());
    return text + found(decision);
  }

  /** What became of it, as far as that was found out. */
  private static String found(JsonNode decision) {
    List<String> found = new ArrayList<>();
    if (decision.has("found_us")) {
      found.add(
          String.format(Locale.ROOT, "it took %,.0f us", decision.path("found_us").asDouble()));
    }
    if (decision.has("gained_us")) {
      found.add(
          String.format(
              Locale.ROOT,
              "its calls save %,.0f us within the horizon",
              decision.path("gained_us").asDouble()));
    }
    return found.isEmpty() ? "" : "  Found: " + String.join("; ", found) + ".\n";
  }

  private static String table(JsonNode scores, String unit) {
    List<String> factors = new ArrayList<>();
    scores.get(0).fieldNames().forEachRemaining(factors::add);
    TextTable table = new TextTable(factors.toArray(new String[0]));
    for (JsonNode site : scores) {
      List<String> cells = new ArrayList<>();
      for (String factor : factors) {
        JsonNode value = site.path(factor);
        cells.add(
            value.isIntegralNumber()
                ? value.asText()
                : String.format(Locale.ROOT, unit.isEmpty() ? "%,.4f" : "%,.0f", value.asDouble()));
      }
      table.row(cells.toArray());
    }
    return table.render("  ") + meaning(unit);
  }

  private static String meaning(String unit) {
    return switch (unit) {
      case "" -> "  Scores of Equation 8; the highest wins.\n";
      case "us saved" ->
          "  Microseconds within the horizon; the most wins: the benefit, weighted, less the cost.\n";
      default -> "  Microseconds within the horizon; the least wins, below zero saves.\n";
    };
  }
}
