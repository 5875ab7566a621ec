package org.thetisdb.client.link;

/**
 * A session as the cluster knows it: an id and the number of its last call. One application session
 * at a time uses it; when that one closes, another goes on counting.
 */
public final class SessionNumber {
  private final long id;
  private long sequence;

  SessionNumber(long id) {
    this.id = id;
  }

  public long id() {
    return id;
  }

  /** The number of the latest call; 0 before the first. */
  public long sequence() {
    return sequence;
  }

  public void advance() {
    sequence++;
  }
}
