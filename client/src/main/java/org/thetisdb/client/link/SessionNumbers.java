package org.thetisdb.client.link;

import java.util.ArrayDeque;
import org.thetisdb.core.wire.RouterToClient.ServerHello;

/**
 * Gives out session numbers: first those that closed sessions gave back, then new ones from the
 * base that a router granted. Reuse keeps small what the cluster must remember of sessions.
 */
public final class SessionNumbers {
  private final ArrayDeque<SessionNumber> free = new ArrayDeque<>();
  private long grantedBase = -1;
  private long base = -1;
  private int used;

  /** A router granted ids from {@code newBase} on. */
  public void grant(long newBase) {
    grantedBase = newBase;
    if (base < 0) {
      base = newBase;
    }
  }

  /** A number of its own, or null if there is none left until the next grant. */
  public SessionNumber take() {
    SessionNumber given = free.poll();
    if (given != null) {
      return given;
    }
    if (used == ServerHello.SESSIONS_PER_BASE && grantedBase != base) {
      base = grantedBase;
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
