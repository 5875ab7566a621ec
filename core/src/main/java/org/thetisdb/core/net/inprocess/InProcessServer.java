package org.thetisdb.core.net.inprocess;

import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.time.Scheduler;

/**
 * A part of the process that listens, for its neighbours and for all others.
 *
 * @param transport whose server it is
 * @param far takes connections of others
 * @param scheduler where the listeners live
 */
record InProcessServer(
    InProcessNetwork neighbourhood,
    InProcessTransport transport,
    Transport.Server far,
    Scheduler scheduler,
    Transport.Acceptor acceptor)
    implements Transport.Server {
  @Override
  public Address address() {
    return far.address();
  }

  /** Accepts a neighbour's connection. */
  void accept(InProcessConnection connection) {
    scheduler.execute(() -> connection.listener(acceptor.accept(connection)));
  }

  @Override
  public void close() {
    neighbourhood.remove(this);
    transport.forget(this);
    far.close();
  }
}
