package org.thetisdb.core.net.netty;

import org.junit.jupiter.api.Tag;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.TransportContract;
import org.thetisdb.core.net.TransportOptions;

/** Sockets with a delay keep the contract of all connections. */
@Tag("threads")
class SlowLinkContractTest extends TransportContract {
  @Override
  protected Transport open(TransportOptions options) {
    return new NettyTransport(options.withLinkDelay(2_000));
  }

  @Override
  protected Peer.Way way() {
    return Peer.Way.SAME_USER;
  }
}
