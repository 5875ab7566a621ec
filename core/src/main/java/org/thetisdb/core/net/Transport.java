package org.thetisdb.core.net;

import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Scheduler;

/**
 * Carries {@link org.thetisdb.core.wire.Message messages} between processes, or between simulated
 * ones. Messages of one connection arrive in the order in which they were sent, whole or not at
 * all.
 */
public interface Transport extends AutoCloseable {
  /**
   * Opens a connection. Nothing is thrown for an address that cannot be reached: the listener hears
   * {@link ConnectionListener#onClosed} instead. Every call of the listener runs on {@code
   * scheduler}.
   */
  void connect(Address address, Scheduler scheduler, ConnectionListener listener);

  /**
   * Accepts connections on {@code address} (port 0 takes any free port). Every call of the
   * listeners runs on {@code scheduler}.
   *
   * @throws org.thetisdb.core.error.ThetisException if the port is in use or may not be bound
   */
  Server listen(Address address, Scheduler scheduler, Acceptor acceptor);

  /** Whether connecting takes so long that it pays to do it ahead, as with handshakes of TLS. */
  default boolean isSlowToConnect() {
    return false;
  }

  /** Closes all connections and servers. */
  @Override
  void close();

  /** Makes a listener for each accepted connection. */
  interface Acceptor {
    /** Called before anything else happens on the connection. */
    ConnectionListener accept(Connection connection);
  }

  /** A port that is listened on. */
  interface Server extends AutoCloseable {
    /** Where others can connect to. */
    Address address();

    /** Accepts no more; connections that are open stay open. */
    @Override
    void close();
  }
}
