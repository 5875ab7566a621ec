package org.thetisdb.launcher.cluster;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Address;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.replication.embedded.DataDirectory;
import org.thetisdb.replication.embedded.EmbeddedServices;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.membership.Membership;

/**
 * A whole cluster in one process: ZooKeeper, Kafka, the sites and a router, the same parts as in a
 * real one, each reached over its sockets. All listen on loopback, the router where the settings
 * say.
 */
public final class EmbeddedCluster implements Cluster {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedCluster.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final long startedNs = System.nanoTime();
  private final Progress progress;
  private Settings settings;
  private Address clientAddress;
  private String durability;

  private EmbeddedCluster(Settings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Starts a cluster on a data directory, new or used before. Blocks until clients can connect.
   *
   * @throws ThetisException if a part cannot be started; what was started is stopped again
   */
  public static EmbeddedCluster start(Settings settings, Path dataDir, Progress progress) {
    EmbeddedCluster cluster = new EmbeddedCluster(settings, progress);
    try {
      cluster.startAll(dataDir);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void startAll(Path dataDir) {
    String name = settings.get(ThetisSettings.CLUSTER_NAME);
    own(DataDirectory.open(dataDir, name));
    startServices(dataDir);
    NettyTransport transport = own(Nodes.transport(settings));
    startSites(transport);
    RouterProcess router = own(RouterProcess.start(settings));
    router.awaitReady();
    clientAddress = router.address();
    ready("router");
  }

  private void startServices(Path dataDir) {
    EmbeddedServices services = own(EmbeddedServices.start(dataDir, LOG::error));
    ready("ZooKeeper and Kafka");
    settings =
        settings
            .with(ThetisSettings.DATA_DIR, dataDir.toString())
            .with(ThetisSettings.ZOOKEEPER_ADDRESS, services.zooKeeper().toString())
            .with(ThetisSettings.KAFKA_ADDRESS, services.kafka().toString());
  }

  private void startSites(NettyTransport transport) {
    List<CompletableFuture<Address>> sites = new ArrayList<>();
    for (int site = 1; site <= settings.get(ThetisSettings.CLUSTER_SITES); site++) {
      CommitLog log = own(Nodes.log(settings));
      durability = log.durabilityText();
      Membership membership = own(Nodes.membership(settings));
      SiteHost host =
          own(
              Nodes.host(
                  Nodes.site(site, settings, Address.ANY_LOOPBACK),
                  settings,
                  transport,
                  log,
                  membership));
      String what = "site " + site;
      sites.add(host.start().whenComplete((address, error) -> readyUnless(error, what)));
    }
    sites.forEach(site -> Waiting.forIt(site, "the sites"));
  }

  private void readyUnless(Throwable error, String what) {
    if (error == null) {
      ready(what);
    }
  }

  private void ready(String what) {
    progress.ready(what, (System.nanoTime() - startedNs) / 1e9);
  }

  private synchronized <T extends AutoCloseable> T own(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public Address clientAddress() {
    return clientAddress;
  }

  @Override
  public String describe() {
    return "%d sites in one process, scheme %s, an acknowledged transaction is %s"
        .formatted(
            settings.get(ThetisSettings.CLUSTER_SITES),
            RouterProcess.schemeName(settings),
            durability);
  }

  /** The settings, with the addresses of what was started. */
  public Settings settings() {
    return settings;
  }

  @Override
  public synchronized void close() {
    Waiting.closeAll(parts);
  }
}
