package org.thetisdb.client;

import java.util.Arrays;

/**
 * The requests on the wire. An id holds its slot in the low bits and a rising number above, so that
 * an answer finds its request without hashing and a late answer finds nothing.
 */
final class RequestTable {
  private static final int SLOT_BITS = 20;
  private static final int MAX_SLOTS = 1 << SLOT_BITS;

  private Request[] slots = new Request[64];
  private int[] free = new int[64];
  private int freeCount;
  private int opened;
  private long serial;

  boolean isFull() {
    return freeCount == 0 && opened == MAX_SLOTS;
  }

  boolean isEmpty() {
    return freeCount == opened;
  }

  /** Enters a request and gives it its id. */
  void add(Request request) {
    int slot = freeCount > 0 ? free[--freeCount] : openSlot();
    request.id = ++serial << SLOT_BITS | slot;
    slots[slot] = request;
  }

  private int openSlot() {
    if (opened == MAX_SLOTS) {
      throw new IllegalStateException("more than " + MAX_SLOTS + " requests on the wire");
    }
    if (opened == slots.length) {
      slots = Arrays.copyOf(slots, opened * 2);
      free = Arrays.copyOf(free, opened * 2);
    }
    return opened++;
  }

  /** Takes out the request with this id; null if it is not there any more. */
  Request remove(long id) {
    int slot = (int) (id & (MAX_SLOTS - 1));
    Request request = slot < opened ? slots[slot] : null;
    if (request == null || request.id != id) {
      return null;
    }
    slots[slot] = null;
    free[freeCount++] = slot;
    return request;
  }

  /** Takes out everything, in the order in which it was added. */
  Request[] removeAll() {
    Request[] all = new Request[opened - freeCount];
    int count = 0;
    for (int slot = 0; slot < opened; slot++) {
      if (slots[slot] != null) {
        all[count++] = slots[slot];
        slots[slot] = null;
      }
    }
    freeCount = 0;
    opened = 0;
    Arrays.sort(all, (a, b) -> Long.compare(a.id, b.id));
    return all;
  }
}
