package org.thetisdb.launcher.alone;

import java.util.concurrent.atomic.AtomicLongArray;
import org.thetisdb.launcher.alone.Session.Kind;

/** Numbers that one line changes and any thread may read, a little later. */
final class Tally {
  private static final int KINDS = Kind.values().length;

  private final AtomicLongArray numbers = new AtomicLongArray(Count.values().length * KINDS);

  /** What is counted. */
  enum Count {
    /** Calls that have come. */
    COME,
    /** Calls that wait for their phase. */
    WAITING,
    /** Calls that a site has. */
    UNDER_WAY,
    /** Calls that have committed. */
    COMMITTED
  }

  private static int index(Count count, Kind kind) {
    return count.ordinal() * KINDS + kind.ordinal();
  }

  /** The one line: more of something, or less. */
  void add(Count count, Kind kind, long difference) {
    int index = index(count, kind);
    numbers.setRelease(index, numbers.getPlain(index) + difference);
  }

  long get(Count count, Kind kind) {
    return numbers.getAcquire(index(count, kind));
  }
}
