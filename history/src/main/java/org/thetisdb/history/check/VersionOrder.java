package org.thetisdb.history.check;

import java.util.Arrays;
import org.agrona.collections.IntHashSet;
import org.thetisdb.history.History;
import org.thetisdb.history.Status;

/**
 * The order of each key's versions: the elements of the longest list that was read. Where lists
 * contradict each other it is the longest one without an element that cannot be there.
 */
final class VersionOrder {
  private final History history;
  private final int[][] orders;
  private final long[][] values;
  private final int[] positions;
  private final boolean[] observed;

  VersionOrder(History history) {
    this.history = history;
    this.orders = new int[history.keys()][];
    this.values = new long[history.keys()][];
    this.positions = new int[history.elements()];
    this.observed = new boolean[history.elements()];
    Arrays.fill(positions, History.NONE);
    for (int key = 0; key < orders.length; key++) {
      values[key] = history.spine(key);
    }
    chooseAmongContested();
    for (int key = 0; key < orders.length; key++) {
      resolve(key);
    }
  }

  private void chooseAmongContested() {
    for (int op = 0; op < history.operations(); op++) {
      if (history.opKind(op) == History.READ_OTHER) {
        observe(op);
        offer(history.opKey(op), listOf(op));
      }
    }
  }

  private void observe(int op) {
    for (int i = 0; i < history.readLength(op); i++) {
      int element = history.elementOf(history.opKey(op), history.readValue(op, i));
      if (element != History.NONE) {
        observed[element] = true;
      }
    }
  }

  private void offer(int key, long[] list) {
    boolean clean = isClean(key, list);
    boolean better = list.length > values[key].length || !isClean(key, values[key]);
    if (clean && better) {
      values[key] = list;
    }
  }

  private long[] listOf(int op) {
    long[] list = new long[history.readLength(op)];
    for (int i = 0; i < list.length; i++) {
      list[i] = history.readValue(op, i);
    }
    return list;
  }

  /** Whether each element was appended, once, by one that did not abort. */
  private boolean isClean(int key, long[] list) {
    IntHashSet seen = new IntHashSet();
    for (long value : list) {
      int element = history.elementOf(key, value);
      if (element == History.NONE
          || history.status(history.elementTxn(element)) == Status.FAIL
          || !seen.add(element)) {
        return false;
      }
    }
    return true;
  }

  private void resolve(int key) {
    long[] list = values[key];
    int[] order = new int[list.length];
    for (int i = 0; i < list.length; i++) {
      order[i] = history.elementOf(key, list[i]);
      if (order[i] != History.NONE) {
        observed[order[i]] = true;
        if (positions[order[i]] == History.NONE) {
          positions[order[i]] = i;
        }
      }
    }
    orders[key] = order;
    if (history.isContested(key)) {
      observeAll(key, history.spine(key));
    }
  }

  private void observeAll(int key, long[] list) {
    for (long value : list) {
      int element = history.elementOf(key, value);
      if (element != History.NONE) {
        observed[element] = true;
      }
    }
  }

  /** The elements of a key, oldest first; {@link History#NONE} for a phantom. Not to be changed. */
  int[] order(int key) {
    return orders[key];
  }

  /** Where an element first stands in its key's order; {@link History#NONE} if it does not. */
  int position(int element) {
    return positions[element];
  }

  /** Whether a committed transaction read a list that holds the element. */
  boolean isObserved(int element) {
    return observed[element];
  }

  /** Whether what a read saw is a beginning of its key's order. */
  boolean agrees(int op) {
    int key = history.opKey(op);
    if (!history.isContested(key)) {
      return true;
    }
    int length = history.readLength(op);
    if (length > values[key].length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (history.readValue(op, i) != values[key][i]) {
        return false;
      }
    }
    return true;
  }
}
