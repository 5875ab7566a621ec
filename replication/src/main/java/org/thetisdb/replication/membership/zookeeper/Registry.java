package org.thetisdb.replication.membership.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.curator.retry.RetryUntilElapsed;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * The connection to ZooKeeper, and the few operations that membership is made of. Everything here
 * may wait, and belongs to the membership's thread.
 */
final class Registry implements AutoCloseable {
  private static final int RETRY_MS = 100;

  private final ZooKeeperSettings settings;
  private final CuratorFramework client;

  Registry(ZooKeeperSettings settings) {
    this.settings = settings;
    CuratorFrameworkFactory.Builder builder =
        CuratorFrameworkFactory.builder()
            .connectString(settings.servers())
            .sessionTimeoutMs(settings.sessionTimeoutMs())
            .connectionTimeoutMs(settings.connectTimeoutMs())
            .retryPolicy(new RetryUntilElapsed(settings.connectTimeoutMs(), RETRY_MS))
            .ensembleTracker(false)
            .zkClientConfig(clientConfig(settings));
    String digest = settings.security().values().get(ZooKeeperSettings.DIGEST);
    if (digest != null) {
      builder
          .authorization(ZooKeeperSettings.DIGEST, digest.getBytes(StandardCharsets.UTF_8))
          .aclProvider(new OwnNodes());
    }
    String auth = settings.security().values().get(ZooKeeperSettings.AUTH);
    if (auth != null) {
      builder.authorization(ZooKeeperSettings.DIGEST, auth.getBytes(StandardCharsets.UTF_8));
    }
    this.client = builder.build();
  }

  /** With a password the nodes are closed to all that do not have it. */
  private static final class OwnNodes implements ACLProvider {
    @Override
    public List<ACL> getDefaultAcl() {
      return ZooDefs.Ids.CREATOR_ALL_ACL;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
      return ZooDefs.Ids.CREATOR_ALL_ACL;
    }
  }

  private static ZKClientConfig clientConfig(ZooKeeperSettings settings) {
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
    settings.security().values().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith("zookeeper."))
        .forEach(entry -> config.setProperty(entry.getKey(), entry.getValue()));
    return config;
  }

  /**
   * Begins to connect; {@code listener} hears of every change of the connection, on Curator's
   * thread.
   */
  void start(ConnectionStateListener listener) {
    client.getConnectionStateListenable().addListener(listener);
    client.start();
  }

  CuratorFramework client() {
    return client;
  }

  /**
   * Runs work that needs the connection; ZOOKEEPER_UNREACHABLE if there is none within the set
   * time.
   */
  <T> T connected(Callable<T> work) {
    try {
      if (!client.blockUntilConnected(settings.connectTimeoutMs(), TimeUnit.MILLISECONDS)) {
        throw unreachable("no answer within " + settings.connectTimeoutMs() + " ms");
      }
      return work.call();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted").causedBy(e);
    } catch (ThetisException e) {
      throw e;
    } catch (KeeperException.AuthFailedException
        | KeeperException.NoAuthException
        | KeeperException.SessionClosedRequireAuthException e) {
      throw unreachable(aboutLogin()).causedBy(e);
    } catch (Exception e) {
      throw unreachable(e.getMessage()).causedBy(e);
    }
  }

  /** What to do where the server wants to know who asks. */
  private String aboutLogin() {
    return settings.security().values().isEmpty()
        ? "it asks for a login; name a file with one in zookeeper.security_file, and one for Kafka"
            + " in kafka.security_file"
        : "it refuses the login of zookeeper.security_file";
  }

  private ThetisException unreachable(String why) {
    return new ThetisException(ErrorCode.ZOOKEEPER_UNREACHABLE, settings.servers(), why);
  }

  /** A node's bytes, or null if it is not there; {@code stat} is filled. */
  byte[] read(String path, Stat stat) throws Exception {
    try {
      return client.getData().storingStatIn(stat).forPath(path);
    } catch (KeeperException.NoNodeException e) {
      return null;
    }
  }

  /** Names of the nodes below; none if the node is not there. */
  List<String> children(String path) throws Exception {
    try {
      return client.getChildren().forPath(path);
    } catch (KeeperException.NoNodeException e) {
      return List.of();
    }
  }

  /** Makes a node that stays, unless it is there. */
  void createIfAbsent(String path, byte[] bytes) throws Exception {
    try {
      if (settings.security().values().containsKey(ZooKeeperSettings.DIGEST)) {
        createClosed(path, bytes);
      } else {
        client.create().creatingParentsIfNeeded().forPath(path, bytes);
      }
    } catch (KeeperException.NodeExistsException e) {
      // as wanted
    }
  }

  /**
   * Whoever may change a node may delete what is below, so the parents are closed as well; but not
   * the topmost, which clusters with other passwords share.
   */
  private void createClosed(String path, byte[] bytes) throws Exception {
    String topmost = path.substring(0, path.indexOf('/', 1));
    try {
      client.create().withACL(ZooDefs.Ids.OPEN_ACL_UNSAFE).forPath(topmost, new byte[0]);
    } catch (KeeperException.NodeExistsException e) {
      // as wanted
    }
    client
        .create()
        .creatingParentsIfNeeded()
        .withACL(ZooDefs.Ids.CREATOR_ALL_ACL, true)
        .forPath(path, bytes);
  }

  /** The session's number; a new session has another one. */
  long session() throws Exception {
    return zooKeeper().getSessionId();
  }

  /** The session time-out that the server agreed to, in milliseconds. */
  int agreedTimeoutMs() throws Exception {
    return zooKeeper().getSessionTimeout();
  }

  ZooKeeper zooKeeper() throws Exception {
    return client.getZookeeperClient().getZooKeeper();
  }

  /** Does all of this or nothing. */
  void together(List<CuratorOp> operations) throws Exception {
    client.transaction().forOperations(operations);
  }

  CuratorOp createEphemeral(String path, byte[] bytes) throws Exception {
    return client.transactionOp().create().withMode(CreateMode.EPHEMERAL).forPath(path, bytes);
  }

  CuratorOp write(String path, byte[] bytes, int version) throws Exception {
    return client.transactionOp().setData().withVersion(version).forPath(path, bytes);
  }

  CuratorOp delete(String path) throws Exception {
    return client.transactionOp().delete().forPath(path);
  }

  @Override
  public void close() {
    client.close();
  }
}
