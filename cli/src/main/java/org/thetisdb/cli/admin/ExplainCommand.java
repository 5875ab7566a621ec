package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.cli.option.ConnectOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis admin explain}: where a range of keys is mastered, and why. */
@Command(
    name = "explain",
    description = {
      "Shows where a range of keys is mastered, since when, and why.",
      "The last decisions about it are shown with what each site would have cost, by factor."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Exit status: 0 there is such a range, 1 there is none.",
      "",
      "Examples:",
      "  ./thetis admin explain checking 42",
      "  ./thetis admin explain district 3 7",
      "  ./thetis admin explain 4503599627370538"
    })
final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConnectOptions connection;

  @Parameters(
      arity = "1..*",
      paramLabel = "RANGE",
      description = "A table and the first columns of a key, or the number of a range.")
  private List<String> range;

  @Option(names = "--json", description = "Prints the router's answer as it is.")
  private boolean json;

  private boolean found;

  @Override
  public Integer call() {
    boolean isNumber = range.size() == 1;
    String table = isNumber ? "" : range.get(0);
    String key = isNumber ? range.get(0) : String.join(",", range.subList(1, range.size()));
    connection.with(client -> show(client.explain(table, key)));
    return found ? 0 : 1;
  }

  private void show(String answer) {
    JsonNode root = StatusView.parse(answer).root();
    found = root.path("problem").isMissingNode();
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? answer + "\n" : ExplainText.of(root));
    out.flush();
  }
}
