package org.thetisdb.history.check;

import java.util.Arrays;
import java.util.Set;

/**
 * Some kinds of edges as a graph of events, each node with its successors in one array. Under
 * snapshot isolation a transaction is two events, its start and its commit; else it is one.
 */
final class EventGraph {
  /** In place of an edge: from the start of a transaction to its commit. */
  static final int PROGRAM = -1;

  private final Dependencies edges;
  private final boolean split;
  private final boolean[] wanted = new boolean[EdgeKind.kinds()];
  private final int[] first;
  private final int[] targets;
  private final int[] origins;

  EventGraph(Dependencies edges, Set<EdgeKind> kinds, boolean split) {
    this.edges = edges;
    this.split = split;
    kinds.forEach(kind -> wanted[kind.code()] = true);
    this.first = new int[events() + 1];
    count();
    this.targets = new int[first[events()]];
    this.origins = new int[targets.length];
    fill();
  }

  private void count() {
    for (int edge = 0; edge < edges.edges(); edge++) {
      if (isWanted(edge)) {
        first[from(edge) + 1]++;
      }
    }
    for (int txn = 0; split && txn < edges.transactions(); txn++) {
      first[txn + 1]++;
    }
    for (int event = 0; event < events(); event++) {
      first[event + 1] += first[event];
    }
  }

  private void fill() {
    int[] next = Arrays.copyOf(first, events());
    for (int edge = 0; edge < edges.edges(); edge++) {
      if (isWanted(edge)) {
        put(next[from(edge)]++, to(edge), edge);
      }
    }
    for (int txn = 0; split && txn < edges.transactions(); txn++) {
      put(next[txn]++, commit(txn), PROGRAM);
    }
  }

  private void put(int slot, int target, int origin) {
    targets[slot] = target;
    origins[slot] = origin;
  }

  boolean isWanted(int edge) {
    return wanted[edges.kind(edge).code()];
  }

  /** Number of events. */
  int events() {
    return split ? edges.nodes() + edges.transactions() : edges.nodes();
  }

  private int commit(int txn) {
    return split ? edges.nodes() + txn : txn;
  }

  /** The event that an edge leaves. */
  int from(int edge) {
    return event(edges.from(edge), edges.kind(edge).fromCommit());
  }

  /** The event that an edge leads to. */
  int to(int edge) {
    return event(edges.to(edge), !edges.kind(edge).toStart());
  }

  private int event(int node, boolean atCommit) {
    return atCommit && node < edges.transactions() ? commit(node) : node;
  }

  /** The first of an event's places in the arrays of successors. */
  int firstSlot(int event) {
    return first[event];
  }

  int endSlot(int event) {
    return first[event + 1];
  }

  int target(int slot) {
    return targets[slot];
  }

  /** The edge that a successor comes from, or {@link #PROGRAM}. */
  int origin(int slot) {
    return origins[slot];
  }
}
