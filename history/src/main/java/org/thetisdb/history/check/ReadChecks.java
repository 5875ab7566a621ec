package org.thetisdb.history.check;

import java.util.Arrays;
import org.agrona.collections.IntHashSet;
import org.thetisdb.history.History;
import org.thetisdb.history.Status;
import org.thetisdb.history.verdict.AnomalyKind;

/**
 * What a single read can show: elements that cannot be there, lists that contradict others, own
 * appends that are missing. Also finds how much of a list was there before the reader's own
 * appends.
 */
final class ReadChecks {
  private final History history;
  private final VersionOrder order;
  private final Findings findings;
  private final Describer describer;
  private final OwnAppends own;

  /** Of each operation: the version that it saw from outside; {@link History#NONE} if unknown. */
  private final int[] seen;

  /** Of each key: how much of its order was looked at. */
  private final int[] scanned;

  ReadChecks(History history, VersionOrder order, Findings findings, Describer describer) {
    this.history = history;
    this.order = order;
    this.findings = findings;
    this.describer = describer;
    this.own = new OwnAppends(history);
    this.seen = new int[history.operations()];
    this.scanned = new int[history.keys()];
    Arrays.fill(seen, History.NONE);
  }

  /** Looks at all reads. */
  void run() {
    for (int txn = 0; txn < history.transactions(); txn++) {
      if (history.status(txn) == Status.OK) {
        runOne(txn);
      }
    }
    for (int element = 0; element < history.elements(); element++) {
      checkOwnOrder(element);
    }
  }

  /**
   * How many elements of its key's order a read saw, without those of its own transaction; {@link
   * History#NONE} for what is no read, or one that fits no order.
   */
  int seen(int op) {
    return seen[op];
  }

  private void runOne(int txn) {
    own.begin(txn);
    for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
      switch (history.opKind(op)) {
        case History.APPEND -> own.append(op);
        case History.READ, History.READ_OTHER -> check(txn, op);
        default -> {} // what was not observed shows nothing
      }
    }
  }

  private void check(int txn, int op) {
    boolean agrees = order.agrees(op);
    boolean clean = agrees ? scanOrder(txn, op) : scanList(txn, op);
    if (!agrees && clean) {
      addIncompatible(txn, op);
    }
    int outside = history.readLength(op) - own.count(op);
    if (!own.fits(op)) {
      addInternal(txn, op);
      return;
    }
    int last = outside == 0 ? History.NONE : elementAt(op, outside - 1);
    if (last != History.NONE && history.elementTxn(last) == txn) {
      addInternal(txn, op);
      return;
    }
    if (last != History.NONE && history.hasNextOfTxn(last)) {
      addIntermediate(txn, op, last);
    }
    if (agrees) {
      seen[op] = outside;
    }
  }

  private int elementAt(int op, int place) {
    return history.elementOf(history.opKey(op), history.readValue(op, place));
  }

  /** Looks at the part of the key's order that this read is the first to show. */
  private boolean scanOrder(int txn, int op) {
    int key = history.opKey(op);
    int[] elements = order.order(key);
    boolean clean = true;
    for (int i = scanned[key]; i < history.readLength(op); i++) {
      int element = elements[i];
      boolean again = element != History.NONE && order.position(element) != i;
      clean &= checkElement(txn, op, i, element, again);
    }
    scanned[key] = Math.max(scanned[key], history.readLength(op));
    return clean;
  }

  private boolean scanList(int txn, int op) {
    IntHashSet before = new IntHashSet();
    boolean clean = true;
    for (int i = 0; i < history.readLength(op); i++) {
      int element = elementAt(op, i);
      boolean again = element != History.NONE && !before.add(element);
      clean &= checkElement(txn, op, i, element, again);
    }
    return clean;
  }

  private boolean checkElement(int txn, int op, int place, int element, boolean again) {
    if (element == History.NONE) {
      addElement(AnomalyKind.PHANTOM_ELEMENT, txn, op, place, "which nobody appended");
    } else if (again) {
      addElement(AnomalyKind.DUPLICATE_ELEMENT, txn, op, place, "which is in the list twice");
    } else if (history.status(history.elementTxn(element)) == Status.FAIL) {
      addAborted(txn, op, element);
    } else {
      return true;
    }
    return false;
  }

  private void addElement(AnomalyKind kind, int txn, int op, int place, String what) {
    findings.add(
        kind,
        history.readLength(op),
        () ->
            describer.example(
                "A read of "
                    + describer.key(history.opKey(op))
                    + " shows "
                    + describer.value(history.readValue(op, place))
                    + ", "
                    + what
                    + ".",
                txn));
  }

  private void addAborted(int txn, int op, int element) {
    findings.add(
        AnomalyKind.ABORTED_READ,
        history.readLength(op),
        () ->
            describer.example(
                "A read of "
                    + describer.key(history.opKey(op))
                    + " shows "
                    + describer.element(element)
                    + ", which a transaction appended that did not commit.",
                history.elementTxn(element),
                txn));
  }

  private void addIntermediate(int txn, int op, int last) {
    findings.add(
        AnomalyKind.INTERMEDIATE_READ,
        history.readLength(op),
        () ->
            describer.example(
                "A read of "
                    + describer.key(history.opKey(op))
                    + " ends with "
                    + describer.element(last)
                    + ", after which the same transaction appended more.",
                history.elementTxn(last),
                txn));
  }

  private void addInternal(int txn, int op) {
    findings.add(
        AnomalyKind.INTERNAL,
        history.readLength(op),
        () ->
            describer.example(
                "A read of "
                    + describer.key(history.opKey(op))
                    + " shows "
                    + describer.list(op)
                    + ", which does not end with exactly what its own transaction had appended.",
                txn));
  }

  private void addIncompatible(int txn, int op) {
    findings.add(
        AnomalyKind.INCOMPATIBLE_ORDER,
        history.readLength(op),
        () ->
            describer.example(
                "A read of "
                    + describer.key(history.opKey(op))
                    + " shows "
                    + describer.list(op)
                    + ", which is no beginning of another read's list.",
                txn,
                readerOfOrder(history.opKey(op))));
  }

  /** A transaction that read the longest list that agrees with a key's order. */
  private int readerOfOrder(int key) {
    int best = History.NONE;
    int reader = 0;
    for (int txn = 0; txn < history.transactions(); txn++) {
      for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
        byte kind = history.opKind(op);
        boolean read = kind == History.READ || kind == History.READ_OTHER;
        if (read && history.opKey(op) == key && history.readLength(op) > best && order.agrees(op)) {
          best = history.readLength(op);
          reader = txn;
        }
      }
    }
    return reader;
  }

  /** What one transaction appended to a key must stand in the order in which it did so. */
  private void checkOwnOrder(int element) {
    int previous = history.previousOfTxn(element);
    if (previous == History.NONE || !order.isObserved(element)) {
      return;
    }
    int txn = history.elementTxn(element);
    if (!order.isObserved(previous)) {
      addOwnOrder(AnomalyKind.LOST_WRITE, txn, previous, element, "but only the second was read");
    } else if (order.position(previous) > order.position(element)
        && order.position(element) != History.NONE) {
      addOwnOrder(
          AnomalyKind.INCOMPATIBLE_ORDER, txn, previous, element, "and were read the other way");
    }
  }

  private void addOwnOrder(AnomalyKind kind, int txn, int first, int second, String what) {
    findings.add(
        kind,
        order.position(second),
        () ->
            describer.example(
                describer.element(first)
                    + " and "
                    + describer.element(second)
                    + " were appended in this order, "
                    + what
                    + ".",
                txn));
  }
}
