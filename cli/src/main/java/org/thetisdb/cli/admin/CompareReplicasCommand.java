package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;
import org.thetisdb.cli.option.ConnectOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code thetis admin compare-replicas}: whether all sites hold the rows that they are to hold. */
@Command(
    name = "compare-replicas",
    description = {
      "Says whether all sites hold the same rows.",
      "Each site reads all its rows as of one cut, while transactions go on, and gives a digest of"
          + " each table; where sites hold a part of the rows, a digest of those rows of a table"
          + " that the same sites hold."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Exit status: 0 they are the same, 1 they are not, or it could not be found out.",
      "",
      "Example:",
      "  ./thetis admin compare-replicas --timeout 60"
    })
final class CompareReplicasCommand implements Callable<Integer> {
  private static final int DIGITS_SHOWN = 16;

  @Spec private CommandSpec spec;
  @Mixin private ConnectOptions connection;

  @Option(names = "--json", description = "Prints the router's answer as it is.")
  private boolean json;

  private boolean equal;

  @Override
  public Integer call() {
    connection.with(client -> show(client.compareReplicas()));
    return equal ? 0 : 1;
  }

  private void show(String answer) {
    JsonNode root = StatusView.parse(answer).root();
    equal = root.path("equal").asBoolean();
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? answer + "\n" : text(root));
    out.flush();
  }

  private static String text(JsonNode root) {
    String problem = root.path("problem").asText();
    if (!problem.isEmpty()) {
      return "Nothing was compared: " + problem + ".\n";
    }
    TextTable table = new TextTable("site", "<table", "<held by", "rows", "<sha-256");
    for (JsonNode site : root.path("per_site")) {
      for (JsonNode each : site.path("tables")) {
        table.row(
            site.path("site").asText(),
            each.path("table").asText(),
            each.path("held_by").asText(),
            Format.count(each.path("rows").asLong()),
            each.path("sha256").asText().substring(0, DIGITS_SHOWN));
      }
    }
    StringBuilder text = new StringBuilder(table.render("  "));
    root.path("differences").forEach(each -> text.append(each.asText()).append('\n'));
    text.append(
        "As of cut %s of epoch %s %s.%n"
            .formatted(
                root.path("cut").asText(),
                root.path("epoch").asText(),
                root.path("equal").asBoolean()
                    ? "each site has the rows that it is to hold"
                    : "sites DIFFER"));
    return text.toString();
  }
}
