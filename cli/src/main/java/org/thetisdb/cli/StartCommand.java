package org.thetisdb.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.thetisdb.cli.option.ClusterOptions;
import org.thetisdb.cli.option.Console;
import org.thetisdb.cli.option.OwnClients;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.cluster.EmbeddedCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code thetis start}: a cluster in one process that stays, on a data directory that outlives it.
 */
@Command(
    name = "start",
    description = "Starts a cluster in this process and keeps it until Ctrl-C. Its data survive.",
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class StartCommand implements Callable<Integer> {
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "thetis-data",
      description = "Where logs and checkpoints are kept (${DEFAULT-VALUE}).")
  private Path data;

  @Option(names = "--port", paramLabel = "P", description = "Port for clients (7433).")
  private Integer port;

  @Override
  public Integer call() {
    Console console = new Console(System.out);
    console.say("Starting a cluster on %s ...", data);
    try (EmbeddedCluster started = EmbeddedCluster.start(cluster.settings(port), data, console)) {
      Stop.onExit(started);
      console.say("  %s", started.describe(schemeInForce(started)));
      console.say("Clients connect to %s. Stop with Ctrl-C.", started.clientAddress());
      throw started.awaitEnd();
    }
  }

  /** Data that were there before have a scheme of their own, which may have been changed since. */
  private static String schemeInForce(EmbeddedCluster started) {
    try (ThetisClient client =
        ThetisClient.connect(started.clientAddress().toString(), OwnClients.of(started))) {
      return client.server().scheme();
    }
  }
}
