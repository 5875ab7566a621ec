package org.thetisdb.core.net.inprocess;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.TransportOptions;

/** The parts of one process that can reach each other without sockets. Thread-safe. */
public final class InProcessNetwork {
  private final Map<Address, InProcessServer> servers = new ConcurrentHashMap<>();

  /**
   * The network as one part of the process sees it: its neighbours are reached directly, all others
   * over {@code far}, which is closed with it. Where a part listens, others come in over {@code
   * far}, too.
   *
   * @param options limits of messages and of what waits to be worked off
   */
  public Transport transport(Transport far, TransportOptions options) {
    return new InProcessTransport(this, far, options);
  }

  /** What listens at an address in this process; null if nothing does. */
  InProcessServer find(Address address) {
    return servers.get(address);
  }

  void add(InProcessServer server) {
    servers.put(server.address(), server);
  }

  void remove(InProcessServer server) {
    servers.remove(server.address(), server);
  }
}
