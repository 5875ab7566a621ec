package org.thetisdb.core.net.netty;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;

/** A port that is listened on. Thread-safe. */
final class NettyServer implements Transport.Server {
  private final Channel channel;
  private final Address address;

  NettyServer(Channel channel, String host) {
    this.channel = channel;
    this.address = new Address(host, ((InetSocketAddress) channel.localAddress()).getPort());
  }

  @Override
  public Address address() {
    return address;
  }

  /** Returns when the port is free, unless called on an event loop, which cannot wait. */
  @Override
  public void close() {
    var closed = channel.close();
    if (!channel.eventLoop().inEventLoop()) {
      closed.awaitUninterruptibly();
    }
  }
}
