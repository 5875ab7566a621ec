package org.thetisdb.core.net.netty;

import io.netty.channel.Channel;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;

/** A port that is listened on, and perhaps a socket within the machine. Thread-safe. */
final class NettyServer implements Transport.Server {
  private final Channel channel;
  private final Channel local;
  private final Address address;

  /**
   * Listens already.
   *
   * @param local the socket within the machine; null if there is none
   */
  NettyServer(Channel channel, Channel local, Address address) {
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
      close(local); // first: who has the port next makes a socket of the same name
    }
    close(channel);
  }

  private static void close(Channel listening) {
    var closed = listening.close();
    if (!listening.eventLoop().inEventLoop()) {
      closed.awaitUninterruptibly();
    }
  }
}
