package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.benchmarks.text.Format;
import org.thetisdb.benchmarks.text.TextTable;
import org.thetisdb.cli.option.ConnectOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.wire.ClientMessage.ChangeReplicas;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis admin replica}: replicas of ranges at sites that hold only a part of the rows. */
@Command(
    name = "replica",
    description = {
      "Adds a replica of a range at a site that holds only a part of the rows, drops one, or lists"
          + " them.",
      "For clusters that were made with replicas.full_sites. Clients go on meanwhile. A call whose"
          + " rows are all at a site may run there; until a replica is filled, none does."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./thetis admin replica list",
      "  ./thetis admin replica add item 2",
      "  ./thetis admin replica add checking:0..4999 3",
      "  ./thetis admin replica drop item 2 --dry-run",
      "  ./thetis admin replica drop item 2"
    })
final class ReplicaCommand implements Callable<Integer> {
  private static final long LOOK_MS = 200;

  private enum Action {
    LIST(ChangeReplicas.LIST),
    ADD(ChangeReplicas.ADD),
    DROP(ChangeReplicas.DROP);

    private final String word;

    Action(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "ACTION", description = "One of ${COMPLETION-CANDIDATES}.")
  private Action action;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "RANGE",
      defaultValue = "",
      description =
          "A table, or TABLE:FROM..TO with values of its first key column, both included.")
  private String range;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "SITE",
      defaultValue = "0",
      description = "The site.")
  private int site;

  @Option(
      names = "--dry-run",
      description = "Changes nothing; fails as the change would, if it could not be made.")
  private boolean dryRun;

  @Option(names = "--no-wait", description = "Does not wait until a replica is filled.")
  private boolean noWait;

  @Option(names = "--json", description = "Prints the router's answer as it is.")
  private boolean json;

  @Mixin private ConnectOptions connection;

  private PrintWriter out;

  @Override
  public Integer call() {
    out = spec.commandLine().getOut();
    if (action != Action.LIST && (range.isEmpty() || site < 1)) {
      throw new ParameterException(
          spec.commandLine(), "replica " + action + " needs a range and a site");
    }
    String[] answer = new String[1];
    connection.with(client -> answer[0] = run(client));
    if (json) {
      out.println(answer[0]);
    } else {
      out.print(text(StatusView.parse(answer[0]).root()));
    }
    out.flush();
    return 0;
  }

  private String run(ThetisClient client) {
    String answer = client.changeReplicas(word(), range, site);
    boolean waits = action == Action.ADD && !noWait && !dryRun;
    ShownProgress progress = new ShownProgress(out, !json);
    while (waits && isCopying(answer)) {
      progress.show(copying(answer) + "\n");
      if (!ShownProgress.pause(LOOK_MS)) {
        return answer;
      }
      answer = client.changeReplicas(ChangeReplicas.LIST, "", 0);
    }
    return answer;
  }

  private String word() {
    return switch (action) {
      case LIST -> ChangeReplicas.LIST;
      case ADD -> dryRun ? ChangeReplicas.TRY_ADD : ChangeReplicas.ADD;
      case DROP -> dryRun ? ChangeReplicas.TRY_DROP : ChangeReplicas.DROP;
    };
  }

  /** Whether one at the site is not filled: those that were added before are waited for, too. */
  private boolean isCopying(String answer) {
    for (JsonNode each : StatusView.parse(answer).root().path("replicas")) {
      if (each.path("site").asInt() == site && each.path("state").asText().equals("copying")) {
        return true;
      }
    }
    return false;
  }

  private String copying(String answer) {
    StringBuilder text = new StringBuilder();
    for (JsonNode each : StatusView.parse(answer).root().path("replicas")) {
      if (each.path("site").asInt() == site && each.path("state").asText().equals("copying")) {
        String problem = each.path("problem").asText();
        text.append(text.isEmpty() ? "" : "\n")
            .append(
                String.format(
                    Locale.ROOT,
                    "  %s at site %d: %,d rows%s",
                    each.path("range").asText(),
                    site,
                    each.path("rows").asLong(),
                    problem.isEmpty() ? "" : ", again, since " + problem));
      }
    }
    return text.toString();
  }

  /** All replicas that were added, and the copies that the cluster keeps. */
  static String text(JsonNode root) {
    return replicas(root) + copies(root);
  }

  private static String copies(JsonNode root) {
    int wanted = root.path("copies_wanted").asInt();
    if (wanted == 0) {
      return "";
    }
    TextTable table = new TextTable("<table", "copies", "held", "<note");
    for (JsonNode each : root.path("copies")) {
      table.row(
          each.path("table").asText(),
          each.path("copies").asText(),
          each.path("held").asText(),
          each.path("note").asText());
    }
    return "\nThe cluster keeps " + wanted + " copies of each table.\n" + table.render("  ");
  }

  private static String replicas(JsonNode root) {
    if (root.path("replicas").isEmpty()) {
      return "No replica was added.\n";
    }
    TextTable table = new TextTable("<range", "site", "<state", "rows copied", "<problem");
    for (JsonNode each : root.path("replicas")) {
      table.row(
          each.path("range").asText(),
          each.path("site").asText(),
          each.path("state").asText(),
          Format.count(each.path("rows").asLong()),
          each.path("problem").asText());
    }
    return table.render("  ");
  }
}
