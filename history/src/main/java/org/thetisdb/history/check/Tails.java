package org.thetisdb.history.check;

import java.util.Arrays;
import org.thetisdb.history.History;

/**
 * The appends of each key that no read shows. They come behind all versions that were read. One
 * that read the key and then appended to it saw none of the others of the tail, so under snapshots
 * it leads the tail; among the rest no order is known.
 */
final class Tails {
  private final History history;
  private final VersionOrder order;
  private final ReadChecks reads;
  private final Writers writers;
  private final Dependencies edges;
  private final int[] helpers;
  private final int[] leaders;
  private final int[] readers;

  Tails(
      History history, VersionOrder order, ReadChecks reads, Writers writers, Dependencies edges) {
    this.history = history;
    this.order = order;
    this.reads = reads;
    this.writers = writers;
    this.edges = edges;
    this.helpers = filled(history.keys());
    this.leaders = filled(history.keys());
    this.readers = filled(history.keys());
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, History.NONE);
    return array;
  }

  /** Adds the edges to the tails' appends. */
  void addOrders(boolean[] committed) {
    for (int txn = 0; txn < committed.length; txn++) {
      if (committed[txn]) {
        findLeads(txn);
      }
    }
    for (int txn = 0; txn < committed.length; txn++) {
      for (int op = history.firstOp(txn); committed[txn] && op < history.endOp(txn); op++) {
        if (isUnread(op)) {
          addOrder(txn, history.opKey(op));
        }
      }
    }
  }

  private boolean isUnread(int op) {
    return history.opKind(op) == History.APPEND
        && !order.isObserved(history.opElement(op))
        && !history.isContested(history.opKey(op));
  }

  private void findLeads(int txn) {
    for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
      int key = history.opKey(op);
      if (reads.seen(op) != History.NONE) {
        readers[key] = txn;
      } else if (isUnread(op) && readers[key] == txn && leaders[key] == History.NONE) {
        leaders[key] = txn;
      }
    }
  }

  private void addOrder(int txn, int key) {
    if (helpers[key] == History.NONE) {
      helpers[key] = edges.newHelper();
    }
    int last = writers.ofNewest(key);
    if (last != History.NONE) {
      edges.add(last, txn, EdgeKind.WW, key);
    }
    if (leaders[key] == History.NONE || leaders[key] == txn) {
      edges.add(helpers[key], txn, EdgeKind.RW_FROM_TAIL, key);
    } else {
      edges.add(leaders[key], txn, EdgeKind.WW_LEADER, key);
    }
  }

  /** Adds the edge of one that read the newest version that was read at all. */
  void addRead(int txn, int key) {
    if (helpers[key] != History.NONE && leaders[key] != txn) {
      edges.add(txn, helpers[key], EdgeKind.RW_TO_TAIL, key);
    }
  }
}
