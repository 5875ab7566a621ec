package org.thetisdb.core.net.netty;

import io.netty.channel.Channel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;

/** A channel of Netty's whose socket can be written by others than its event loop, too. */
final class OpenSocketChannel extends NioSocketChannel {
  /** A channel that is to be connected. */
  OpenSocketChannel() {}

  private OpenSocketChannel(Channel server, SocketChannel accepted) {
    super(server, accepted);
  }

  /** The socket. Its writes are thread-safe and do not block. */
  SocketChannel socket() {
    return javaChannel();
  }

  /** Makes such channels of what it accepts. */
  static final class Server extends NioServerSocketChannel {
    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      SocketChannel socket = javaChannel().accept();
      if (socket == null) {
        return 0;
      }
      accepted.add(new OpenSocketChannel(this, socket));
      return 1;
    }
  }
}
