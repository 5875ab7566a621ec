package org.thetisdb.client.statement;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.link.Candidates;
import org.thetisdb.client.link.SeenVector;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.time.Scheduler;

/**
 * Makes clients for the same routers whose threads wait for answers themselves, as the JDBC driver
 * does. Each has a connection of its own; they share what they have seen, and one thread for their
 * timers. An application that runs SQL uses the driver; this is for {@link LargeValues} beside
 * procedures. Clients are closed first, then this. Thread-safe.
 */
public final class SqlClients implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SqlClients.class);

  private final List<Address> addresses;
  private final ClientOptions options;

  /** With keys and sessions of TLS that all clients share. */
  private final TransportOptions transportOptions;

  private final ThreadSight sight = new ThreadSight();
  private final SeenVector seen = new SeenVector();
  private volatile Address lastReached;
  private final EngineThread timers;

  /**
   * Connects nothing yet.
   *
   * @param addresses of routers, {@code host:port}, separated by commas
   * @param options how the clients behave
   * @throws org.thetisdb.core.error.ThetisException BAD_ADDRESS if one cannot be read,
   *     TLS_FILE_UNUSABLE if a key or a certificate cannot be used
   */
  public SqlClients(String addresses, ClientOptions options) {
    this.addresses = Candidates.parse(addresses);
    this.options = options;
    this.transportOptions = options.tls().applyTo(TransportOptions.defaults(1));
    // Last: nobody would end the thread of one that was refused.
    this.timers =
        EngineThread.unwatched(
            "thetis-timers", e -> LOG.error("timers have stopped by a fault", e));
  }

  /**
   * Connects a client, and waits for that for {@link ClientOptions#connectTimeout}.
   *
   * @return a connected client, which the caller closes
   * @throws org.thetisdb.core.error.ThetisException NOT_CONNECTED if no router answers in time
   */
  public SqlClient connect() {
    SqlClient client = new SqlClient(this, options);
    try {
      client.connect();
      return client;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /** The routers; first the one that has let the last client in, if it is one of them. */
  List<Address> addresses() {
    Address first = lastReached;
    if (!addresses.contains(first)) {
      return addresses;
    }
    List<Address> ordered = new ArrayList<>(addresses);
    ordered.remove(first);
    ordered.add(0, first);
    return ordered;
  }

  /** This router has let a client in. */
  void reached(Address router) {
    lastReached = router;
  }

  TransportOptions transportOptions() {
    return transportOptions;
  }

  ThreadSight sight() {
    return sight;
  }

  SeenVector seen() {
    return seen;
  }

  Scheduler timers() {
    return timers;
  }

  /** Ends the thread of the timers; all clients must be closed before. */
  @Override
  public void close() {
    timers.close();
  }
}
