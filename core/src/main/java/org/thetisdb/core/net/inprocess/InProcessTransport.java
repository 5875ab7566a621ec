package org.thetisdb.core.net.inprocess;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.socket.TransportOptions;
import org.thetisdb.core.time.BatchScheduler;
import org.thetisdb.core.time.BurstEnd;
import org.thetisdb.core.time.PerScheduler;
import org.thetisdb.core.time.Scheduler;

/** Reaches neighbours directly and all others over another transport. Thread-safe. */
final class InProcessTransport implements Transport {
  private final InProcessNetwork neighbourhood;
  private final Transport far;
  private final TransportOptions options;
  private final Set<InProcessServer> servers = ConcurrentHashMap.newKeySet();
  private final Set<InProcessConnection> connections = ConcurrentHashMap.newKeySet();
  private final PerScheduler<BurstEnd> burstEnds = new PerScheduler<>(this::burstEndOf);
  private volatile boolean closed;

  InProcessTransport(InProcessNetwork neighbourhood, Transport far, TransportOptions options) {
    this.neighbourhood = neighbourhood;
    this.far = far;
    this.options = options;
  }

  private BurstEnd burstEndOf(Scheduler scheduler) {
    return new BurstEnd((BatchScheduler) scheduler, this);
  }

  @Override
  public boolean isSlowToConnect() {
    return far.isSlowToConnect();
  }

  @Override
  public void connect(Address address, Scheduler scheduler, ConnectionListener listener) {
    InProcessServer server = closed ? null : neighbourhood.find(address);
    if (server == null) {
      far.connect(address, scheduler, listener);
      return;
    }
    InProcessConnection here = newEnd(address, scheduler);
    InProcessConnection there = server.transport().newEnd(Address.ANY_LOOPBACK, server.scheduler());
    InProcessConnection.join(here, there);
    server.accept(there);
    here.connected(listener);
    adopt(here);
    server.transport().adopt(there);
  }

  private InProcessConnection newEnd(Address remoteAddress, Scheduler scheduler) {
    BurstEnd burstEnd = scheduler instanceof BatchScheduler ? burstEnds.of(scheduler) : null;
    return new InProcessConnection(
        remoteAddress, scheduler, burstEnd, new Mailbox(options), connections::remove);
  }

  /** Ends the connection with the transport. Forgotten when it has ended, be that now. */
  private void adopt(InProcessConnection end) {
    connections.add(end);
    if (end.hasEnded()) {
      connections.remove(end);
    } else if (closed) {
      closeConnections();
    }
  }

  @Override
  public Server listen(Address address, Scheduler scheduler, Acceptor acceptor) {
    Server listening = far.listen(address, scheduler, acceptor);
    InProcessServer server =
        new InProcessServer(neighbourhood, this, listening, scheduler, acceptor);
    servers.add(server);
    neighbourhood.add(server);
    return server;
  }

  /** The server takes no more. */
  void forget(InProcessServer server) {
    servers.remove(server);
  }

  private void closeConnections() {
    connections.forEach(connection -> connection.close("the transport was closed"));
  }

  @Override
  public void close() {
    closed = true;
    servers.forEach(InProcessServer::close);
    closeConnections();
    far.close();
  }
}
