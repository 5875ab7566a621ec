package org.thetisdb.router.scheme.fragments;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.router.call.PendingCall;

/**
 * How many calls in fragments are under way that write a row, as far as their plans name it, and
 * where the last one of them is to be committed. The calls under way are its bound. Owned by the
 * engine's thread.
 */
final class WantedRows {
  /** Of a call that names more, the others do not count. */
  static final int MOST_ROWS = 64;

  private final Map<RowKey, Wanted> wanted = new HashMap<>();
  private final Map<PendingCall, List<RowKey>> rows = new HashMap<>();

  /** A row that somebody writes. */
  private static final class Wanted {
    private int calls;
    private int home;
  }

  /** A call begins an attempt, its first or another one. */
  void begin(PendingCall call) {
    List<RowKey> written = call.footprint().writtenKeys();
    List<RowKey> counted = written.subList(0, Math.min(MOST_ROWS, written.size()));
    if (rows.putIfAbsent(call, counted) == null) {
      counted.forEach(row -> wanted.computeIfAbsent(row, r -> new Wanted()).calls++);
    }
  }

  /** A call is over. */
  void end(PendingCall call) {
    List<RowKey> counted = rows.remove(call);
    if (counted != null) {
      counted.forEach(row -> wanted.computeIfPresent(row, WantedRows::without));
    }
  }

  private static Wanted without(RowKey row, Wanted one) {
    one.calls--;
    return one.calls == 0 ? null : one;
  }

  /** The rows of a call that count. */
  List<RowKey> rowsOf(PendingCall call) {
    return rows.getOrDefault(call, List.of());
  }

  /** So many calls under way write a row. */
  int writers(RowKey row) {
    Wanted known = wanted.get(row);
    return known == null ? 0 : known.calls;
  }

  /** A call that has begun is to be committed at a site. */
  void setHome(PendingCall call, int home) {
    rowsOf(call).forEach(row -> wanted.get(row).home = home);
  }

  /** Where the last call under way that writes a row is to be committed; 0 if that is not known. */
  int homeOf(RowKey row) {
    Wanted known = wanted.get(row);
    return known == null ? 0 : known.home;
  }
}
