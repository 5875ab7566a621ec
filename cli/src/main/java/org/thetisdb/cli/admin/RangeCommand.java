package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.cli.option.ConnectOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis admin range}: borders of ranges by hand. */
@Command(
    name = "range",
    description = {
      "Splits a range in two, or merges it with the one before it.",
      "For clusters of ranges (partition.keys=0). Clients go on meanwhile; what the load asks for"
          + " comes and goes as before."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis admin range split checking 5000",
      "  ./thetis admin range split checking 5000 --dry-run",
      "  ./thetis admin range merge checking 5000"
    })
final class RangeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "ACTION", description = "One of split, merge.")
  private String action;

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String table;

  @Parameters(
      paramLabel = "KEY",
      description =
          "Where the border is: the first key behind it, or values of its first columns with"
              + " commas between them.")
  private String key;

  @Option(names = "--dry-run", description = "Changes nothing; says what would be done.")
  private boolean dryRun;

  @Option(names = "--json", description = "Prints the router's answer as it is.")
  private boolean json;

  @Mixin private ConnectOptions connection;

  @Override
  public Integer call() {
    boolean split = action.equals("split");
    if (!split && !action.equals("merge")) {
      throw new ParameterException(spec.commandLine(), "ACTION is split or merge");
    }
    String[] answer = new String[1];
    connection.with(client -> answer[0] = client.changeBorder(split, table, key, dryRun));
    spec.commandLine()
        .getOut()
        .println(json ? answer[0] : text(StatusView.parse(answer[0]).root()));
    spec.commandLine().getOut().flush();
    return 0;
  }

  private String text(JsonNode root) {
    String done = action.equals("split") ? "split" : "merged";
    return "The range of %s at site %d %s at %s; there are %d ranges."
        .formatted(
            table,
            root.path("site").asInt(),
            dryRun ? "would be " + done : "is " + done,
            key,
            root.path("ranges").asInt());
  }
}
