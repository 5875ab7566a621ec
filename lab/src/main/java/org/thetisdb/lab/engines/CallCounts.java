package org.thetisdb.lab.engines;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.thetisdb.lab.engines.GeneratorSession.Kind;

/** Numbers that one event loop changes and any thread may read, a little later. */
final class CallCounts {
  private final Map<Count, Map<Kind, AtomicLong>> numbers = new EnumMap<>(Count.class);

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

  CallCounts() {
    for (Count count : Count.values()) {
      Map<Kind, AtomicLong> byKind = new EnumMap<>(Kind.class);
      for (Kind kind : Kind.values()) {
        byKind.put(kind, new AtomicLong());
      }
      numbers.put(count, byKind);
    }
  }

  /** The one event loop: more of something, or less. */
  void add(Count count, Kind kind, long difference) {
    AtomicLong number = numbers.get(count).get(kind);
    number.setRelease(number.getPlain() + difference);
  }

  long get(Count count, Kind kind) {
    return numbers.get(count).get(kind).getAcquire();
  }
}
