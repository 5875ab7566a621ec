package org.thetisdb.replication.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.metrics.impl.NullMetricsProvider;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ServerMetrics;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;

/**
 * A ZooKeeper server inside this process: no ensemble, no admin server, few threads.
 *
 * <p>The data directory survives the death of the process; every change is flushed before it is
 * acknowledged. Starting and closing block. Thread-safe.
 */
public final class EmbeddedZooKeeper implements AutoCloseable {
  /**
   * The unit of ZooKeeper's time, in milliseconds: a dead session is found at most this much late.
   */
  public static final int DEFAULT_TICK_MS = 50;

  private static final int MAX_SESSION_MS = 60_000;
  private static final int LOG_FILE_KIB = 1024;
  private static final int MAX_CONNECTIONS_PER_HOST =
      0; // no limit: all of a small cluster is one host

  private final ServerCnxnFactory connections;
  private final ZooKeeperServer server;
  private final FileTxnSnapLog files;

  private EmbeddedZooKeeper(
      ServerCnxnFactory connections, ZooKeeperServer server, FileTxnSnapLog files) {
    this.connections = connections;
    this.server = server;
    this.files = files;
  }

  /** As {@link #start(Path, Address, int)} with the usual tick. */
  public static EmbeddedZooKeeper start(Path dataDir, Address bind) {
    return start(dataDir, bind, DEFAULT_TICK_MS);
  }

  /**
   * Starts a server and returns when it can serve.
   *
   * @param dataDir belongs to this server alone; made if it is not there
   * @param bind where clients come in; port 0 means any free one
   * @param tickMs sessions may have time-outs from two ticks on
   * @throws ThetisException PORT_IN_USE or START_FAILED
   */
  public static EmbeddedZooKeeper start(Path dataDir, Address bind, int tickMs) {
    return start(dataDir, bind, tickMs, null);
  }

  /** The same; with a secret, clients that do not show it are sent away. */
  static EmbeddedZooKeeper start(Path dataDir, Address bind, int tickMs, ServiceSecret secret) {
    ServerCnxnFactory connections = listen(bind);
    try {
      return serve(connections, dataDir, tickMs, secret);
    } catch (Exception e) {
      connections.shutdown();
      throw StartFailure.of("ZooKeeper", e);
    }
  }

  private static ServerCnxnFactory listen(Address bind) {
    NIOServerCnxnFactory connections = new NIOServerCnxnFactory();
    try {
      InetSocketAddress address = new InetSocketAddress(bind.host(), bind.port());
      connections.configure(address, MAX_CONNECTIONS_PER_HOST);
      return connections;
    } catch (IOException e) {
      throw new ThetisException(ErrorCode.PORT_IN_USE, bind, e.getMessage()).causedBy(e);
    }
  }

  private static EmbeddedZooKeeper serve(
      ServerCnxnFactory connections, Path dataDir, int tickMs, ServiceSecret secret)
      throws Exception {
    Files.createDirectories(dataDir);
    FileTxnLog.setPreallocSize(LOG_FILE_KIB * 1024L);
    ZooKeeperServer.setDigestEnabled(false);
    ServerMetrics.metricsProviderInitialized(NullMetricsProvider.INSTANCE);
    FileTxnSnapLog files = new FileTxnSnapLog(dataDir.toFile(), dataDir.toFile());
    ZooKeeperServer server =
        secret == null
            ? new ZooKeeperServer(files, tickMs, "")
            : new ClosedZooKeeper(files, tickMs, secret.zooKeeperAuth());
    server.setMinSessionTimeout(2 * tickMs);
    server.setMaxSessionTimeout(Math.max(MAX_SESSION_MS, 20 * tickMs));
    connections.startup(server);
    return new EmbeddedZooKeeper(connections, server, files);
  }

  /** Where clients reach the server. */
  public Address address() {
    InetSocketAddress local = connections.getLocalAddress();
    return new Address(local.getAddress().getHostAddress(), local.getPort());
  }

  /**
   * Stops the server. Sessions stay open on disk and go on if the server returns within their
   * time-outs.
   */
  @Override
  public void close() {
    connections.shutdown();
    server.shutdown();
    StartFailure.closeQuietly(files::close);
  }
}
