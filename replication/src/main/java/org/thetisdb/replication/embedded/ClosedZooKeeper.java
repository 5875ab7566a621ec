package org.thetisdb.replication.embedded;

import java.io.IOException;
import java.security.NoSuchAlgorithmException;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.RequestHeader;
import org.apache.zookeeper.server.RequestRecord;
import org.apache.zookeeper.server.ServerCnxn;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/**
 * A server that does nothing for connections which have not shown a password, and says so to each
 * request: one that is cut off instead hears nothing but a lost connection. Nodes need no access
 * lists of their own then, so the password can be another one at each start. ZooKeeper's own
 * setting for this belongs to the whole JVM, and takes any digest for a good one.
 */
final class ClosedZooKeeper extends ZooKeeperServer {
  private static final String SCHEME = "digest";

  private final Id wanted;

  /**
   * A server that is not started yet.
   *
   * @param auth user and password, divided by a colon
   */
  ClosedZooKeeper(FileTxnSnapLog files, int tickMs, String auth)
      throws IOException, NoSuchAlgorithmException {
    super(files, tickMs, "");
    this.wanted = new Id(SCHEME, DigestAuthenticationProvider.generateDigest(auth));
  }

  @Override
  public void processPacket(ServerCnxn connection, RequestHeader header, RequestRecord request)
      throws IOException {
    boolean asksNothing = header.getType() == OpCode.auth || header.getType() == OpCode.ping;
    if (asksNothing || connection.getAuthInfo().contains(wanted)) {
      super.processPacket(connection, header, request);
    } else {
      int refused = KeeperException.Code.AUTHFAILED.intValue();
      int unused = connection.sendResponse(new ReplyHeader(header.getXid(), 0, refused), null, "");
    }
  }
}
