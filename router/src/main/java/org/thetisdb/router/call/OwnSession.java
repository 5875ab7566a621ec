package org.thetisdb.router.call;

/**
 * A session of the router's own, with the numbers of its calls. What holds it is the only one that
 * calls in it. Owned by the engine's thread.
 */
public final class OwnSession {
  private final long id;
  private long last;

  OwnSession(long id) {
    this.id = id;
  }

  /** What sites know it by. */
  public long id() {
    return id;
  }

  /** The number of its next call; no two calls have the same. */
  public long nextSequence() {
    return ++last;
  }
}
