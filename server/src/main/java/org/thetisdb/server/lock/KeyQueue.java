package org.thetisdb.server.lock;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.server.lock.OrderedLocks.Ticket;

/**
 * Those that read or write one key, in the order of their places: the first has it, and with one
 * that reads the others that follow it and read. Not thread-safe.
 */
final class KeyQueue {
  /** Whether each writes. */
  private final LinkedHashMap<Ticket, Boolean> requests = new LinkedHashMap<>(4);

  /** How many of the first ones have the key. */
  private int granted;

  private int writers;

  /** Puts one behind all others; returns whether it has the key. */
  boolean add(Ticket ticket, boolean writes) {
    boolean isFree = writes ? requests.isEmpty() : writers == 0;
    requests.put(ticket, writes);
    writers += writes ? 1 : 0;
    granted += isFree ? 1 : 0;
    return isFree;
  }

  /** Takes one out; a list takes those that have the key since then. */
  void remove(Ticket ticket, List<Ticket> toGrant) {
    boolean had = hasKey(ticket);
    boolean wrote = requests.remove(ticket);
    writers -= wrote ? 1 : 0;
    granted -= had ? 1 : 0;
    if (granted == 0 || wrote) {
      grantNext(toGrant);
    }
  }

  private boolean hasKey(Ticket ticket) {
    Iterator<Ticket> first = requests.keySet().iterator();
    for (int i = 0; i < granted; i++) {
      if (first.next() == ticket) {
        return true;
      }
    }
    return false;
  }

  private void grantNext(List<Ticket> toGrant) {
    int number = 0;
    for (Map.Entry<Ticket, Boolean> each : requests.entrySet()) {
      boolean mayHave = each.getValue() ? number == 0 : true;
      if (!mayHave) {
        return;
      }
      if (number >= granted) {
        toGrant.add(each.getKey());
        granted++;
      }
      if (each.getValue()) {
        return;
      }
      number++;
    }
  }

  /** All of them, in their order; a view. */
  Iterable<Ticket> all() {
    return requests.keySet();
  }

  /** Those that write, in their order. */
  List<Ticket> writers() {
    return requests.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).toList();
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }
}
