package org.thetisdb.history.check;

import org.thetisdb.history.History;

/** What wrote each version of each key: only transactions that committed count. */
final class Writers {
  private final History history;
  private final boolean[] committed;
  private final int[][] atOrBefore;
  private final int[][] atOrAfter;

  Writers(History history, VersionOrder order, boolean[] committed) {
    this.history = history;
    this.committed = committed;
    this.atOrBefore = new int[history.keys()][];
    this.atOrAfter = new int[history.keys()][];
    for (int key = 0; key < history.keys(); key++) {
      fill(key, order.order(key));
    }
  }

  private void fill(int key, int[] elements) {
    int[] before = new int[elements.length];
    int[] after = new int[elements.length];
    int last = History.NONE;
    for (int i = 0; i < elements.length; i++) {
      last = latest(elements[i], last);
      before[i] = last;
    }
    last = History.NONE;
    for (int i = elements.length - 1; i >= 0; i--) {
      last = latest(elements[i], last);
      after[i] = last;
    }
    atOrBefore[key] = before;
    atOrAfter[key] = after;
  }

  private int latest(int element, int otherwise) {
    if (element == History.NONE || !committed[history.elementTxn(element)]) {
      return otherwise;
    }
    return history.elementTxn(element);
  }

  /** What wrote the newest of the first {@code count} versions; or {@link History#NONE}. */
  int ofFirst(int key, int count) {
    return count == 0 ? History.NONE : atOrBefore[key][count - 1];
  }

  /** What wrote the version that follows the first {@code count}; or {@link History#NONE}. */
  int after(int key, int count) {
    return count == atOrAfter[key].length ? History.NONE : atOrAfter[key][count];
  }

  /** What wrote the newest version; or {@link History#NONE}. */
  int ofNewest(int key) {
    return ofFirst(key, atOrBefore[key].length);
  }
}
