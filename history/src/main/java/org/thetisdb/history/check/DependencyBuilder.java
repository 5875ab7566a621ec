package org.thetisdb.history.check;

import org.thetisdb.history.History;

/** Infers the edges between transactions. */
final class DependencyBuilder {
  private final History history;
  private final VersionOrder order;
  private final ReadChecks reads;
  private final boolean[] committed;
  private final Writers writers;
  private final Dependencies edges;
  private final Tails tails;

  DependencyBuilder(History history, VersionOrder order, ReadChecks reads, boolean[] committed) {
    this.history = history;
    this.order = order;
    this.reads = reads;
    this.committed = committed;
    this.writers = new Writers(history, order, committed);
    this.edges = new Dependencies(history.transactions());
    this.tails = new Tails(history, order, reads, writers, edges);
  }

  /** All edges. */
  Dependencies build(boolean withSessions, boolean withTime) {
    for (int key = 0; key < history.keys(); key++) {
      addOrder(key);
    }
    tails.addOrders(committed);
    addReads();
    if (withSessions) {
      new SessionOrder(history, committed).addTo(edges);
    }
    if (withTime) {
      new TimeOrder(history, committed).addTo(edges);
    }
    return edges;
  }

  private void addOrder(int key) {
    int versions = order.order(key).length;
    for (int i = 1; i < versions; i++) {
      int before = writers.ofFirst(key, i);
      int after = writers.after(key, i);
      if (before != History.NONE && after != History.NONE) {
        edges.add(before, after, EdgeKind.WW, key);
      }
    }
  }

  private void addReads() {
    for (int txn = 0; txn < history.transactions(); txn++) {
      for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
        if (reads.seen(op) != History.NONE) {
          addRead(txn, history.opKey(op), reads.seen(op));
        }
      }
    }
  }

  private void addRead(int txn, int key, int seen) {
    int writer = writers.ofFirst(key, seen);
    if (writer != History.NONE) {
      edges.add(writer, txn, EdgeKind.WR, key);
    }
    int next = writers.after(key, seen);
    if (next != History.NONE) {
      edges.add(txn, next, EdgeKind.RW, key);
    } else {
      tails.addRead(txn, key);
    }
  }
}
