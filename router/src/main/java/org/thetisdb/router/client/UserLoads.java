package org.thetisdb.router.client;

import java.util.HashMap;
import java.util.Map;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.router.config.UserLimits;

/**
 * What users that have logged in have under way over all their connections, and how many
 * connections come from each address, with bounds on all: one user, or one machine, leaves room for
 * the others. Owned by the engine's thread.
 */
final class UserLoads {
  private final UserLimits limits;
  private final Map<String, Load> users = new HashMap<>();
  private final Map<String, Integer> addresses = new HashMap<>();

  UserLoads(UserLimits limits) {
    this.limits = limits;
  }

  /**
   * A connection comes from an address.
   *
   * @throws ThetisException TOO_MANY_CONNECTIONS
   */
  void enter(String host) {
    int there = addresses.getOrDefault(host, 0);
    if (there >= limits.addressConnections()) {
      throw new ThetisException(ErrorCode.TOO_MANY_CONNECTIONS, there, "the address " + host);
    }
    addresses.put(host, there + 1);
  }

  /** A connection that had entered is gone. */
  void leave(String host) {
    addresses.computeIfPresent(host, (same, count) -> count == 1 ? null : count - 1);
  }

  /**
   * A user has one connection more.
   *
   * @return what it has under way over all of them
   * @throws ThetisException TOO_MANY_CONNECTIONS
   */
  Load connect(String user) {
    Load load = users.computeIfAbsent(user, Load::new);
    if (load.connections >= limits.connections()) {
      throw new ThetisException(
          ErrorCode.TOO_MANY_CONNECTIONS, load.connections, "user \"" + user + '"');
    }
    load.connections++;
    return load;
  }

  /** What one user has. */
  final class Load {
    private final String user;
    private int connections;
    private int requests;
    private long bytes;

    private Load(String user) {
      this.user = user;
    }

    /** One connection is gone. */
    void disconnect() {
      connections--;
      forgetIfIdle();
    }

    /** Who comes again while its requests run has them still. */
    private void forgetIfIdle() {
      if (connections == 0 && requests == 0) {
        users.remove(user, this);
      }
    }

    /**
     * Why a request is not taken; null if it is, and counts until {@link #end}. One by itself may
     * be as long as a message.
     */
    ThetisException begin(int requestBytes) {
      boolean fits = bytes + requestBytes <= limits.requestBytes() || requests == 0;
      if (requests >= limits.requests() || !fits) {
        return new ThetisException(ErrorCode.USER_OVERLOADED, user, requests, bytes);
      }
      requests++;
      bytes += requestBytes;
      return null;
    }

    /** A request is answered. */
    void end(int requestBytes) {
      requests--;
      bytes -= requestBytes;
      forgetIfIdle();
    }
  }
}
