package org.thetisdb.router.call;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Deadlines of many things that wait, at the price of a few pointers each: a ring of slots, one for
 * each tick, that is swept as time goes by. A deadline is noticed up to one tick late. Adding and
 * removing cost the same however many wait. Not thread-safe.
 */
public final class TimerWheel<T extends TimerWheel.Entry> {
  private static final int SLOTS = 1024;

  private final long tickUs;
  private final Entry[] slots = new Entry[SLOTS];
  private long sweptTick;
  private int size;

  /** What can wait in a wheel; in one at a time. */
  abstract static class Entry {
    private Entry before;
    private Entry after;
    private long dueTick = -1;

    boolean isTimed() {
      return dueTick >= 0;
    }
  }

  /** An empty wheel, which is exact to one tick. */
  public TimerWheel(long tickUs, long nowUs) {
    this.tickUs = tickUs;
    this.sweptTick = nowUs / tickUs;
  }

  /** How many entries are timed. */
  public int size() {
    return size;
  }

  /** Lets {@code entry} expire at {@code dueUs}, or at the next sweep if that has passed. */
  public void add(T entry, long dueUs) {
    Entry added = entry;
    if (added.isTimed()) {
      throw new IllegalStateException("a thing with two deadlines");
    }
    added.dueTick = Math.max(sweptTick + 1, dueUs / tickUs + 1);
    int slot = (int) (added.dueTick % SLOTS);
    added.after = slots[slot];
    if (added.after != null) {
      added.after.before = added;
    }
    slots[slot] = added;
    size++;
  }

  /** Takes the deadline back; no effect if there is none. */
  public void remove(T entry) {
    Entry removed = entry;
    if (!removed.isTimed()) {
      return;
    }
    if (removed.before != null) {
      removed.before.after = removed.after;
    } else {
      slots[(int) (removed.dueTick % SLOTS)] = removed.after;
    }
    if (removed.after != null) {
      removed.after.before = removed.before;
    }
    removed.before = null;
    removed.after = null;
    removed.dueTick = -1;
    size--;
  }

  /** Hands over all that is due, earliest tick first; they are no longer in the wheel. */
  public void sweep(long nowUs, Consumer<T> onExpired) {
    long nowTick = nowUs / tickUs;
    long from = Math.max(sweptTick, nowTick - SLOTS);
    List<T> due = new ArrayList<>();
    for (long tick = from + 1; tick <= nowTick; tick++) {
      collect(tick, nowTick, due);
    }
    sweptTick = nowTick;
    for (T entry : due) {
      if (entry.isTimed()) {
        remove(entry);
        onExpired.accept(entry);
      }
    }
  }

  @SuppressWarnings("unchecked") // only add puts entries in
  private void collect(long tick, long nowTick, List<T> due) {
    int first = due.size();
    for (Entry e = slots[(int) (tick % SLOTS)]; e != null; e = e.after) {
      if (e.dueTick <= nowTick) {
        due.add((T) e);
      }
    }
    java.util.Collections.reverse(due.subList(first, due.size()));
  }
}
