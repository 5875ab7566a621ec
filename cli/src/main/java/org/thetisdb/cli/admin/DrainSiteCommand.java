package org.thetisdb.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.thetisdb.benchmarks.driver.result.StatusView;
import org.thetisdb.cli.option.ConnectOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.placement.SiteStanding;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code thetis admin drain-site}: takes a site out of a running cluster. */
@Command(
    name = "drain-site",
    description = {
      "Takes a site out of a running cluster for good.",
      "It hands over all that it masters and ends by itself. Nothing is lost, and calls go on. A"
          + " site that is lost can be drained, too. Where sites hold a part of the rows and masters"
          + " stay, its ranges go to all sites that stay, as migrations do. The command waits; the"
          + " cluster goes on without it."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  ./thetis admin drain-site 3"})
final class DrainSiteCommand implements Callable<Integer> {
  private static final long LOOK_MS = 200;
  private static final String LEFT = "left";

  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "SITE", description = "The site's number.")
  private int site;

  @Option(names = "--no-wait", description = "Returns when the cluster has begun to drain it.")
  private boolean noWait;

  @Mixin private ConnectOptions connection;

  private PrintWriter out;
  private String lastRanges = "";
  private long lastLeft = -1;

  @Override
  public Integer call() {
    out = spec.commandLine().getOut();
    connection.with(
        client -> {
          client.changeSite(site, SiteStanding.DRAINING);
          say("Site %d is being drained.".formatted(site));
          if (!noWait) {
            await(client);
          }
        });
    return 0;
  }

  private void await(ThetisClient client) {
    while (!hasLeft(client)) {
      if (!ShownProgress.pause(LOOK_MS)) {
        say("Not waited for any longer; the cluster goes on.");
        return;
      }
    }
    say("Site %d has left the cluster.".formatted(site));
  }

  private boolean hasLeft(ThetisClient client) {
    JsonNode root = StatusView.parse(client.status()).root();
    tellOfRanges(root.path("emptying"));
    for (JsonNode each : root.path("per_site")) {
      if (each.path("site").asInt() == site) {
        tell(each.path("mastered_partitions").asLong());
        return each.path("state").asText().equals(LEFT);
      }
    }
    return false;
  }

  private void tellOfRanges(JsonNode emptying) {
    if (emptying.path("site").asInt() == site && emptying.path("ranges").asInt() > 0) {
      String line =
          "  %,d of %,d ranges have gone with their rows"
              .formatted(emptying.path("ended").asLong(), emptying.path("ranges").asLong());
      if (!line.equals(lastRanges)) {
        say(line);
      }
      lastRanges = line;
    }
  }

  private void tell(long partitionsLeft) {
    if (partitionsLeft != lastLeft && partitionsLeft > 0) {
      say("  %,d partitions that moved are left".formatted(partitionsLeft));
    }
    lastLeft = partitionsLeft;
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
