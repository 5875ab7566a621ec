package org.thetisdb.sql.call;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** What waits, by client: clients take turns, each with what it handed in first. */
final class FairQueue<T> {
  private final Map<Object, Deque<T>> waiting = new LinkedHashMap<>();
  private int size;

  int size() {
    return size;
  }

  void add(Object client, T one) {
    waiting.computeIfAbsent(client, c -> new ArrayDeque<>(2)).add(one);
    size++;
  }

  /** Takes the next one out; null if none waits. */
  T poll() {
    if (size == 0) {
      return null;
    }
    Map.Entry<Object, Deque<T>> turn = waiting.entrySet().iterator().next();
    Object client = turn.getKey();
    Deque<T> own = waiting.remove(client);
    T one = own.remove();
    if (!own.isEmpty()) {
      waiting.put(client, own);
    }
    size--;
    return one;
  }

  /** Takes out all that match. */
  void removeIf(Predicate<T> unwanted) {
    waiting.values().forEach(own -> own.removeIf(unwanted));
    waiting.values().removeIf(Deque::isEmpty);
    size = waiting.values().stream().mapToInt(Deque::size).sum();
  }
}
