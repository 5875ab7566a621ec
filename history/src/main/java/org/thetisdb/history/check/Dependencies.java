package org.thetisdb.history.check;

import org.agrona.collections.IntArrayList;

/**
 * The edges between transactions, each with its kind and the key that it is about. Nodes are
 * numbers: the transactions first, helpers behind them.
 */
final class Dependencies {
  private static final int KIND_BITS = 4;
  private static final int KIND_MASK = (1 << KIND_BITS) - 1;

  private final int transactions;
  private final IntArrayList from = new IntArrayList();
  private final IntArrayList to = new IntArrayList();
  private final IntArrayList info = new IntArrayList();
  private int nodes;

  Dependencies(int transactions) {
    this.transactions = transactions;
    this.nodes = transactions;
  }

  /** A new helper. */
  int newHelper() {
    return nodes++;
  }

  /** Adds an edge, unless it leads nowhere. */
  void add(int fromNode, int toNode, EdgeKind kind, int key) {
    if (fromNode != toNode) {
      from.addInt(fromNode);
      to.addInt(toNode);
      info.addInt(key << KIND_BITS | kind.code());
    }
  }

  int transactions() {
    return transactions;
  }

  int nodes() {
    return nodes;
  }

  int edges() {
    return from.size();
  }

  int from(int edge) {
    return from.getInt(edge);
  }

  int to(int edge) {
    return to.getInt(edge);
  }

  EdgeKind kind(int edge) {
    return EdgeKind.of(info.getInt(edge) & KIND_MASK);
  }

  /** Only for edges of ww, wr and rw. */
  int key(int edge) {
    return info.getInt(edge) >> KIND_BITS;
  }
}
