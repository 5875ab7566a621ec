package org.thetisdb.history.check;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.thetisdb.history.History;
import org.thetisdb.history.Status;

/**
 * The order within sessions. A transaction of unknown outcome comes after those before it, but may
 * take effect after those behind it.
 */
final class SessionOrder {
  private static final int NO_KEY = 0;

  private final History history;
  private final boolean[] committed;

  SessionOrder(History history, boolean[] committed) {
    this.history = history;
    this.committed = committed;
  }

  void addTo(Dependencies edges) {
    int before = History.NONE;
    for (int txn : inOrder()) {
      if (before != History.NONE && history.session(before) != history.session(txn)) {
        before = History.NONE;
      }
      if (before != History.NONE) {
        edges.add(before, txn, EdgeKind.SESSION, NO_KEY);
      }
      if (history.status(txn) == Status.OK) {
        before = txn;
      }
    }
  }

  private int[] inOrder() {
    Integer[] order =
        IntStream.range(0, committed.length)
            .filter(txn -> committed[txn])
            .boxed()
            .toArray(Integer[]::new);
    Arrays.sort(
        order,
        Comparator.<Integer>comparingLong(history::session).thenComparingLong(history::index));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }
}
