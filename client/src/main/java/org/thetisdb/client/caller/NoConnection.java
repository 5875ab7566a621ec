package org.thetisdb.client.caller;

import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.wire.Message;

/** Stands for a connection that could not even be begun. */
record NoConnection(Address remoteAddress) implements Connection {
  @Override
  public void send(Message message) {}

  @Override
  public Peer peer() {
    return Peer.TCP;
  }

  @Override
  public boolean isCongested() {
    return false;
  }

  @Override
  public void close() {}
}
