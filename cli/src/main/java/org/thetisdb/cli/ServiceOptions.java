package org.thetisdb.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.LogSettings;
import org.thetisdb.core.config.ServiceSettings;
import org.thetisdb.core.config.Setting;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.scheme.SchemeRegistry;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Where a real cluster's services are. All processes of a cluster need the same. */
final class ServiceOptions {
  @Spec(Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT",
      description = "Kafka, several by commas (127.0.0.1:9092).")
  private String kafka;

  @Option(
      names = "--zookeeper",
      paramLabel = "HOST:PORT",
      description = "ZooKeeper, several by commas (127.0.0.1:2181).")
  private String zooKeeper;

  @Option(names = "--cluster", paramLabel = "NAME", description = "The cluster's name (thetis).")
  private String cluster;

  @Option(names = "--sites", paramLabel = "N", description = "Sites of a new cluster (3).")
  private Integer sites;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "Engines of each site, which share its rows (1).")
  private Integer lanes;

  @Option(
      names = "--scheme",
      paramLabel = "S",
      completionCandidates = SchemeRegistry.Names.class,
      description = "One of ${COMPLETION-CANDIDATES}; the first if none is named.")
  private String scheme;

  @Option(
      names = "--durability",
      paramLabel = "D",
      description = "process, disk or brokers (process).")
  private String durability;

  Map<String, String> flags() {
    checkAddresses(kafka);
    checkAddresses(zooKeeper);
    Map<String, String> flags = new LinkedHashMap<>();
    put(flags, ServiceSettings.KAFKA_ADDRESS, kafka);
    put(flags, ServiceSettings.ZOOKEEPER_ADDRESS, zooKeeper);
    put(flags, BasicSettings.CLUSTER_NAME, cluster);
    put(flags, BasicSettings.CLUSTER_SITES, sites);
    put(flags, BasicSettings.SITE_LANES, lanes);
    put(flags, BasicSettings.SCHEME, scheme);
    put(flags, LogSettings.LOG_DURABILITY, durability);
    return flags;
  }

  private void checkAddresses(String addresses) {
    if (addresses != null) {
      for (String one : addresses.split(",", -1)) {
        address(command, one);
      }
    }
  }

  /** The address that a flag names; wrong usage if it is none. */
  static Address address(CommandSpec command, String text) {
    try {
      return Address.parse(text);
    } catch (ThetisException e) {
      throw new ParameterException(command.commandLine(), e.describe(), e);
    }
  }

  private static void put(Map<String, String> flags, Setting<?> setting, Object value) {
    if (value != null) {
      flags.put(setting.name(), value.toString());
    }
  }
}
