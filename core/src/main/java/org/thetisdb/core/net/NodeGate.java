package org.thetisdb.core.net;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.wire.ClientMessage.RelayHello;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SiteToSite;

/**
 * A transport where only nodes may send what sites and routers send: to lead, to relay for others'
 * clients, to read without the leader, to copy rows, to follow a log. The name of a cluster proves
 * nothing. A node shows its certificate, or comes by the local socket of the same user, or is a
 * part of this process. Whoever else sends such a message is told so, and the connection ends.
 *
 * <p>It stands below all that listens, so that no kind of message can be forgotten. Thread-safe.
 */
public final class NodeGate implements Transport {
  private static final Logger LOG = LoggerFactory.getLogger(NodeGate.class);

  private final Transport transport;
  private final boolean plainMayPass;
  private final OncePerPeer refusals = new OncePerPeer();

  /**
   * A gate before those that listen on a transport, which is closed with it.
   *
   * @param plainMayPass whether what comes over TCP without TLS is believed, as long as processes
   *     of the cluster have no TLS yet
   */
  public NodeGate(Transport transport, boolean plainMayPass) {
    this.transport = transport;
    this.plainMayPass = plainMayPass;
  }

  @Override
  public void connect(Address address, Scheduler scheduler, ConnectionListener listener) {
    transport.connect(address, scheduler, listener);
  }

  @Override
  public boolean isSlowToConnect() {
    return transport.isSlowToConnect();
  }

  @Override
  public Server listen(Address address, Scheduler scheduler, Acceptor acceptor) {
    return transport.listen(
        address,
        scheduler,
        connection -> {
          ConnectionListener listener = acceptor.accept(connection);
          return mayBeNode(connection.peer()) ? listener : new Watched(listener);
        });
  }

  private boolean mayBeNode(Peer peer) {
    return peer.isSameUser() || peer.isNode() || (plainMayPass && peer.way() == Peer.Way.TCP);
  }

  @Override
  public void close() {
    transport.close();
  }

  private void refuse(Connection connection, Message message) {
    String what = message.getClass().getSimpleName();
    if (refusals.isNews(connection.remoteAddress(), what)) {
      LOG.warn(
          "{} sent {}, which only nodes of the cluster may; it came {}",
          connection.remoteAddress(),
          what,
          connection.peer());
    }
    ThetisException refusal = new ThetisException(ErrorCode.NOT_A_NODE, connection.peer());
    connection.send(new Goodbye(refusal.code().number(), refusal.getMessage()));
    connection.close();
  }

  /** What a peer sends that is no node; it is deaf after the refusal, but for the end. */
  private final class Watched implements ConnectionListener {
    private final ConnectionListener listener;
    private boolean refused;

    Watched(ConnectionListener listener) {
      this.listener = listener;
    }

    @Override
    public void onMessage(Connection connection, Message message) {
      boolean ofNode =
          message instanceof RouterToSite
              || message instanceof SiteToSite
              || message instanceof RelayHello;
      if (refused) {
        return;
      }
      if (ofNode) {
        refused = true;
        refuse(connection, message);
      } else {
        listener.onMessage(connection, message);
      }
    }

    @Override
    public void onWritable(Connection connection) {
      listener.onWritable(connection);
    }

    @Override
    public void onClosed(Connection connection, String reason) {
      listener.onClosed(connection, reason);
    }
  }
}
