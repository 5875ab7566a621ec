package org.thetisdb.server.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.store.Snapshot;

/**
 * The replicas that were added at one site (decision 0054), as this incarnation of it sees them.
 * Each goes through these states:
 *
 * <ol>
 *   <li>wanted: the log says that it is to be here. Nothing of it is kept, none of it is read;
 *   <li>kept: from here on what the logs say of its rows is installed, while the rest is copied;
 *   <li>filled: every row is here, as of a vector that is applied;
 *   <li>readable: the log says that this incarnation holds it. It is read at snapshots that have
 *       seen that record, since these have seen all that it depends on: the vector;
 *   <li>dropped: the log says that it is not to be here. Its rows go.
 * </ol>
 *
 * <p>One that was filled when a checkpoint began is kept and filled by an incarnation that starts
 * from that checkpoint. It is readable when the log says that this incarnation holds it.
 *
 * <p>Records come on the event loop that applies the logs, the rest from the engine's; any thread
 * asks.
 */
public final class HeldRanges {
  private static final int NOBODY = 0;

  /** Kept since the checkpoint that this incarnation started from, before it has a number. */
  private static final int RESTORED = -1;

  private static final Comparator<Local> BY_PLACE =
      Comparator.comparingLong(each -> each.range.first());

  private final int self;

  /** Replicas of which something went to another site without its rows while they were filled. */
  private final Set<Long> missed = ConcurrentHashMap.newKeySet();

  /** What each giver of a replica that is filled has applied before it reads, by ids. */
  private final Map<Long, VersionVector> behind = new ConcurrentHashMap<>();

  private final AtomicReference<State> state =
      new AtomicReference<>(new State(ReplicaSets.NONE, List.of(), List.of(), Set.of()));

  /**
   * A replica whose rows are to go.
   *
   * @param stamp of the record that dropped it
   * @param position of that record
   */
  public record Dropped(ReplicaRange range, long stamp, long position) {}

  /**
   * One replica here.
   *
   * @param keptBy the incarnation that keeps it; 0 if this one does not yet
   * @param joinStamp of the record that says which site holds it
   * @param joinPosition of that record
   */
  private record Local(
      ReplicaRange range, int keptBy, boolean filled, long joinStamp, long joinPosition) {
    boolean isKept() {
      return keptBy != NOBODY;
    }

    boolean isReadable(Snapshot at) {
      return filled && isJoined() && hasSeenThat(at);
    }

    /** The log says that this incarnation holds it, and no one before. */
    boolean isJoined() {
      return range.incarnation() == keptBy;
    }

    boolean hasSeenThat(Snapshot at) {
      return at.isVisible(joinStamp, joinPosition);
    }

    Local with(int keeping, boolean nowFilled) {
      return new Local(range, keeping, nowFilled, joinStamp, joinPosition);
    }
  }

  /**
   * All of it.
   *
   * @param here in the order of their partitions
   * @param stays filled as of the checkpoint that this incarnation started from
   */
  private record State(
      ReplicaSets sets, List<Local> here, List<Dropped> dropped, Set<Long> stays) {}

  /** None yet, at site {@code self}. */
  HeldRanges(int self) {
    this.self = self;
  }

  /** Takes in a record, when it is installed. */
  void onRecord(ReplicaSets sets, long stamp, long position) {
    state.updateAndGet(now -> after(now, sets, stamp, position));
  }

  private State after(State now, ReplicaSets sets, long stamp, long position) {
    if (sets.number() <= now.sets.number()) {
      return now;
    }
    List<Local> here = new ArrayList<>();
    for (ReplicaRange range : sets.ranges()) {
      if (range.site() == self) {
        here.add(joined(now, range, stamp, position));
      }
    }
    here.sort(BY_PLACE);
    List<Dropped> dropped = new ArrayList<>(now.dropped);
    for (Local before : now.here) {
      if (before.isKept() && sets.find(before.range.id()) == null) {
        dropped.add(new Dropped(before.range, stamp, position));
      }
    }
    return new State(sets, List.copyOf(here), List.copyOf(dropped), now.stays);
  }

  private static Local joined(State now, ReplicaRange range, long stamp, long position) {
    Local same = at(now, range.first());
    Local before = same != null && same.range.id() == range.id() ? same : null;
    if (before == null) {
      boolean stays = now.stays.contains(range.id());
      return new Local(range, stays ? RESTORED : NOBODY, stays, stamp, position);
    }
    boolean isHeldAsBefore = before.range.incarnation() == range.incarnation();
    return new Local(
        range,
        before.keptBy,
        before.filled,
        isHeldAsBefore ? before.joinStamp : stamp,
        isHeldAsBefore ? before.joinPosition : position);
  }

  private static Local find(State now, long id) {
    for (Local each : now.here) {
      if (each.range.id() == id) {
        return each;
      }
    }
    return null;
  }

  /**
   * From now on rows of a replica are kept; no effect if it was dropped.
   *
   * @param incarnation of this site
   */
  public void keep(long id, int incarnation) {
    change(id, incarnation, false);
  }

  /** All rows of a replica are here; no effect if it was dropped. */
  public void filled(long id, int incarnation) {
    change(id, incarnation, true);
  }

  private void change(long id, int incarnation, boolean filled) {
    state.updateAndGet(
        now ->
            new State(
                now.sets,
                now.here.stream()
                    .map(each -> each.range.id() == id ? each.with(incarnation, filled) : each)
                    .toList(),
                now.dropped,
                now.stays));
  }

  /** The checkpoint that this incarnation starts from has all rows of these; before any record. */
  public void restore(Collection<Long> stays) {
    state.updateAndGet(now -> new State(now.sets, now.here, now.dropped, Set.copyOf(stays)));
  }

  /** All that are filled. */
  public List<Long> filled() {
    List<Long> filled = new ArrayList<>();
    for (Local each : state.get().here) {
      if (each.filled) {
        filled.add(each.range.id());
      }
    }
    return filled;
  }

  /** Whether a replica is kept. */
  public boolean isKept(long id) {
    Local local = find(state.get(), id);
    return local != null && local.isKept();
  }

  /** Whether all rows of a replica are here. */
  public boolean isFilled(long id) {
    Local local = find(state.get(), id);
    return local != null && local.filled;
  }

  /** Whether all rows of a partition are here by a replica. */
  public boolean isFilledAt(long partition) {
    Local local = at(state.get(), partition);
    return local != null && local.filled;
  }

  /** The givers of a replica have applied this before they read; from now on. */
  public void fillBehind(long id, VersionVector vector) {
    behind.put(id, vector);
  }

  /** A replica is filled no more, whether it is full or not. */
  public void endFilling(long id) {
    behind.remove(id);
  }

  /**
   * The vector behind which rows of a partition are filled; null if they are not. Where that has
   * begun and is not known yet, what passes is missed.
   */
  public VersionVector fillingBehind(long partition) {
    Local local = at(state.get(), partition);
    if (local == null || !local.isKept() || local.filled) {
      return null;
    }
    VersionVector vector = behind.get(local.range.id());
    if (vector == null) {
      missed.add(local.range.id());
    }
    return vector;
  }

  /**
   * A partition has gone to a site that had its rows. If it is of a replica that is being filled,
   * neither of the two may have given it.
   */
  public void onPassed(long partition) {
    Local local = at(state.get(), partition);
    if (local != null && !local.filled) {
      missed.add(local.range.id());
    }
  }

  /** Whether that was so since the last time. */
  public boolean takeMissed(long id) {
    return missed.remove(id);
  }

  /** Whether rows of a partition are kept. */
  boolean keeps(long partition) {
    Local local = at(state.get(), partition);
    return local != null && local.isKept();
  }

  /** Whether all rows of partitions are here that a snapshot sees. */
  boolean isReadable(long first, long last, Snapshot at) {
    State now = state.get();
    long next = first;
    while (next <= last) {
      Local local = at(now, next);
      if (local == null || !local.isReadable(at)) {
        return false;
      }
      next = local.range.last() + 1;
    }
    return true;
  }

  /** The replica here that has a partition; null if none does. Those of one site do not overlap. */
  private static Local at(State now, long partition) {
    List<Local> here = now.here;
    int low = 0;
    int high = here.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      boolean isBehind = here.get(middle).range.first() > partition;
      low = isBehind ? low : middle + 1;
      high = isBehind ? middle - 1 : high;
    }
    return high >= 0 && here.get(high).range.contains(partition) ? here.get(high) : null;
  }

  /** Replicas that were dropped since the last time; their rows are to go. */
  public List<Dropped> takeDropped() {
    State before = state.getAndUpdate(now -> new State(now.sets, now.here, List.of(), now.stays));
    return before.dropped;
  }
}
