package org.thetisdb.core.net.netty;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.TransportContract;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.socket.LocalSockets;

/** Sockets within the machine keep the contract of all connections. */
@Tag("threads")
class LocalContractTest extends TransportContract {
  @TempDir Path temporary;

  @Override
  protected Transport open(TransportOptions options) {
    LocalSockets sockets =
        new LocalSockets(temporary.resolve("sockets"), System.getProperty("user.name"));
    return new NettyTransport(options, sockets);
  }

  @Override
  protected Peer.Way way() {
    return Peer.Way.SAME_USER;
  }
}
