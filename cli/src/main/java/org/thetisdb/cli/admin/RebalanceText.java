package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;

/** Plans that spread load, as people read them. Stateless. */
final class RebalanceText {
  private RebalanceText() {}

  /** What is to move, and what is expected of it. */
  static String plan(JsonNode root) {
    if (root.path("moves").isEmpty()) {
      return sites(root, "busy", "busy") + whyNone(root);
    }
    TextTable moves = new TextTable("range", "from", "to", "<way", "keys", "load");
    int move = 0;
    for (JsonNode each : root.path("moves")) {
      boolean isSame = each.path("move").asInt() == move;
      move = each.path("move").asInt();
      moves.row(
          each.path("range").asText(),
          each.path("from").asText(),
          each.path("to").asText(),
          each.path("way").asText(),
          Format.count(each.path("keys").asLong()),
          isSame ? "with it" : percent(each.path("load").asDouble()));
    }
    return moves.render("  ")
        + "\n"
        + sites(root, "expected", "expected")
        + String.format(
            Locale.ROOT,
            "The busiest site is busier than the mean by %s; %s is expected.%n",
            percent(root.path("imbalance").asDouble()),
            percent(root.path("expected_imbalance").asDouble()))
        + distributed(root);
  }

  private static String distributed(JsonNode root) {
    return String.format(
        Locale.ROOT,
        "Of the transactions %s meet several sites; %s are expected to.%n",
        percent(root.path("distributed").asDouble()),
        percent(root.path("expected_distributed").asDouble()));
  }

  private static String whyNone(JsonNode root) {
    if (root.path("imbalance").asDouble() <= root.path("even").asDouble()) {
      return String.format(
          Locale.ROOT,
          "Load is even: no site is busier than the mean by more than %s of it. Nothing moves.%n",
          percent(root.path("even").asDouble()));
    }
    return root.path("accesses").asLong() == 0
        ? "No transaction was seen that a range's master is needed for. Nothing moves.\n"
        : "No plan was found that makes the busiest site less busy by 5 % or more. Nothing moves.\n"
            + (root.path("expected_distributed").asDouble() > 0 ? distributed(root) : "");
  }

  private static String sites(JsonNode root, String heading, String field) {
    boolean isBoth = !field.equals("busy");
    TextTable sites =
        isBoth ? new TextTable("site", "busy", heading) : new TextTable("site", heading);
    for (JsonNode each : root.path("sites")) {
      String site = each.path("site").asText();
      String busy = percent(each.path("busy").asDouble());
      if (isBoth) {
        sites.row(site, busy, percent(each.path(field).asDouble()));
      } else {
        sites.row(site, busy);
      }
    }
    return sites.render("  ");
  }

  /** How far it is. */
  static String progress(JsonNode root) {
    int done = 0;
    for (JsonNode each : root.path("moves")) {
      done += each.path("state").asText().equals("done") ? 1 : 0;
    }
    return String.format(
        Locale.ROOT, "  %,d of %,d migrations are done%n", done, root.path("moves").size());
  }

  /** How it has ended. */
  static String end(JsonNode root) {
    String problem = root.path("problem").asText();
    return String.format(
            Locale.ROOT,
            "%s after %,.1f s.%n",
            problem.isEmpty() ? "All has moved" : "The plan ended early: " + problem + ",",
            root.path("took_us").asLong() / 1e6)
        + sites(root, "now", "now");
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }
}
