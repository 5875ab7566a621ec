package org.thetisdb.lab.torture;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.ProcedureSettings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.lab.process.ClusterPlan;
import org.thetisdb.lab.process.Hosts;
import org.thetisdb.lab.process.NetworkNamespaces;
import org.thetisdb.lab.process.ProcessCluster;

/**
 * The cluster that is tortured: on a network of its own if faults cut links and this is allowed,
 * else on loopback. For one thread.
 */
final class ClusterSetUp implements AutoCloseable {
  /** Often, so that kills hit sites that take checkpoints, and recovery uses them. */
  private static final int PARTITION_KEYS = 100;

  private static final int CHECKPOINT_INTERVAL_MS = 5_000;

  /** With the width of its cells, as the probes need it. */
  private static final String PLACEMENT = "range";

  private static final int STORE_MIB = 256;
  private static final int TOKEN_BYTES = 16;

  private final TortureOptions options;
  private final String secret;
  private final NetworkNamespaces network;
  private TortureUsers users;

  ClusterSetUp(TortureOptions options) {
    this.options = options;
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    this.secret = HexFormat.of().formatHex(random);
    this.network =
        options.faults().stream().anyMatch(Fault::needsLinks)
            ? NetworkNamespaces.open(ProcessCluster.partsOf(options.sites())).orElse(null)
            : null;
  }

  /** The network; empty if links cannot be cut. */
  Optional<NetworkNamespaces> network() {
    return Optional.ofNullable(network);
  }

  /** The kinds of faults that are possible. */
  List<Fault> faults() {
    return options.faults().stream().filter(each -> network != null || !each.needsLinks()).toList();
  }

  /** Returns when each part can be reached, and there are users if it has any. */
  ProcessCluster start(Path directory) throws IOException, InterruptedException {
    ClusterPlan plan = plan();
    if (!options.secure()) {
      // Not on the command line, where everybody can read it.
      return ProcessCluster.start(
          directory,
          plan.with(ProcedureSettings.UPLOAD_ALLOWED.name(), "token"),
          Map.of(ProcedureSettings.UPLOAD_TOKEN.environmentName(), secret));
    }
    TortureCertificates certificates =
        TortureCertificates.make(directory.resolve("certs"), hosts(plan.hosts()));
    for (Map.Entry<String, String> each : certificates.settings().entrySet()) {
      plan = plan.with(each.getKey(), each.getValue());
    }
    ProcessCluster cluster = ProcessCluster.start(directory, plan, Map.of());
    try {
      users = new TortureUsers(secret, certificates.authority());
      users.make(cluster, Torture.PATIENCE_MS);
      return cluster;
    } catch (IOException | RuntimeException | InterruptedException e) {
      cluster.close();
      throw e;
    }
  }

  private List<String> hosts(Hosts hosts) {
    return ProcessCluster.partsOf(options.sites()).stream().map(hosts::address).distinct().toList();
  }

  private ClusterPlan plan() {
    ClusterPlan plan =
        ClusterPlan.of(options.sites(), options.leaseMs())
            .with(
                SiteSettings.CHECKPOINT_INTERVAL_MS.name(),
                Integer.toString(CHECKPOINT_INTERVAL_MS))
            .with(BasicSettings.PARTITION_KEYS.name(), Integer.toString(PARTITION_KEYS))
            .with(BasicSettings.SITE_LANES.name(), Integer.toString(options.lanes()))
            .with(BasicSettings.SCHEME.name(), options.scheme().name())
            .with(BasicSettings.PARTITION_STORE_PLACEMENT.name(), PLACEMENT)
            .with(
                BasicSettings.REPLICAS_FULL_SITES.name(),
                Integer.toString(options.isPartial() ? options.sites() - 1 : 0))
            .with(SiteSettings.STORE_MEMORY_MIB.name(), Integer.toString(STORE_MIB));
    return network == null ? plan : plan.on(network);
  }

  /** How clients of the cluster connect. */
  ClientOptions clients() {
    return users == null
        ? ClientOptions.defaults().withToken(secret)
        : users.options(TortureUsers.WORKER);
  }

  /** The cluster's users; empty if it lets everybody in. */
  Optional<TortureUsers> users() {
    return Optional.ofNullable(users);
  }

  /**
   * Keys of a partition: a grid, so that it is known which site masters what nobody has written.
   */
  static long partitionKeys() {
    return PARTITION_KEYS;
  }

  @Override
  public void close() {
    if (network != null) {
      network.close();
    }
  }
}
