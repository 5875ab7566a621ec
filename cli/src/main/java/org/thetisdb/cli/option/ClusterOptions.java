package org.thetisdb.cli.option;

import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.LogSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Setting;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.scheme.SchemeRegistry;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of commands that start an embedded cluster. */
public final class ClusterOptions {
  @Mixin private CommonOptions common;

  @Option(names = "--sites", paramLabel = "N", description = "Number of sites (3).")
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
      names = "--snapshot",
      paramLabel = "MODE",
      description = "cut, or vector, which is weaker (cut).")
  private String snapshot;

  @Option(
      names = "--durability",
      paramLabel = "D",
      description = "What an acknowledgement survives: process, disk or brokers (process).")
  private String durability;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Writes at the end what was accessed together, for admin place.")
  private String trace;

  @Option(
      names = "--placement",
      paramLabel = "FILE",
      description = "What admin place wrote; for schemes whose masters are fixed.")
  private String placement;

  /** The settings of the cluster. */
  public Settings settings(int defaultPort) {
    return common.settings(flags(Map.of())).with(NetworkSettings.LISTEN_PORT, defaultPort);
  }

  /** The settings of the cluster, with a port that was asked for. */
  public Settings settings(Integer port) {
    return common.settings(
        flags(
            port == null ? Map.of() : Map.of(NetworkSettings.LISTEN_PORT.name(), port.toString())));
  }

  private Map<String, String> flags(Map<String, String> more) {
    Map<String, String> flags = new LinkedHashMap<>(more);
    put(flags, BasicSettings.CLUSTER_SITES, sites);
    put(flags, BasicSettings.SITE_LANES, lanes);
    put(flags, BasicSettings.SCHEME, scheme);
    put(flags, BasicSettings.ROUTER_TRACE_FILE, trace);
    put(flags, BasicSettings.PARTITION_PLACEMENT_FILE, placement);
    put(flags, BasicSettings.SNAPSHOT_MODE, snapshot);
    put(flags, LogSettings.LOG_DURABILITY, durability);
    return flags;
  }

  private static void put(Map<String, String> flags, Setting<?> setting, Object value) {
    if (value != null) {
      flags.put(setting.name(), value.toString());
    }
  }
}
