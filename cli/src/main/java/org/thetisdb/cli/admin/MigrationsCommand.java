package org.thetisdb.cli.admin;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.cli.option.ConnectOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis admin migrations}: the ranges that were moved by hand, and are. */
@Command(
    name = "migrations",
    description = {
      "Lists the migrations of ranges: those under way, and the last ones that are over.",
      "One that is cancelled returns mastership to where it was."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis admin migrations",
      "  ./thetis admin migrations --cancel 3",
      "  ./thetis admin migrations --cancel all"
    })
final class MigrationsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--cancel",
      paramLabel = "ID",
      description = "Takes this migration back, or all that are under way.")
  private String cancelled;

  @Option(names = "--json", description = "Prints the router's answer as it is.")
  private boolean json;

  @Mixin private ConnectOptions connection;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    long id = cancelled == null ? 0 : idOf(cancelled);
    String[] answer = new String[1];
    connection.with(
        client -> answer[0] = cancelled == null ? client.migrations() : client.cancelMigration(id));
    out.print(json ? answer[0] + "\n" : MigrationText.table(StatusView.parse(answer[0]).root()));
    out.flush();
    return 0;
  }

  private long idOf(String text) {
    if (text.equals("all")) {
      return 0;
    }
    try {
      long id = Long.parseLong(text);
      if (id > 0) {
        return id;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new ParameterException(
        spec.commandLine(), "\"" + text + "\" is no number of a migration, nor \"all\"");
  }
}
