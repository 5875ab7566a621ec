package org.thetisdb.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.thetisdb.cli.option.CommonOptions;
import org.thetisdb.cli.option.Console;
import org.thetisdb.cluster.SiteProcess;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.id.Address;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis site}: one site of a real cluster. */
@Command(
    name = "site",
    description = {
      "Runs one site of a cluster that has its own Kafka and ZooKeeper.",
      "A site beyond the first ones must be admitted before: thetis admin add-site."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {
      "",
      "Example:",
      "  ./thetis site --id 1 --kafka 127.0.0.1:9092 --zookeeper 127.0.0.1:2181"
    })
final class SiteCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private CommonOptions common;
  @Mixin private ServiceOptions services;

  @Option(
      names = "--id",
      paramLabel = "N",
      required = true,
      description = "The site's number, from 1.")
  private int id;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:0",
      description = "Where routers reach it; port 0 takes any (${DEFAULT-VALUE}).")
  private String listen;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where its checkpoints are kept (data).")
  private String data;

  @Override
  public Integer call() {
    if (id < 1) {
      throw new ParameterException(spec.commandLine(), "--id begins at 1.");
    }
    Address address = ServiceOptions.address(spec, listen);
    Map<String, String> flags = new LinkedHashMap<>(services.flags());
    if (data != null) {
      flags.put(SiteSettings.DATA_DIR.name(), data);
    }
    Settings settings = common.settings(flags);
    Console console = new Console(System.out);
    SiteProcess site = SiteProcess.start(id, settings, address);
    Stop.onExit(site);
    console.say(
        "Site %d of cluster \"%s\" serves at %s, with %d MiB for its rows.",
        id, settings.get(BasicSettings.CLUSTER_NAME), site.address(), site.memoryMib());
    site.awaitEnd();
    console.say("Site %d has left the cluster.", id);
    return 0;
  }
}
