package org.thetisdb.history.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.history.History;
import org.thetisdb.history.Status;
import org.thetisdb.history.verdict.Level;

/**
 * Decides by trying: is there an order of events in which a database of the level would have
 * answered as the history says? Written from the definitions of the levels, not from the checker's
 * method. For a handful of transactions only.
 */
final class Oracle {
  private final History history;
  private final Level level;
  private final List<Integer> events = new ArrayList<>();
  private final boolean[] started;
  private final boolean[] committed;
  private final Map<Integer, List<Integer>> state = new HashMap<>();
  private final Map<Integer, Map<Integer, List<Integer>>> snapshots = new HashMap<>();

  private Oracle(History history, Level level, int unknownThatCommit) {
    this.history = history;
    this.level = level;
    this.started = new boolean[history.transactions()];
    this.committed = new boolean[history.transactions()];
    int unknown = 0;
    for (int txn = 0; txn < history.transactions(); txn++) {
      boolean commits =
          switch (history.status(txn)) {
            case OK -> true;
            case FAIL -> false;
            case INFO -> (unknownThatCommit >> unknown++ & 1) == 1;
          };
      if (commits) {
        events.add(txn);
      }
    }
  }

  static boolean allows(History history, Level level) {
    int unknown = 0;
    for (int txn = 0; txn < history.transactions(); txn++) {
      unknown += history.status(txn) == Status.INFO ? 1 : 0;
    }
    for (int subset = 0; subset < 1 << unknown; subset++) {
      Oracle oracle = new Oracle(history, level, subset);
      boolean found =
          switch (level) {
            case READ_COMMITTED -> oracle.commitsInSomeOrder();
            case SI, STRONG_SESSION_SI -> oracle.snapshots();
            case SERIALIZABLE, STRICT_SERIALIZABLE -> oracle.serial();
          };
      if (found) {
        return true;
      }
    }
    return false;
  }

  private List<Integer> list(int key) {
    return state.computeIfAbsent(key, k -> new ArrayList<>());
  }

  private boolean allCommitted() {
    return events.stream().allMatch(txn -> committed[txn]);
  }

  // --- serial: one after the other

  private boolean serial() {
    if (allCommitted()) {
      return true;
    }
    for (int txn : events) {
      if (!committed[txn] && mayFollow(txn) && readsFit(txn, state)) {
        apply(txn);
        if (serial()) {
          return true;
        }
        rollBack(txn);
      }
    }
    return false;
  }

  /** Whether all that must come first has. */
  private boolean mayFollow(int txn) {
    for (int other : events) {
      if (!committed[other] && other != txn && mustPrecede(other, txn)) {
        return false;
      }
    }
    return true;
  }

  private boolean mustPrecede(int first, int second) {
    boolean known = history.status(first) == Status.OK;
    boolean session =
        history.session(first) == history.session(second)
            && history.index(first) < history.index(second);
    return switch (level) {
      case READ_COMMITTED, SI, SERIALIZABLE -> false;
      case STRONG_SESSION_SI -> known && session;
      case STRICT_SERIALIZABLE ->
          known && (session || history.endNs(first) < history.beginNs(second));
    };
  }

  private void apply(int txn) {
    committed[txn] = true;
    for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
      if (history.opKind(op) == History.APPEND) {
        list(history.opKey(op)).add(history.opElement(op));
      }
    }
  }

  private void rollBack(int txn) {
    committed[txn] = false;
    for (int op = history.endOp(txn) - 1; op >= history.firstOp(txn); op--) {
      if (history.opKind(op) == History.APPEND) {
        List<Integer> list = list(history.opKey(op));
        list.remove(list.size() - 1);
      }
    }
  }

  /** Whether each read shows the state and the own appends before it. */
  private boolean readsFit(int txn, Map<Integer, List<Integer>> from) {
    if (history.status(txn) != Status.OK) {
      return true;
    }
    Map<Integer, List<Integer>> own = new HashMap<>();
    for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
      int key = history.opKey(op);
      List<Integer> expected =
          own.computeIfAbsent(key, k -> new ArrayList<>(from.getOrDefault(k, List.of())));
      if (history.opKind(op) == History.APPEND) {
        expected.add(history.opElement(op));
      } else if (history.opKind(op) != History.READ_UNKNOWN && !expected.equals(elements(op))) {
        return false;
      }
    }
    return true;
  }

  private List<Integer> elements(int op) {
    List<Integer> elements = new ArrayList<>();
    for (int i = 0; i < history.readLength(op); i++) {
      elements.add(history.elementOf(history.opKey(op), history.readValue(op, i)));
    }
    return elements;
  }

  // --- snapshots: starts and commits

  private boolean snapshots() {
    if (allCommitted()) {
      return true;
    }
    for (int txn : events) {
      if (!started[txn] ? tryStart(txn) : !committed[txn] && tryCommit(txn)) {
        return true;
      }
    }
    return false;
  }

  private boolean tryStart(int txn) {
    if (!mayFollow(txn) || !readsFit(txn, state)) {
      return false;
    }
    Map<Integer, List<Integer>> copy = new HashMap<>();
    state.forEach((key, list) -> copy.put(key, List.copyOf(list)));
    snapshots.put(txn, copy);
    started[txn] = true;
    if (snapshots()) {
      return true;
    }
    started[txn] = false;
    return false;
  }

  private boolean tryCommit(int txn) {
    if (!firstToCommit(txn)) {
      return false;
    }
    apply(txn);
    if (snapshots()) {
      return true;
    }
    rollBack(txn);
    return false;
  }

  private boolean firstToCommit(int txn) {
    for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
      int key = history.opKey(op);
      if (history.opKind(op) == History.APPEND
          && !list(key).equals(snapshots.get(txn).getOrDefault(key, List.of()))) {
        return false;
      }
    }
    return true;
  }

  // --- read committed: writes in one order, and reads of what was committed before

  private boolean commitsInSomeOrder() {
    int[] order = events.stream().mapToInt(Integer::intValue).toArray();
    return permute(order, 0);
  }

  private boolean permute(int[] order, int fixed) {
    if (fixed == order.length) {
      return fitsOrder(order);
    }
    for (int i = fixed; i < order.length; i++) {
      swap(order, fixed, i);
      if (permute(order, fixed + 1)) {
        return true;
      }
      swap(order, fixed, i);
    }
    return false;
  }

  private static void swap(int[] array, int a, int b) {
    int kept = array[a];
    array[a] = array[b];
    array[b] = kept;
  }

  private boolean fitsOrder(int[] order) {
    Map<Integer, List<List<Integer>>> versions = new HashMap<>();
    for (int txn : order) {
      if (history.status(txn) == Status.OK && !readsSomeVersions(txn, versions)) {
        return false;
      }
      addVersions(txn, versions);
    }
    return true;
  }

  private void addVersions(int txn, Map<Integer, List<List<Integer>>> versions) {
    Map<Integer, List<Integer>> appended = new HashMap<>();
    for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
      if (history.opKind(op) == History.APPEND) {
        appended
            .computeIfAbsent(history.opKey(op), k -> new ArrayList<>())
            .add(history.opElement(op));
      }
    }
    appended.forEach(
        (key, elements) -> {
          List<List<Integer>> all = versionsOf(versions, key);
          List<Integer> next = new ArrayList<>(all.get(all.size() - 1));
          next.addAll(elements);
          all.add(next);
        });
  }

  private static List<List<Integer>> versionsOf(
      Map<Integer, List<List<Integer>>> versions, int key) {
    return versions.computeIfAbsent(key, k -> new ArrayList<>(List.of(List.of())));
  }

  /**
   * Each read shows any version that was there; after an own append, the version that was appended
   * to, and the own appends.
   */
  private boolean readsSomeVersions(int txn, Map<Integer, List<List<Integer>>> versions) {
    Map<Integer, List<Integer>> own = new HashMap<>();
    for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
      List<Integer> mine = own.computeIfAbsent(history.opKey(op), k -> new ArrayList<>());
      if (history.opKind(op) == History.APPEND) {
        mine.add(history.opElement(op));
      } else if (history.opKind(op) != History.READ_UNKNOWN) {
        List<Integer> seen = elements(op);
        List<List<Integer>> all = versionsOf(versions, history.opKey(op));
        boolean some = false;
        for (List<Integer> version :
            mine.isEmpty() ? all : all.subList(all.size() - 1, all.size())) {
          List<Integer> expected = new ArrayList<>(version);
          expected.addAll(mine);
          some |= expected.equals(seen);
        }
        if (!some) {
          return false;
        }
      }
    }
    return true;
  }
}
