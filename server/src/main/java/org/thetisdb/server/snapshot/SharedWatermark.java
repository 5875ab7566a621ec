package org.thetisdb.server.snapshot;

import java.util.Arrays;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.store.Snapshot;

/**
 * The oldest snapshot that any may still use that shares a row store: each says which one is its
 * own oldest, and what all of them see may be collected. Thread-safe.
 */
public final class SharedWatermark {
  private final Snapshot[] stated;
  private volatile Snapshot least;

  /** A watermark of so many sharers, none of which has said anything: nothing may go. */
  public SharedWatermark(int sharers) {
    stated = new Snapshot[sharers];
    Arrays.fill(stated, Snapshot.NOTHING);
    least = Snapshot.NOTHING;
  }

  /**
   * One of them needs nothing below a snapshot any more.
   *
   * @param sharer from 0
   * @param oldest {@link Snapshot#NOTHING}, {@link Snapshot#EVERYTHING} or a vector's
   */
  public synchronized void state(int sharer, Snapshot oldest) {
    stated[sharer] = oldest;
    least = stated.length == 1 ? oldest : common();
  }

  /** What all of them see. Any thread. */
  public Snapshot least() {
    return least;
  }

  private Snapshot common() {
    VersionVector common = null;
    for (Snapshot each : stated) {
      if (each instanceof VectorSnapshot vector) {
        common = common == null ? vector.vector() : common.min(vector.vector());
      } else if (each == Snapshot.NOTHING) {
        return Snapshot.NOTHING;
      }
    }
    return common == null ? Snapshot.EVERYTHING : new VectorSnapshot(common);
  }
}
