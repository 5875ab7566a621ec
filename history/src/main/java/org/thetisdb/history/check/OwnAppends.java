package org.thetisdb.history.check;

import java.util.Arrays;
import org.thetisdb.history.History;

/** What the transaction that is looked at has appended so far, by key. */
final class OwnAppends {
  private final History history;
  private final int[] ownerOfKey;
  private final int[] counts;
  private final int[] lasts;
  private int txn;

  OwnAppends(History history) {
    this.history = history;
    this.ownerOfKey = new int[history.keys()];
    this.counts = new int[history.keys()];
    this.lasts = new int[history.keys()];
    Arrays.fill(ownerOfKey, History.NONE);
  }

  /** Begins with a transaction, which has appended nothing. */
  void begin(int newTxn) {
    txn = newTxn;
  }

  /** It appends. */
  void append(int op) {
    int key = history.opKey(op);
    counts[key] = ownerOfKey[key] == txn ? counts[key] + 1 : 1;
    lasts[key] = history.opElement(op);
    ownerOfKey[key] = txn;
  }

  /** How many elements it has appended to the key of an operation. */
  int count(int op) {
    int key = history.opKey(op);
    return ownerOfKey[key] == txn ? counts[key] : 0;
  }

  /** Whether a list ends with what it has appended to the key, all of it and in order. */
  boolean fits(int op) {
    int own = count(op);
    int length = history.readLength(op);
    if (own > length) {
      return false;
    }
    int key = history.opKey(op);
    int element = own == 0 ? History.NONE : lasts[key];
    for (int i = length - 1; i >= length - own; i--) {
      if (history.elementOf(key, history.readValue(op, i)) != element) {
        return false;
      }
      element = history.previousOfTxn(element);
    }
    return true;
  }
}
