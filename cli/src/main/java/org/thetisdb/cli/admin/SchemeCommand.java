package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.benchmarks.text.TextTable;
import org.thetisdb.cli.option.ConnectOptions;
import org.thetisdb.core.scheme.SchemeRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis admin scheme}: which scheme is in force, and the change to another one. */
@Command(
    name = "scheme",
    description = {
      "Changes the scheme of a running cluster, or shows which one is in force.",
      "Clients go on: their calls wait for some milliseconds while those under way end. Interactive"
          + " transactions that have written and do not end within a tenth of a second are rolled back,"
          + " and hear 40001. If the cluster is broken in the middle of it, the old scheme or the"
          + " new one is in force, at all sites; ask again."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis admin scheme",
      "  ./thetis admin scheme single-master --dry-run",
      "  ./thetis admin scheme single-master"
    })
final class SchemeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      defaultValue = "",
      completionCandidates = SchemeRegistry.Names.class,
      description = "The scheme to change to, one of ${COMPLETION-CANDIDATES}.")
  private String name;

  @Option(names = "--dry-run", description = "Says what would change, and changes nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Prints the router's answer as it is.")
  private boolean json;

  @Mixin private ConnectOptions connection;

  @Override
  public Integer call() {
    connection.with(client -> show(client.changeScheme(name, dryRun)));
    return 0;
  }

  private void show(String answer) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? answer + "\n" : text(StatusView.parse(answer).root()));
    out.flush();
  }

  private String text(JsonNode answer) {
    if (name.isEmpty()) {
      return all(answer);
    }
    if (answer.path("from").equals(answer.path("to"))) {
      return inForce(answer);
    }
    return answer.path("changed").asBoolean() ? changed(answer) : forecast(answer);
  }

  private static String inForce(JsonNode answer) {
    long changes = answer.path("change").asLong();
    return String.format(
        Locale.ROOT,
        "Scheme %s is in force, %s.%n",
        answer.path("scheme").asText(),
        changes == 0
            ? "which the cluster was made with"
            : "since change " + changes + " of the scheme");
  }

  private static String all(JsonNode answer) {
    TextTable table = new TextTable("scheme", "<in force", "<what it does");
    StringBuilder obstacles = new StringBuilder();
    for (JsonNode each : answer.path("schemes")) {
      String scheme = each.path("name").asText();
      String obstacle = each.path("obstacle").asText();
      boolean isInForce = scheme.equals(answer.path("scheme").asText());
      String mark = isInForce ? "yes" : "";
      table.row(scheme, obstacle.isEmpty() ? mark : "cannot", each.path("summary").asText());
      if (!obstacle.isEmpty()) {
        obstacles.append("  not ").append(scheme).append(": ").append(obstacle).append(".\n");
      }
    }
    return inForce(answer)
        + "\n"
        + table.render("  ")
        + (obstacles.isEmpty() ? "" : "\n")
        + obstacles;
  }

  private static String changed(JsonNode answer) {
    return String.format(
        Locale.ROOT,
        "Scheme %s is in force, in place of %s.%n"
            + "  Calls waited for %.1f ms; %,d of them, and %,d interactive transactions were"
            + " rolled back.%n%s",
        answer.path("scheme").asText(),
        answer.path("from").asText(),
        answer.path("pause_ms").asDouble(),
        answer.path("calls_that_waited").asLong(),
        answer.path("transactions_rolled_back").asLong(),
        consequences(answer));
  }

  private static String forecast(JsonNode answer) {
    return String.format(
        Locale.ROOT,
        "Nothing is changed. Scheme %s would take the place of %s.%n  now:  %s%n  then: %s%n"
            + "  %,d partitions that have moved would move.%n%s",
        answer.path("to").asText(),
        answer.path("from").asText(),
        answer.path("from_parts").asText(),
        answer.path("to_parts").asText(),
        answer.path("moves").asLong(),
        consequences(answer));
  }

  private static String consequences(JsonNode answer) {
    return "  %s%n  %s%n"
        .formatted(answer.path("placement").asText(), answer.path("isolation").asText());
  }
}
