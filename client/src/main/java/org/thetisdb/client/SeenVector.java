package org.thetisdb.client;

import java.util.concurrent.atomic.AtomicReference;
import org.thetisdb.core.id.VersionVector;

/** What some clients of a process have seen by now; it only rises. Thread-safe. */
final class SeenVector {
  private final AtomicReference<VersionVector> seen = new AtomicReference<>(VersionVector.ZERO);

  VersionVector get() {
    return seen.get();
  }

  /** They have seen this, too. */
  void saw(VersionVector vector) {
    VersionVector before = seen.get();
    VersionVector now = before.max(vector);
    while (!now.equals(before) && !seen.compareAndSet(before, now)) {
      before = seen.get();
      now = before.max(vector);
    }
  }
}
