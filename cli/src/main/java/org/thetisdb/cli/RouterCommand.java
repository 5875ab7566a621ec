package org.thetisdb.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.thetisdb.cli.option.CommonOptions;
import org.thetisdb.cli.option.Console;
import org.thetisdb.cluster.RouterProcess;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code thetis router}: a router of a real cluster. */
@Command(
    name = "router",
    description =
        "Runs a router of a cluster that has its own Kafka and ZooKeeper. Of several one leads; all serve clients.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  ./thetis router --port 7433 --kafka 127.0.0.1:9092 --zookeeper 127.0.0.1:2181"
    })
final class RouterCommand implements Callable<Integer> {
  @Mixin private CommonOptions common;
  @Mixin private ServiceOptions services;

  @Option(names = "--host", paramLabel = "HOST", description = "Address to listen on (127.0.0.1).")
  private String host;

  @Option(names = "--port", paramLabel = "P", description = "Port for clients (7433).")
  private Integer port;

  @Override
  public Integer call() {
    Map<String, String> flags = new LinkedHashMap<>(services.flags());
    if (host != null) {
      flags.put(NetworkSettings.LISTEN_HOST.name(), host);
    }
    if (port != null) {
      flags.put(NetworkSettings.LISTEN_PORT.name(), port.toString());
    }
    Settings settings = common.settings(flags);
    Console console = new Console(System.out);
    try (RouterProcess router = RouterProcess.start(settings, what -> console.say("%s", what))) {
      Stop.onExit(router);
      console.say("The router listens at %s.", router.address());
      // What watches over this process starts another one; others have long taken over.
      throw router.awaitEnd();
    }
  }
}
