package org.thetisdb.client.jdbc.session;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.jdbc.sql.SqlErrors;
import org.thetisdb.client.statement.SqlClient;
import org.thetisdb.client.statement.SqlClients;
import org.thetisdb.core.error.ThetisException;

/**
 * What connections to the same addresses with the same options share: what they have seen, and the
 * thread of their timers. The last one to leave takes that along. Thread-safe.
 */
public final class SharedClients {
  /** What is shared, and how many share it. */
  public static final class Lease {
    private final Key key;
    private final SqlClients clients;
    private int users;

    private Lease(Key key) {
      this.key = key;
      this.clients = new SqlClients(key.addresses(), key.options());
    }

    /** A connection's own client, connected. */
    public SqlClient connect() throws SQLException {
      try {
        return clients.connect();
      } catch (ThetisException e) {
        throw SqlErrors.of(e);
      }
    }
  }

  private record Key(String addresses, ClientOptions options) {}

  private static final Map<Key, Lease> LEASES = new HashMap<>();

  private SharedClients() {}

  /** A share; give it back with {@link #release}. */
  public static Lease acquire(String addresses, ClientOptions options) throws SQLException {
    Key key = new Key(addresses, options);
    synchronized (LEASES) {
      try {
        Lease lease = LEASES.computeIfAbsent(key, Lease::new);
        lease.users++;
        return lease;
      } catch (ThetisException e) {
        throw SqlErrors.of(e);
      }
    }
  }

  /** Gives a share back, once. */
  public static void release(Lease lease) {
    synchronized (LEASES) {
      if (--lease.users > 0) {
        return;
      }
      LEASES.remove(lease.key);
    }
    lease.clients.close();
  }
}
