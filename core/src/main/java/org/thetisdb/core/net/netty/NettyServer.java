package org.thetisdb.core.net.netty;

import io.netty.channel.Channel;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;

/** A port that is listened on, and perhaps a socket within the machine. Thread-safe. */
final class NettyServer implements Transport.Server {
  private static final Logger LOG = LoggerFactory.getLogger(NettyServer.class);

  private final Channel channel;
  private final Channel local;
  private final Address address;
  private final Consumer<NettyServer> onClosed;

  /**
   * Listens already.
   *
   * @param local the socket within the machine; null if there is none
   */
  NettyServer(Channel channel, Channel local, Address address, Consumer<NettyServer> onClosed) {
    this.onClosed = onClosed;
    this.channel = channel;
    this.local = local;
    this.address = address;
  }

  @Override
  public Address address() {
    return address;
  }

  /** Returns when the port is free, unless called on an event loop, which cannot wait. */
  @Override
  public void close() {
    if (local != null) {
      // Before the port is free: the process that has it next makes a socket of the same name.
      delete(local.localAddress());
      close(local);
    }
    close(channel);
    onClosed.accept(this);
  }

  private static void delete(SocketAddress socket) {
    try {
      Files.deleteIfExists(((UnixDomainSocketAddress) socket).getPath());
    } catch (IOException e) {
      LOG.debug("A socket within the machine is left where it was", e);
    }
  }

  private static void close(Channel listening) {
    var closed = listening.close();
    if (!listening.eventLoop().inEventLoop()) {
      closed.awaitUninterruptibly();
    }
  }
}
