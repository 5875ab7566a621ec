package org.thetisdb.server.lock;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.server.lock.LockTable.Owner;

/**
 * What holds one row, and what waits for it. A queue has those in front that hold the row and want
 * it in a stronger mode: nobody behind them could get it before them anyway. Most rows have one
 * holder and no queue, and cost one object. Not thread-safe.
 */
final class RowLock {
  private static final List<Request> NOBODY = List.of();

  private Owner holder;
  private RowLockMode mode;

  /** Those that share it with {@link #holder}. */
  private List<Request> sharers = NOBODY;

  private List<Request> waiters = NOBODY;

  /**
   * One that holds a row, or waits for it.
   *
   * @param strengthens whether it holds the row already, in a weaker mode
   */
  record Request(Owner owner, RowLockMode mode, boolean strengthens) {
    boolean conflictsWith(Request other) {
      return mode.conflictsWith(other.mode);
    }
  }

  RowLock(Owner holder, RowLockMode mode) {
    this.holder = holder;
    this.mode = mode;
  }

  /** In which mode one holds it; null if it does not. */
  RowLockMode modeOf(Owner owner) {
    if (holder == owner) {
      return mode;
    }
    int place = sharerOf(owner);
    return place < 0 ? null : sharers.get(place).mode;
  }

  private int sharerOf(Owner owner) {
    for (int i = 0; i < sharers.size(); i++) {
      if (sharers.get(i).owner == owner) {
        return i;
      }
    }
    return -1;
  }

  int holders() {
    return holder == null ? 0 : 1 + sharers.size();
  }

  /** Every holder but one. */
  void forEachOther(Owner owner, Consumer<Request> action) {
    if (holder != null && holder != owner) {
      action.accept(new Request(holder, mode, false));
    }
    for (Request each : sharers) {
      if (each.owner != owner) {
        action.accept(each);
      }
    }
  }

  /** Whether somebody else holds it. */
  boolean isHeldByOther(Owner owner) {
    return holders() > (modeOf(owner) == null ? 0 : 1);
  }

  /** Whether somebody else holds it in a mode that does not go with this one. */
  boolean isHeldAgainst(Owner owner, RowLockMode wanted) {
    if (holder != null && holder != owner && mode.conflictsWith(wanted)) {
      return true;
    }
    for (Request each : sharers) {
      if (each.owner != owner && each.mode.conflictsWith(wanted)) {
        return true;
      }
    }
    return false;
  }

  /** The same, but for those that have read nothing under their locks yet. */
  boolean isReadAgainst(Owner owner, RowLockMode wanted) {
    if (holder != null && holder != owner && isReadAgainst(holder, mode, wanted)) {
      return true;
    }
    for (Request each : sharers) {
      if (each.owner != owner && isReadAgainst(each.owner, each.mode, wanted)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isReadAgainst(Owner other, RowLockMode held, RowLockMode wanted) {
    return held.conflictsWith(wanted) && !other.hasReadNothing();
  }

  /** One holds it from now on, or in a stronger mode than before. */
  void grant(Owner owner, RowLockMode granted) {
    if (holder == null || holder == owner) {
      holder = owner;
      mode = granted;
      return;
    }
    Request request = new Request(owner, granted, false);
    int place = sharerOf(owner);
    if (place >= 0) {
      sharers.set(place, request);
      return;
    }
    if (sharers.isEmpty()) {
      sharers = new ArrayList<>(4);
    }
    sharers.add(request);
  }

  /** One does not hold it any more, and so cannot want it in a stronger mode either. */
  void release(Owner owner) {
    int strengthening = placeOf(owner);
    if (strengthening >= 0) {
      waiters.remove(strengthening);
    }
    if (holder != owner) {
      sharers.remove(sharerOf(owner));
    } else if (sharers.isEmpty()) {
      holder = null;
      mode = null;
    } else {
      Request next = sharers.remove(sharers.size() - 1);
      holder = next.owner;
      mode = next.mode;
    }
  }

  List<Request> waiters() {
    return waiters;
  }

  /** Where one stands in the queue, counted from 0; -1 if it does not. */
  int placeOf(Owner owner) {
    for (int i = 0; i < waiters.size(); i++) {
      if (waiters.get(i).owner == owner) {
        return i;
      }
    }
    return -1;
  }

  /** Where one would stand: behind what came before it, unless that is a younger transaction. */
  int placeFor(Owner owner, boolean strengthens) {
    int place = 0;
    while (place < waiters.size()
        && (waiters.get(place).strengthens
            || (!strengthens && !goesBefore(owner, waiters.get(place).owner)))) {
      place++;
    }
    return place;
  }

  private static boolean goesBefore(Owner owner, Owner waiter) {
    return owner.order() != 0 && waiter.order() > owner.order();
  }

  void enqueue(int place, Request request) {
    if (waiters.isEmpty()) {
      waiters = new ArrayList<>(4);
    }
    waiters.add(place, request);
  }

  /**
   * Whether one that stands at a place of the queue, or would, can have the row: nobody holds it
   * against that, and it passes none that waits and does not go with it. So a stream of readers
   * does not keep a writer waiting. One that only wants more of what it holds passes all, since
   * they all wait for it.
   */
  boolean mayHave(Request request, int place, int mostHolders) {
    if (isHeldAgainst(request.owner, request.mode)) {
      return false;
    }
    if (request.strengthens) {
      return true;
    }
    return !passesAnother(request, place) && holders() < mostHolders;
  }

  private boolean passesAnother(Request request, int place) {
    for (int i = 0; i < place; i++) {
      if (waiters.get(i).conflictsWith(request)) {
        return true;
      }
    }
    return false;
  }

  /** Takes the next one out of the queue that can have the row now; null if nobody can. */
  Request next(int mostHolders) {
    RowLockMode strongest = null;
    for (int i = 0; i < waiters.size(); i++) {
      Request request = waiters.get(i);
      if (strongest == RowLockMode.UPDATE && !request.strengthens) {
        return null;
      }
      boolean passes =
          strongest == null || request.strengthens || !strongest.conflictsWith(request.mode);
      if (passes && mayHave(request, 0, mostHolders)) {
        return waiters.remove(i);
      }
      strongest = strongest == null || !strongest.covers(request.mode) ? request.mode : strongest;
    }
    return null;
  }

  /**
   * Those that one in the queue waits for, as far as the others do not wait for them before it: a
   * search that follows these from one to the next meets all.
   */
  List<Owner> ahead(int place) {
    List<Owner> ahead = new ArrayList<>(2);
    Request request = waiters.get(place);
    for (int i = place - 1; i >= 0 && !request.strengthens; i--) {
      if (waiters.get(i).conflictsWith(request)) {
        ahead.add(waiters.get(i).owner);
        if (speaksFor(waiters.get(i), request)) {
          return ahead;
        }
      }
    }
    forEachOther(
        request.owner,
        held -> {
          if (held.conflictsWith(request)) {
            ahead.add(held.owner);
          }
        });
    return ahead;
  }

  /** Whether one waits for all that the other one, which stands behind it, waits for beside it. */
  private static boolean speaksFor(Request request, Request behind) {
    return !request.strengthens && request.mode.covers(behind.mode);
  }

  /**
   * Whether one in the queue is to hear of another that stands, or stood, at a place before it, or
   * that holds the row if the place is -1.
   */
  boolean isDirectlyBehind(int place, Request other, int otherPlace) {
    Request request = waiters.get(place);
    if (request.owner == other.owner
        || !request.conflictsWith(other)
        || (request.strengthens && otherPlace >= 0)) {
      return false;
    }
    for (int i = place - 1; i > otherPlace && !request.strengthens; i--) {
      if (waiters.get(i).conflictsWith(request) && speaksFor(waiters.get(i), request)) {
        return false;
      }
    }
    return true;
  }
}
