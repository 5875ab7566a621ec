package org.thetisdb.client.link;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.thetisdb.core.wire.RouterToClient.ServerHello;

/**
 * Gives out session numbers: first those that closed sessions gave back, then new ones from the
 * base that a router granted. Reuse keeps small what the cluster must remember of sessions.
 */
public final class SessionNumbers {
  private final ArrayDeque<SessionNumber> free = new ArrayDeque<>();

  /** The keys of all bases whose numbers were given out, where there are such. */
  private final Map<Long, String> keys = new LinkedHashMap<>();

  private long grantedBase = -1;
  private String grantedKey = "";
  private long base = -1;
  private int used;

  /**
   * A router granted ids from {@code newBase} on.
   *
   * @param key shows over other connections that they are this client's; empty if nobody asks
   */
  public void grant(long newBase, String key) {
    grantedBase = newBase;
    grantedKey = key;
    if (base < 0) {
      begin();
    }
  }

  private void begin() {
    base = grantedBase;
    if (!grantedKey.isEmpty()) {
      keys.put(base, grantedKey);
    }
  }

  /** What has to be shown to go on with the numbers of before, by their bases. */
  public Map<Long, String> claims() {
    return Collections.unmodifiableMap(keys);
  }

  /** A number of its own, or null if there is none left until the next grant. */
  public SessionNumber take() {
    SessionNumber given = free.poll();
    if (given != null) {
      return given;
    }
    if (used == ServerHello.SESSIONS_PER_BASE && grantedBase != base) {
      begin();
      used = 0;
    }
    return base < 0 || used == ServerHello.SESSIONS_PER_BASE
        ? null
        : new SessionNumber(base + used++);
  }

  /** Takes back a number whose last call has ended for certain. */
  public void giveBack(SessionNumber number) {
    free.add(number);
  }
}
