package org.thetisdb.cli.admin;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.cli.option.ConnectOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code thetis status}: what is where in a running cluster, and why. */
@Command(
    name = "status",
    description = "Shows what is where in a running cluster, and why it was moved.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis status",
      "  ./thetis status --url 10.0.0.5:7433 --moves 50",
      "  ./thetis status --json | jq .counters"
    })
public final class StatusCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConnectOptions connection;

  @Option(names = "--json", description = "Prints the router's answer as it is.")
  private boolean json;

  @Option(
      names = "--moves",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many of the last moves to show (${DEFAULT-VALUE}).")
  private int moves;

  @Override
  public Integer call() {
    connection.with(client -> show(client.status()));
    return 0;
  }

  private void show(String status) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? status + "\n" : StatusText.of(StatusView.parse(status).root(), moves));
    out.flush();
  }
}
