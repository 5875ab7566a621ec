package org.thetisdb.core.net.netty;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Accepted connections that have said nothing yet. There is a bound on them: one that comes beyond
 * it sends the one away that has been silent for longest, since a client begins its handshake at
 * once. Thread-safe.
 */
final class Strangers {
  private final int most;
  private final Set<NettyConnection> silent = new LinkedHashSet<>();

  Strangers(int most) {
    this.most = most;
  }

  /** One more; the oldest may have to go. */
  void add(NettyConnection connection) {
    NettyConnection oldest = enter(connection);
    if (oldest != null) {
      oldest.onLoop(() -> oldest.end(oldest.remoteAddress() + " said nothing", true));
    }
  }

  private synchronized NettyConnection enter(NettyConnection connection) {
    silent.add(connection);
    if (silent.size() <= most) {
      return null;
    }
    Iterator<NettyConnection> all = silent.iterator();
    NettyConnection oldest = all.next();
    all.remove();
    return oldest;
  }

  /** It has shaken hands, or is gone. */
  synchronized void remove(NettyConnection connection) {
    silent.remove(connection);
  }
}
