package org.thetisdb.client.jdbc;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ThetisClient;
import org.thetisdb.core.error.ThetisException;

/**
 * The native clients behind connections. Connections to the same addresses with the same options
 * share one, and with it one wire: many statements then travel in one packet. The last one to leave
 * closes it. Thread-safe; whoever is the first at an address connects while the others wait.
 */
final class SharedClients {
  /** One client and those who use it. */
  static final class Lease {
    private final Key key;
    private ThetisClient client;
    private int users;

    private Lease(Key key) {
      this.key = key;
    }

    ThetisClient client() {
      return client;
    }
  }

  private record Key(String addresses, ClientOptions options) {}

  private static final Map<Key, Lease> LEASES = new HashMap<>();

  private SharedClients() {}

  /** A connected client; give it back with {@link #release}. */
  static Lease acquire(String addresses, ClientOptions options) throws SQLException {
    Key key = new Key(addresses, options);
    Lease lease;
    synchronized (LEASES) {
      lease = LEASES.computeIfAbsent(key, Lease::new);
      lease.users++;
    }
    try {
      connect(lease);
      return lease;
    } catch (ThetisException e) {
      release(lease);
      throw SqlErrors.of(e);
    }
  }

  private static void connect(Lease lease) {
    synchronized (lease) {
      if (lease.client == null) {
        lease.client = ThetisClient.connectForSql(lease.key.addresses(), lease.key.options());
      }
    }
  }

  /** Gives a client back, once. */
  static void release(Lease lease) {
    synchronized (LEASES) {
      if (--lease.users > 0) {
        return;
      }
      LEASES.remove(lease.key);
    }
    synchronized (lease) {
      if (lease.client != null) {
        lease.client.close();
      }
    }
  }
}
