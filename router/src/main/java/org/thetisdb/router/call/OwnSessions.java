package org.thetisdb.router.call;

import java.util.EnumSet;
import java.util.Set;

/**
 * Hands out the sessions of a leader's own calls, each once in its epoch: that is the only way to
 * one. Owned by the engine's thread.
 */
public final class OwnSessions {
  private final int epoch;
  private final Set<SystemSession> taken = EnumSet.noneOf(SystemSession.class);

  /** None is taken yet; {@code epoch} is the leader's own. */
  public OwnSessions(int epoch) {
    this.epoch = epoch;
  }

  /**
   * The session for a use; what takes it keeps it.
   *
   * @throws IllegalStateException if somebody has taken it
   */
  public OwnSession take(SystemSession use) {
    if (!taken.add(use)) {
      throw new IllegalStateException("two count in the session of " + use);
    }
    return new OwnSession(use.id(epoch));
  }
}
