package org.thetisdb.client.statement;

import org.thetisdb.core.id.VersionVector;

/**
 * What each thread of the application has seen through any SQL session of one client. A thread that
 * takes one connection of a pool after the other expects of each what it did with the one before.
 * Thread-safe: each thread has its own.
 *
 * @hidden
 */
public final class ThreadSight {
  private final ThreadLocal<VersionVector> seen = ThreadLocal.withInitial(() -> VersionVector.ZERO);

  /** What the calling thread has seen. */
  public VersionVector get() {
    return seen.get();
  }

  /** The calling thread has seen this, too. */
  public void saw(VersionVector vector) {
    VersionVector before = seen.get();
    VersionVector now = before.max(vector);
    if (!now.equals(before)) {
      seen.set(now);
    }
  }
}
