package org.thetisdb.client.link;

import java.util.concurrent.atomic.AtomicReference;
import org.thetisdb.core.id.VersionVector;

/** What some clients of a process have seen by now; it only rises. Thread-safe. */
public final class SeenVector {
  private final AtomicReference<VersionVector> seen = new AtomicReference<>(VersionVector.ZERO);

  public VersionVector get() {
    return seen.get();
  }

  /** They have seen this, too. */
  public void saw(VersionVector vector) {
    VersionVector before = seen.get();
    VersionVector now = before.max(vector);
    while (!now.equals(before) && !seen.compareAndSet(before, now)) {
      before = seen.get();
      now = before.max(vector);
    }
  }
}
