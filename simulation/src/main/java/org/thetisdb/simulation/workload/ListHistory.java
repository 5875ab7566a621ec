package org.thetisdb.simulation.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.thetisdb.history.History;
import org.thetisdb.history.HistoryBuilder;
import org.thetisdb.history.Status;
import org.thetisdb.history.check.Checker;
import org.thetisdb.history.verdict.Level;
import org.thetisdb.history.verdict.Verdict;

/** What transactions did to lists, and whether that can be. */
final class ListHistory {
  private static final long NS = 1_000;

  private final Problems problems;
  private final List<Txn> history = new ArrayList<>();

  /** An empty history that says what is wrong to {@code problems}. */
  ListHistory(Problems problems) {
    this.problems = problems;
  }

  /** One operation: an append of {@code value}, or a read that found {@code found}. */
  record Op(long key, boolean isAppend, long value, long[] found) {}

  /**
   * One transaction of the history.
   *
   * @param end how it ended, in words
   */
  record Txn(
      int session, int index, long beginUs, long endUs, Status status, String end, List<Op> ops) {}

  void add(Txn txn) {
    history.add(txn);
  }

  /** Judges all that was added; {@code lists} are those that were read in the end. */
  void check(Map<Long, long[]> lists, Level... levels) {
    Set<Long> present = new HashSet<>();
    lists.forEach(
        (key, items) -> {
          for (long item : items) {
            if (!present.add(item)) {
              problems.add("element " + item + " is there twice, in list " + key);
            }
          }
        });
    for (Txn txn : history) {
      checkTxn(txn, lists, present);
    }
    for (Level level : levels) {
      Verdict verdict = Checker.check(recorded(lists), level);
      if (!verdict.holds()) {
        problems.add(verdict.toString());
      }
    }
  }

  /** The history, and what was read in the end by a session that comes after all. */
  private History recorded(Map<Long, long[]> lists) {
    HistoryBuilder builder = new HistoryBuilder();
    long lastEndUs = 0;
    for (Txn txn : history) {
      lastEndUs = Math.max(lastEndUs, txn.endUs());
      builder.begin(txn.session(), txn.index(), txn.beginUs() * NS, txn.endUs() * NS, txn.status());
      for (Op op : txn.ops()) {
        if (op.isAppend()) {
          builder.append(op.key(), op.value());
        } else if (op.found() == null) {
          builder.readUnknown(op.key());
        } else {
          builder.read(op.key(), op.found(), op.found().length);
        }
      }
      builder.end();
    }
    builder.begin(0, 0, (lastEndUs + 1) * NS, (lastEndUs + 2) * NS, Status.OK);
    lists.forEach((key, items) -> builder.read(key, items, items.length));
    builder.end();
    return builder.build();
  }

  private void checkTxn(Txn txn, Map<Long, long[]> lists, Set<Long> present) {
    for (Op op : txn.ops()) {
      boolean isThere = op.isAppend() && present.contains(op.value());
      if (op.isAppend() && txn.status() == Status.OK && !isThere) {
        problems.add("the acknowledged append of " + op.value() + " is lost: " + describe(txn));
      }
      if (op.isAppend() && txn.status() == Status.FAIL && isThere) {
        problems.add("the append of " + op.value() + " is there, but failed: " + describe(txn));
      }
      boolean committedRead = op.found() != null && txn.status() == Status.OK;
      if (!op.isAppend() && committedRead && !isPrefix(own(txn, op), lists.get(op.key()))) {
        problems.add("a read is no prefix of list " + op.key() + ": " + describe(txn));
      }
    }
  }

  /** What a read found without what its own transaction appended before it. */
  @SuppressWarnings("ReferenceEquality") // this very read; an equal one may come before it
  private static long[] own(Txn txn, Op read) {
    int own = 0;
    for (Op op : txn.ops()) {
      if (op == read) {
        break;
      }
      own += op.isAppend() && op.key() == read.key() ? 1 : 0;
    }
    return Arrays.copyOf(read.found(), Math.max(0, read.found().length - own));
  }

  private static boolean isPrefix(long[] prefix, long[] all) {
    return prefix.length <= all.length
        && Arrays.equals(prefix, 0, prefix.length, all, 0, prefix.length);
  }

  private static String describe(Txn txn) {
    return "transaction "
        + txn.index()
        + " of session "
        + txn.session()
        + ", "
        + txn.beginUs()
        + " to "
        + txn.endUs()
        + " us: "
        + txn.end();
  }
}
