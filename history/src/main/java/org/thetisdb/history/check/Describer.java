package org.thetisdb.history.check;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.history.History;
import org.thetisdb.history.Status;

/** Puts parts of a history into words. */
public final class Describer {
  private static final int OPERATIONS_SHOWN = 16;
  private static final int ELEMENTS_SHOWN = 6;

  private final History history;

  /** Puts parts of this history into words. */
  public Describer(History history) {
    this.history = history;
  }

  /** An example of some transactions, described by a sentence in front. */
  Findings.Example example(String sentence, int... transactions) {
    List<String> lines = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    lines.add(sentence);
    for (int txn : transactions) {
      lines.add("  " + transaction(txn));
      numbers.add(txn);
    }
    return new Findings.Example(lines, numbers);
  }

  /** Which transaction it is. */
  String name(int txn) {
    String status = history.status(txn) == Status.OK ? "" : " (" + history.status(txn).id() + ")";
    return "session " + history.session(txn) + ", index " + history.index(txn) + status;
  }

  /** Which transaction it is, and what it did. */
  public String transaction(int txn) {
    StringBuilder text = new StringBuilder(name(txn)).append(':');
    int first = history.firstOp(txn);
    int end = Math.min(history.endOp(txn), first + OPERATIONS_SHOWN);
    for (int op = first; op < end; op++) {
      text.append(op == first ? " " : "; ").append(operation(op));
    }
    if (end < history.endOp(txn)) {
      text.append("; … ").append(history.endOp(txn) - end).append(" more");
    }
    return text.toString();
  }

  private String operation(int op) {
    String key = key(history.opKey(op));
    return switch (history.opKind(op)) {
      case History.APPEND -> "append " + element(history.opElement(op)) + " to " + key;
      case History.READ, History.READ_OTHER -> "read " + key + " " + list(op);
      case History.READ_UNKNOWN -> "read " + key + " (unknown)";
      default -> throw new IllegalStateException("no kind of operation");
    };
  }

  /** The end of a list; the number of elements that are left out stands in front. */
  String list(int op) {
    int length = history.readLength(op);
    int first = length <= ELEMENTS_SHOWN ? 0 : length - ELEMENTS_SHOWN;
    StringBuilder text = new StringBuilder("[");
    if (first > 0) {
      text.append("… ").append(first).append(" …");
    }
    for (int i = first; i < length; i++) {
      text.append(text.length() == 1 ? "" : " ").append(value(history.readValue(op, i)));
    }
    return text.append(']').toString();
  }

  /** The first or the last element that a transaction appended to a key, and the key. */
  String appended(int txn, int key, boolean first) {
    int found = History.NONE;
    for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
      boolean here = history.opKind(op) == History.APPEND && history.opKey(op) == key;
      if (here && !(first && found != History.NONE)) {
        found = history.opElement(op);
      }
    }
    return element(found) + " on " + key(key);
  }

  String key(int key) {
    return "key " + history.describeKey(key);
  }

  String value(long value) {
    return history.describeValue(value);
  }

  String element(int element) {
    return history.describeElement(element);
  }
}
