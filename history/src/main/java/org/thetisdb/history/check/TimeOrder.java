package org.thetisdb.history.check;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.thetisdb.history.History;
import org.thetisdb.history.Status;

/**
 * The order of real time: one that ended before another began comes first. A chain of moments, one
 * for each end, takes the place of edges between all pairs. What a client never heard the end of
 * never ended.
 */
final class TimeOrder {
  private static final int NO_KEY = 0;

  private final History history;
  private final boolean[] committed;

  TimeOrder(History history, boolean[] committed) {
    this.history = history;
    this.committed = committed;
  }

  void addTo(Dependencies edges) {
    int[] ends = sorted(txn -> history.status(txn) == Status.OK, history::endNs);
    int[] begins = sorted(txn -> committed[txn], history::beginNs);
    int next = 0;
    int moment = History.NONE;
    for (int txn : begins) {
      while (next < ends.length && history.endNs(ends[next]) < history.beginNs(txn)) {
        moment = nextMoment(edges, moment, ends[next++]);
      }
      if (moment != History.NONE) {
        edges.add(moment, txn, EdgeKind.TIME_OUT, NO_KEY);
      }
    }
  }

  private static int nextMoment(Dependencies edges, int before, int ended) {
    int moment = edges.newHelper();
    if (before != History.NONE) {
      edges.add(before, moment, EdgeKind.TIME, NO_KEY);
    }
    edges.add(ended, moment, EdgeKind.TIME_IN, NO_KEY);
    return moment;
  }

  private int[] sorted(IntPredicate which, IntToLongFunction time) {
    Integer[] order =
        IntStream.range(0, committed.length).filter(which).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingLong(time::applyAsLong));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }
}
