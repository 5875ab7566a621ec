package org.thetisdb.cluster;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.ServiceSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.inprocess.InProcessNetwork;
import org.thetisdb.core.time.SystemClock;
import org.thetisdb.replication.embedded.DataDirectory;
import org.thetisdb.replication.embedded.EmbeddedServices;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.kafka.LocalBroker;
import org.thetisdb.replication.membership.zookeeper.ZooKeeperSettings;
import org.thetisdb.sql.call.CompiledTexts;

/**
 * A whole cluster in one process: ZooKeeper, Kafka, the sites and a router, the same parts as in a
 * real one. The router and the sites hand their messages to each other directly unless the settings
 * say otherwise; all else goes over sockets. All listen on loopback, the router where the settings
 * say.
 */
public final class EmbeddedCluster implements Cluster {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedCluster.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final InProcessNetwork neighbours = new InProcessNetwork();
  private final CompiledTexts texts = new CompiledTexts();
  private final long startedNs = System.nanoTime();
  private final Progress progress;
  private final Map<Integer, SiteHost> sites = new TreeMap<>();
  private final ExecutorService starter =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "cluster-sites");
            thread.setDaemon(true);
            return thread;
          });
  private final CompletableFuture<ThetisException> failed = new CompletableFuture<>();
  private Settings settings;
  private LocalBroker localBroker;
  private volatile FileStoreSpace disk;
  private String durability;
  private RouterHost router;
  private boolean closed;

  private EmbeddedCluster(Settings settings, Progress progress) {
    this.settings =
        StatementHeap.ofThisProcess().forCluster(StoreMemory.ofThisProcess().forCluster(settings));
    this.progress = progress;
  }

  /**
   * Starts a cluster on a data directory, new or used before. Blocks until clients can connect.
   *
   * @throws ThetisException if a part cannot be started; what was started is stopped again
   */
  public static EmbeddedCluster start(Settings settings, Path dataDir, Progress progress) {
    // Many threads begin at once below. If they were the first that log, the logger would warn of
    // them.
    LoggerFactory.getILoggerFactory();
    NodeSecurity.requireClosed(settings, settings.get(NetworkSettings.LISTEN_HOST));
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
    String name = settings.get(BasicSettings.CLUSTER_NAME);
    own(DataDirectory.open(dataDir, name));
    startServices(dataDir);
    disk = own(FileStoreSpace.of(settings));
    Transport transport = own(Nodes.transport(settings, neighbours));
    startSites(transport);
    router = own(RouterHost.start(settings, this::startRouter, SystemClock.INSTANCE));
    CompletableFuture<Void> unused = router.failed().thenAccept(this::fail);
    ready("router");
  }

  private RouterProcess startRouter(Settings ofRouter) {
    return RouterProcess.start(ofRouter, neighbours, texts, LOG::info);
  }

  private void startServices(Path dataDir) {
    EmbeddedServices services = own(EmbeddedServices.start(dataDir, this::onKafkaFault));
    localBroker = services.localBroker();
    ready("ZooKeeper and Kafka");
    settings = services.reachedBy(settings).with(SiteSettings.DATA_DIR, dataDir.toString());
    if (settings.sourceOf(ServiceSettings.MEMBERSHIP_SESSION_TIMEOUT_MS).equals("default")) {
      // All parts sleep and die together, so haste would help nobody.
      settings =
          settings.with(
              ServiceSettings.MEMBERSHIP_SESSION_TIMEOUT_MS, ZooKeeperSettings.EMBEDDED_SESSION_MS);
    }
  }

  private void onKafkaFault(String text) {
    FileStoreSpace watched = disk;
    fail(
        watched != null && watched.isFull()
            ? new ThetisException(ErrorCode.LOG_DISK_FULL, settings.get(SiteSettings.DATA_DIR))
            : new ThetisException(
                ErrorCode.KAFKA_UNREACHABLE,
                settings.get(ServiceSettings.KAFKA_ADDRESS),
                "it has stopped, " + text));
  }

  /**
   * Reports why, and stops all that there is: a client gets an error then, which would otherwise
   * wait for an answer that nobody can give.
   */
  private void fail(ThetisException reason) {
    if (failed.complete(reason)) {
      Thread end = new Thread(this::close, "cluster-end");
      end.setDaemon(true);
      end.start();
    }
  }

  private void startSites(Transport transport) {
    List<CompletableFuture<Address>> starts = new ArrayList<>();
    for (int site = 1; site <= settings.get(BasicSettings.CLUSTER_SITES); site++) {
      starts.add(startSite(site, transport));
    }
    for (CompletableFuture<Address> start : starts) {
      awaitUnlessLeft(start);
    }
  }

  private synchronized CompletableFuture<Address> startSite(int site, Transport transport) {
    CommitLog log = own(Nodes.log(settings, localBroker));
    durability = log.durabilityText();
    SiteHost host =
        own(
            Nodes.host(
                Nodes.lanes(site, settings, Address.ANY_LOOPBACK),
                settings,
                settings.get(BasicSettings.CLUSTER_SITES),
                transport,
                log,
                own(Nodes.membership(settings)),
                disk,
                texts));
    sites.put(site, host);
    host.setOnSites(present -> startNew(present, transport));
    String what = "site " + site;
    return host.start().whenComplete((address, error) -> readyUnless(error, what));
  }

  /**
   * Sites that were admitted are started here, too, with all their lanes at once. Called on a
   * site's event loop.
   */
  private void startNew(List<Integer> present, Transport transport) {
    try {
      starter.execute(
          () -> {
            int lanes = settings.get(BasicSettings.SITE_LANES);
            for (int last : present) {
              boolean all =
                  IntStream.rangeClosed(last - lanes + 1, last).allMatch(present::contains);
              if (last % lanes == 0 && all) {
                startUnlessThere(last / lanes, transport);
              }
            }
          });
    } catch (RejectedExecutionException closed) {
      // No site is started any more.
    }
  }

  private synchronized void startUnlessThere(int site, Transport transport) {
    if (!closed && !sites.containsKey(site)) {
      CompletableFuture<Address> unused = startSite(site, transport);
    }
  }

  /** A site that has left since the cluster was made is not missed. */
  private static void awaitUnlessLeft(CompletableFuture<Address> start) {
    try {
      Address unused = Waiting.forIt(start, "the sites");
    } catch (ThetisException e) {
      if (e.code() != ErrorCode.SITE_HAS_LEFT) {
        throw e;
      }
    }
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

  /** The file of the authority that clients in this process have to trust; empty without TLS. */
  public Optional<String> authorityOfOwnClients() {
    return NodeSecurity.authorityOfOwnClients(settings);
  }

  @Override
  public Address clientAddress() {
    return router.address();
  }

  @Override
  public String describe() {
    return describe(settings.get(BasicSettings.SCHEME).name());
  }

  /** What {@link #describe()} says, of a cluster in which this scheme is in force. */
  public String describe(String scheme) {
    int lanes = settings.get(BasicSettings.SITE_LANES);
    return ("%d sites%s in one process, %d MiB for the rows of each, scheme %s, an acknowledged"
            + " transaction is %s")
        .formatted(
            settings.get(BasicSettings.CLUSTER_SITES),
            lanes == 1 ? "" : " with " + lanes + " lanes each",
            settings.get(SiteSettings.STORE_MEMORY_MIB),
            scheme,
            durability);
  }

  /**
   * Ends with the reason when a part is gone for good and the cluster cannot go on; it closes by
   * itself then.
   */
  CompletableFuture<ThetisException> failed() {
    return failed;
  }

  /** Waits until the cluster cannot go on; returns why. */
  public ThetisException awaitEnd() {
    return failed.join();
  }

  /**
   * Does some work on this thread for as long as the cluster can go on.
   *
   * @throws ThetisException the reason why the cluster could not; the work was interrupted then
   * @throws InterruptedException if somebody else interrupted the work
   */
  public <T> T whileItRuns(GuardedWork.Work<T> work) throws InterruptedException {
    return new GuardedWork(failed).run(work);
  }

  /** A site by its number, for tests that break it. */
  SiteHost site(int number) {
    return sites.get(number);
  }

  /** The router, for tests that break it. */
  RouterHost router() {
    return router;
  }

  /** The settings, with the addresses of what was started. */
  public Settings settings() {
    return settings;
  }

  @Override
  public synchronized void close() {
    closed = true;
    starter.shutdownNow();
    Waiting.closeAll(parts);
  }
}
