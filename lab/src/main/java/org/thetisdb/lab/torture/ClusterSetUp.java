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
  private final String token;
  private final NetworkNamespaces network;

  ClusterSetUp(TortureOptions options) {
    this.options = options;
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    this.token = HexFormat.of().formatHex(random);
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

  ProcessCluster start(Path directory) throws IOException {
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
            .with(SiteSettings.STORE_MEMORY_MIB.name(), Integer.toString(STORE_MIB))
            .with(ProcedureSettings.UPLOAD_ALLOWED.name(), "token");
    return ProcessCluster.start(
        directory,
        network == null ? plan : plan.on(network),
        // Not on the command line, where everybody can read it.
        Map.of(ProcedureSettings.UPLOAD_TOKEN.environmentName(), token));
  }

  /** How clients of the cluster connect. */
  ClientOptions clients() {
    return ClientOptions.defaults().withToken(token);
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
