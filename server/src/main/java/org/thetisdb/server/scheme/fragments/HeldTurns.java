package org.thetisdb.server.scheme.fragments;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.runtime.AccessPlan;

/**
 * The places of calls that this site is going to commit when others have voted. What they are going
 * to meet no later fragment prepares before. They hold up nothing else: calls that hold nothing
 * beyond their own run, be it the commit of another call, pass. Nothing rests on a place but who
 * goes first, so it is neither logged nor kept when its router is gone.
 *
 * <p>Not thread-safe; the site's engine owns it, and the calls of one router are its bound.
 */
final class HeldTurns {
  private final Map<Long, KeySet> places = new HashMap<>();

  /** Of each row the transactions that hold it, and whether they write it. */
  private final Map<RowKey, NavigableMap<Long, Boolean>> rows = new HashMap<>();

  /** A row that one before has a place for. */
  record Held(long transaction, RowKey row) {}

  /** A place is held from now on. */
  void hold(long transaction, KeySet keys) {
    if (places.putIfAbsent(transaction, keys) == null) {
      keys.read().forEach(key -> transactionsOf(key).put(transaction, false));
      keys.written().forEach(key -> transactionsOf(key).put(transaction, true));
    }
  }

  private NavigableMap<Long, Boolean> transactionsOf(RowKey key) {
    return rows.computeIfAbsent(key, k -> new TreeMap<>());
  }

  /** One is over; returns what it held, or null. */
  KeySet end(long transaction) {
    KeySet keys = places.remove(transaction);
    if (keys != null) {
      keys.read().forEach(key -> leave(key, transaction));
      keys.written().forEach(key -> leave(key, transaction));
    }
    return keys;
  }

  private void leave(RowKey key, long transaction) {
    NavigableMap<Long, Boolean> held = rows.get(key);
    if (held != null) {
      held.remove(transaction);
      if (held.isEmpty()) {
        rows.remove(key);
      }
    }
  }

  /** All that are held; a copy. */
  List<Long> all() {
    return places.keySet().stream().sorted().toList();
  }

  /** The first place of a lower number for a row that a plan names; null if there is none. */
  Held before(long transaction, AccessPlan plan) {
    if (rows.isEmpty()) {
      return null;
    }
    for (int i = 0; i < plan.writeCount(); i++) {
      NavigableMap<Long, Boolean> held = rows.get(plan.write(i));
      if (held != null && held.firstKey() < transaction) {
        return new Held(held.firstKey(), plan.write(i));
      }
    }
    for (int i = 0; i < plan.readCount(); i++) {
      Held held = writtenBefore(transaction, plan.read(i));
      if (held != null) {
        return held;
      }
    }
    return null;
  }

  private Held writtenBefore(long transaction, RowKey key) {
    NavigableMap<Long, Boolean> held = rows.get(key);
    if (held != null) {
      for (Map.Entry<Long, Boolean> each : held.headMap(transaction, false).entrySet()) {
        if (each.getValue()) {
          return new Held(each.getKey(), key);
        }
      }
    }
    return null;
  }
}
