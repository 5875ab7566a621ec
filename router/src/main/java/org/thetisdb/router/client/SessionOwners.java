package org.thetisdb.router.client;

import org.agrona.collections.Long2ObjectHashMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.SessionId;
import org.thetisdb.router.call.SessionIds;
import org.thetisdb.router.login.SessionKeys;

/**
 * Over which connection each client's sessions are used. A client uses one connection at a time:
 * when its sessions come over another one, it has given up the one before, and whatever still comes
 * over that is late. It must not be run: it may be the first attempt of a call whose repetition has
 * run meanwhile, and a site that does not know of that yet would run it again (hazard 3). Nothing
 * holds it up for long in a network; a router in between that sleeps does. So the connection before
 * is closed. Owned by the engine's thread.
 */
final class SessionOwners {
  /** What one connection's client may bring along from connections of before. */
  private static final int MOST_PER_LINK = 1 << 16;

  private final Long2ObjectHashMap<ClientLink> owners = new Long2ObjectHashMap<>();
  private final SessionKeys keys;

  SessionOwners(SessionKeys keys) {
    this.keys = keys;
  }

  /** The key of sessions that are given to a client; empty if they need none. */
  String keyOf(ClientLink link, long base) {
    return keys.of(base, link.user());
  }

  /** A client goes on with sessions that it was given over another connection. */
  void claim(ClientLink link, long base, String key) {
    if (!keys.holds(base, link.user(), key)) {
      link.sendAway(notOwn());
    } else if (link.claimed.add(base) && link.claimed.size() > MOST_PER_LINK) {
      link.sendAway(new ThetisException(ErrorCode.OVERLOADED, "sessions of other connections"));
    }
  }

  private static ThetisException notOwn() {
    return new ThetisException(
        ErrorCode.UNAUTHORIZED, "the session is another client's; open a new connection");
  }

  /** Where somebody logs in, nobody goes on with sessions of others. */
  private boolean mayUse(ClientLink link, long base) {
    return link.isSameUser() || link.claimed.contains(base) || !keys.areNeeded();
  }

  /** A session is used over a connection. One that was given to no connection is no client's. */
  void onUse(ClientLink link, long session) {
    if (SessionIds.isOwn(session)) {
      link.sendAway(new ThetisException(ErrorCode.BAD_REQUEST, "a session that no client has"));
      return;
    }
    long base = SessionId.baseOf(session);
    if (link.bases.contains(base)) {
      return;
    }
    if (!mayUse(link, base)) {
      link.sendAway(notOwn());
      return;
    }
    link.bases.add(base);
    ClientLink before = owners.put(base, link);
    if (before != null) {
      before.sendAway(
          new ThetisException(ErrorCode.BAD_REQUEST, "the client goes on over another connection"));
    }
    if (link.bases.size() > MOST_PER_LINK) {
      link.sendAway(new ThetisException(ErrorCode.OVERLOADED, "sessions of other connections"));
    }
  }

  /** Nothing comes over this connection any more. */
  void onClosed(ClientLink link) {
    for (long base : link.bases) {
      owners.remove(base, link);
    }
    link.bases.clear();
  }
}
