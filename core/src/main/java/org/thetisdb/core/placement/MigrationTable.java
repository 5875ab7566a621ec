package org.thetisdb.core.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The migrations that are known: those under way, and some that are over. Each stands in the slot
 * that its id names until a later one takes the slot, so there are never more than {@link #MOST};
 * the changes of a slot are numbered, and of two that are reported the later one holds. Not
 * thread-safe.
 */
public final class MigrationTable {
  /** Slots. */
  public static final int MOST = 256;

  private final Migration[] slots = new Migration[MOST];
  private long lastId;
  private final long[] changedAt = new long[MOST];
  private long changes;

  /** The slot of an id. */
  public static int slot(long id) {
    return (int) (id % MOST);
  }

  /** Takes in what a record says; returns whether it was news. */
  public boolean learn(Migration told) {
    Migration known = slots[slot(told.id())];
    int before = known == null ? 0 : known.change();
    if (told.change() <= before) {
      return false;
    }
    slots[slot(told.id())] = told;
    changes++;
    changedAt[slot(told.id())] = changes;
    lastId = Math.max(lastId, told.id());
    return true;
  }

  /** Grows with each change that was learned. */
  public long changes() {
    return changes;
  }

  /** The migration with an id; null if it is not known, or not any more. */
  public Migration find(long id) {
    Migration known = id < 1 ? null : slots[slot(id)];
    return known != null && known.id() == id ? known : null;
  }

  /** All of them, in the order in which they began. */
  public List<Migration> all() {
    List<Migration> all = new ArrayList<>();
    for (Migration each : slots) {
      if (each != null) {
        all.add(each);
      }
    }
    all.sort(Comparator.comparingLong(Migration::id));
    return all;
  }

  /** Those that were learned behind a value of {@link #changes}. */
  public List<Migration> changedSince(long since) {
    return all().stream().filter(each -> changedAt[slot(each.id())] > since).toList();
  }

  /** Those that are not over. */
  public List<Migration> underWay() {
    return all().stream().filter(each -> !each.state().isOver()).toList();
  }

  /** The number of the next change of the slot of an id. */
  public int nextChange(long id) {
    Migration known = slots[slot(id)];
    return known == null ? 1 : known.change() + 1;
  }

  /** An id for the next one, whose slot is free; 0 if all are under way. */
  public long freeId() {
    for (long id = lastId + 1; id <= lastId + MOST; id++) {
      Migration known = slots[slot(id)];
      if (known == null || known.state().isOver()) {
        return id;
      }
    }
    return 0;
  }

  /** Why a change cannot be the next one of its slot; empty if it can. */
  public String obstacle(Migration wanted) {
    Migration known = slots[slot(wanted.id())];
    int before = known == null ? 0 : known.change();
    if (wanted.change() != before + 1) {
      return "change " + before + " came before, ask again";
    }
    if (known == null || known.id() == wanted.id()) {
      return known != null && known.state().isOver() ? "it is over" : "";
    }
    return known.state().isOver() && known.id() < wanted.id()
        ? ""
        : "migration " + known.id() + " is under way in its place";
  }
}
