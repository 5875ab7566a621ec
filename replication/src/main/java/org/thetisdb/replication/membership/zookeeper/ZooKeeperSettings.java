package org.thetisdb.replication.membership.zookeeper;

import org.thetisdb.core.config.SecretProperties;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;

/**
 * Where the registry is and how patient it is.
 *
 * @param servers one or more {@code host:port}, separated by commas
 * @param root the node below which everything of one cluster is kept, such as {@code /thetis}
 * @param sessionTimeoutMs how long a silent process counts as alive; the server may bind it to its
 *     own limits
 * @param connectTimeoutMs how long to look for a server before it counts as unreachable
 * @param security how the client shows who it is, by ZooKeeper's own names and {@code digest}
 */
public record ZooKeeperSettings(
    String servers,
    String root,
    int sessionTimeoutMs,
    int connectTimeoutMs,
    SecretProperties security) {
  /** The name of user and password in {@link #security}, divided by a colon. */
  static final String DIGEST = "digest";

  /** The same for a server that lets nobody else in: nodes get no access lists. */
  static final String AUTH = "auth";

  /** Session time-out for a server in the same process, where nobody is left to take over. */
  public static final int EMBEDDED_SESSION_MS = 6000;

  /** Checks the settings; BAD_SETTING names the one that is wrong. */
  public ZooKeeperSettings {
    check(root.matches("(/[a-zA-Z0-9_-]+)+"), "zookeeper.root", root, "write /name");
    check(sessionTimeoutMs > 0, "zookeeper.session_ms", sessionTimeoutMs, "must be above 0");
    check(
        connectTimeoutMs > 0, "zookeeper.connect_timeout_ms", connectTimeoutMs, "must be above 0");
  }

  /** The usual settings, with the given session time-out. */
  public static ZooKeeperSettings of(String servers, int sessionTimeoutMs) {
    return new ZooKeeperSettings(
        servers, "/thetis", sessionTimeoutMs, 10_000, SecretProperties.none());
  }

  /** These settings with another bound on looking for a server. */
  public ZooKeeperSettings withConnectTimeoutMs(int ms) {
    return new ZooKeeperSettings(servers, root, sessionTimeoutMs, ms, security);
  }

  /** Which names a file of these may have. */
  public static boolean isForSecurity(String name) {
    return name.equals(DIGEST)
        || name.equals(AUTH)
        || name.startsWith("zookeeper.ssl.")
        || name.equals("zookeeper.client.secure")
        || name.equals("zookeeper.clientCnxnSocket");
  }

  /** These settings for a server that asks who comes. */
  public ZooKeeperSettings withSecurity(SecretProperties newSecurity) {
    return new ZooKeeperSettings(servers, root, sessionTimeoutMs, connectTimeoutMs, newSecurity);
  }

  String settingsPath() {
    return root + "/settings";
  }

  String incarnationPath(int site) {
    return root + "/incarnations/" + site;
  }

  String sitesPath() {
    return root + "/sites";
  }

  String sitePath(int site) {
    return root + "/sites/" + site;
  }

  String routersPath() {
    return root + "/routers";
  }

  /** A colon is all that an address has beside the letters of a node's name. */
  String routerPath(Address router) {
    return routersPath() + "/" + router;
  }

  String leaderPath() {
    return root + "/leader";
  }

  String leaderEpochPath() {
    return root + "/leader-epoch";
  }

  private static void check(boolean good, String setting, Object value, String why) {
    if (!good) {
      throw new ThetisException(ErrorCode.BAD_SETTING, setting, value, why);
    }
  }
}
