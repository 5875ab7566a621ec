package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.cli.option.ConnectOptions;
import org.thetisdb.client.ThetisClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code thetis admin rebalance}: spreads load over the sites. */
@Command(
    name = "rebalance",
    description = {
      "Spreads load over the sites where masters are fixed.",
      "The router looks for a second how busy sites are and what transactions access, and plans"
          + " which ranges move where."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis admin rebalance --dry-run",
      "  ./thetis admin rebalance",
      "  ./thetis admin migrations --cancel all"
    })
final class RebalanceCommand implements Callable<Integer> {
  private static final long LOOK_MS = 100;

  /** Behind the plan: a second of which the router has seen all. */
  private static final long SETTLED_MS = 2_200;

  @Spec private CommandSpec spec;

  @Option(names = "--dry-run", description = "Moves nothing; says what would move.")
  private boolean dryRun;

  @Option(names = "--no-wait", description = "Does not wait until all has moved.")
  private boolean noWait;

  @Option(names = "--json", description = "Prints the router's answer as it is.")
  private boolean json;

  @Mixin private ConnectOptions connection;

  private PrintWriter out;

  @Override
  public Integer call() {
    out = spec.commandLine().getOut();
    String[] answer = new String[1];
    connection.with(client -> answer[0] = run(client));
    if (json) {
      out.println(answer[0]);
    }
    out.flush();
    return StatusView.parse(answer[0]).root().path("problem").asText().isEmpty() ? 0 : 1;
  }

  private String run(ThetisClient client) {
    Progress progress = new Progress(out, !json);
    String answer = client.rebalance(dryRun);
    JsonNode root = StatusView.parse(answer).root();
    progress.show(RebalanceText.plan(root));
    if (dryRun || noWait || root.path("moves").isEmpty()) {
      return answer;
    }
    do {
      answer = client.rebalanced();
      root = StatusView.parse(answer).root();
      progress.show(RebalanceText.progress(root));
    } while (root.path("state").asText().equals("moving") && Progress.pause(LOOK_MS));
    if (Progress.pause(SETTLED_MS)) {
      answer = client.rebalanced();
      progress.show(RebalanceText.end(StatusView.parse(answer).root()));
    }
    return answer;
  }
}
