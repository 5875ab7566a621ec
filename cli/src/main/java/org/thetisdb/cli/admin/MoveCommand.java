package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.cli.option.ConnectOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis admin move}: moves a range to another site. */
@Command(
    name = "move",
    description = {
      "Moves the mastership of a range to another site while clients go on.",
      "Where masters are fixed, it stays there; where they follow the transactions, it moves once."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis admin move checking:0..4999 --to 3 --dry-run",
      "  ./thetis admin move checking:0..4999 --to 3",
      "  ./thetis admin move savings --from 1 --to 2",
      "  ./thetis admin move item --to 3 --by copy"
    })
final class MoveCommand implements Callable<Integer> {
  private static final long LOOK_MS = 50;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "RANGE",
      description =
          "A table, or TABLE:FROM..TO with values of its first key column, both included.")
  private String range;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "SITE",
      description = "The site that is to master it.")
  private int target;

  @Option(
      names = "--from",
      paramLabel = "SITE",
      defaultValue = "0",
      description = "Moves only what this site masters.")
  private int source;

  @Option(
      names = "--by",
      paramLabel = "WAY",
      defaultValue = Migrate.ANY_WAY,
      description =
          "How: promote, to a site that holds the rows, so that no row is sent; copy, to a site"
              + " that lacks rows: they come first, beside the logs; ship, to such a site, with"
              + " the mastership, in the log; on-demand, the same, first what calls write; squall,"
              + " the same by sub-plans and in chunks;"
              + " stop, as a copy for which calls wait; failover, as a copy for which they wait when"
              + " it is there; or ${DEFAULT-VALUE}, which picks one of the first three.")
  private String way;

  @Option(names = "--dry-run", description = "Moves nothing; says what would move.")
  private boolean dryRun;

  @Option(names = "--no-wait", description = "Does not wait until it has moved.")
  private boolean noWait;

  @Option(names = "--json", description = "Prints the router's answer as it is.")
  private boolean json;

  @Mixin private ConnectOptions connection;

  private PrintWriter out;
  private long id;

  @Override
  public Integer call() {
    out = spec.commandLine().getOut();
    String[] answer = new String[1];
    connection.with(client -> answer[0] = run(client));
    JsonNode root = StatusView.parse(answer[0]).root();
    int exitCode = 0;
    if (json) {
      out.println(answer[0]);
    } else if (dryRun) {
      out.print(MigrationText.plan(root.path("plan")));
    }
    JsonNode migration = dryRun ? null : MigrationText.find(root, id);
    if (migration != null && MigrationText.isOver(migration)) {
      exitCode = migration.path("state").asText().equals("done") ? 0 : 1;
      out.print(json ? "" : MigrationText.end(migration));
    } else if (migration != null && !json) {
      out.println(MigrationText.progress(migration));
    }
    out.flush();
    return exitCode;
  }

  private String run(ThetisClient client) {
    String answer = client.migrate(range, source, target, way, dryRun);
    id = StatusView.parse(answer).root().path("id").asLong();
    if (dryRun || noWait) {
      return answer;
    }
    String shown = "";
    while (true) {
      JsonNode migration = MigrationText.find(StatusView.parse(answer).root(), id);
      if (migration == null || MigrationText.isOver(migration)) {
        return answer;
      }
      String progress = MigrationText.progress(migration);
      if (!json && !progress.equals(shown)) {
        out.println(progress);
        out.flush();
        shown = progress;
      }
      if (!ShownProgress.pause(LOOK_MS)) {
        return answer;
      }
      answer = client.migrations();
    }
  }
}
