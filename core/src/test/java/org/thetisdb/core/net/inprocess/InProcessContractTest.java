package org.thetisdb.core.net.inprocess;

import org.junit.jupiter.api.Tag;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.TransportContract;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.netty.NettyTransport;

/** Direct ways between neighbours keep the contract. */
@Tag("threads")
class InProcessContractTest extends TransportContract {
  @Override
  protected Transport open(TransportOptions options) {
    return new InProcessNetwork().transport(new NettyTransport(options), options);
  }

  @Override
  protected Peer.Way way() {
    return Peer.Way.IN_PROCESS;
  }
}
