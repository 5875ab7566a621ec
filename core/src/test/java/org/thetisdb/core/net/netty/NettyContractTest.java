package org.thetisdb.core.net.netty;

import org.junit.jupiter.api.Tag;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.TransportContract;
import org.thetisdb.core.net.TransportOptions;

/** Sockets of TCP keep the contract. */
@Tag("threads")
class NettyContractTest extends TransportContract {
  @Override
  protected Transport open(TransportOptions options) {
    return new NettyTransport(options.withLocalSockets(false));
  }

  @Override
  protected Peer.Way way() {
    return Peer.Way.TCP;
  }
}
