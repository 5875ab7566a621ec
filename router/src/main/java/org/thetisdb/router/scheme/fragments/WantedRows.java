package org.thetisdb.router.scheme.fragments;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.router.call.PendingCall;

/**
 * How many calls in fragments are under way that write a row, as far as their plans name it. The
 * calls under way are its bound. Owned by the engine's thread.
 */
final class WantedRows {
  /** Of a call that names more, the others do not count. */
  private static final int MOST_ROWS = 64;

  private final Map<RowKey, Integer> calls = new HashMap<>();
  private final Map<PendingCall, List<RowKey>> rows = new HashMap<>();

  /** A call begins an attempt, its first or another one. */
  void begin(PendingCall call) {
    List<RowKey> written = call.footprint().writtenKeys();
    List<RowKey> counted = written.subList(0, Math.min(MOST_ROWS, written.size()));
    if (rows.putIfAbsent(call, counted) == null) {
      counted.forEach(row -> calls.merge(row, 1, Integer::sum));
    }
  }

  /** A call is over. */
  void end(PendingCall call) {
    List<RowKey> counted = rows.remove(call);
    if (counted != null) {
      counted.forEach(row -> calls.merge(row, -1, WantedRows::sumOrNothing));
    }
  }

  private static Integer sumOrNothing(int one, int other) {
    return one + other == 0 ? null : one + other;
  }

  /** The rows of a call that count. */
  List<RowKey> rowsOf(PendingCall call) {
    return rows.getOrDefault(call, List.of());
  }

  /** So many calls under way write a row. */
  int writers(RowKey row) {
    return calls.getOrDefault(row, 0);
  }
}
