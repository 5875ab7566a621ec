package org.thetisdb.core.time;

import java.util.Arrays;

/**
 * Timers, the next one first; of two that are due at the same time, the one that was added first. A
 * binary heap in which every entry knows its place, so that a timer that is taken back leaves at
 * once and costs no memory until it would have been due.
 *
 * <p>Not thread-safe; owned by one event loop. Bounded only by what its owner sets.
 */
final class TimerHeap {
  private static final int OUTSIDE = -1;

  private Entry[] heap = new Entry[64];
  private int size;
  private long nextOrder;

  /** A timer; {@code task} runs once, not before {@code dueUs}. */
  static final class Entry {
    private final long dueUs;
    private final Runnable task;
    private long order;
    private int index = OUTSIDE;

    Entry(long dueUs, Runnable task) {
      this.dueUs = dueUs;
      this.task = task;
    }

    Runnable task() {
      return task;
    }

    private boolean isBefore(Entry other) {
      return dueUs != other.dueUs ? dueUs < other.dueUs : order < other.order;
    }
  }

  /** Adds a timer that is in no heap. */
  void add(Entry entry) {
    if (entry.index != OUTSIDE) {
      throw new IllegalStateException("the timer is set already");
    }
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, size * 2);
    }
    entry.order = nextOrder++;
    size++;
    siftUp(size - 1, entry);
  }

  /** Takes a timer back; no effect if it is not here. */
  void remove(Entry entry) {
    int hole = entry.index;
    if (hole == OUTSIDE) {
      return;
    }
    entry.index = OUTSIDE;
    size--;
    Entry last = heap[size];
    heap[size] = null;
    if (last != entry) {
      refill(hole, last);
    }
  }

  /** Takes out the first timer if it is due; null if none is. */
  Entry pollDue(long nowUs) {
    if (size == 0 || heap[0].dueUs > nowUs) {
      return null;
    }
    Entry first = heap[0];
    remove(first);
    return first;
  }

  /** When the first timer is due; {@link Long#MAX_VALUE} if there is none. */
  long nextDueUs() {
    return size == 0 ? Long.MAX_VALUE : heap[0].dueUs;
  }

  /** How many timers are set. */
  int size() {
    return size;
  }

  private void refill(int hole, Entry entry) {
    if (hole > 0 && entry.isBefore(heap[(hole - 1) >>> 1])) {
      siftUp(hole, entry);
    } else {
      siftDown(hole, entry);
    }
  }

  private void siftUp(int from, Entry entry) {
    int hole = from;
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (!entry.isBefore(heap[parent])) {
        break;
      }
      place(hole, heap[parent]);
      hole = parent;
    }
    place(hole, entry);
  }

  private void siftDown(int from, Entry entry) {
    int hole = from;
    for (int child = 2 * hole + 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
        child++;
      }
      if (!heap[child].isBefore(entry)) {
        break;
      }
      place(hole, heap[child]);
      hole = child;
    }
    place(hole, entry);
  }

  private void place(int index, Entry entry) {
    heap[index] = entry;
    entry.index = index;
  }
}
