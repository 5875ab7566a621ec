package org.thetisdb.server.lock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.server.lock.RowLock.Request;

/**
 * Locks on rows, in the four modes of {@link RowLockMode}. A wait is a queue entry, not a thread.
 * Locks are granted first come, first served: none passes one that waits and does not go with it,
 * so readers that share a row starve no writer. But an interactive transaction goes before the
 * younger ones that wait, and one that holds a row and wants it in a stronger mode goes before all
 * that do not hold it. Owners take their planned locks one after the other in the order of {@link
 * RowKey}, so planned locks cannot deadlock; a row met while running is locked at once or not at
 * all. Interactive transactions lock in any order: which waits for which is reported to a {@link
 * QueueListener}.
 *
 * <p>A free row takes no memory. So many owners at most share a row; one more waits as for a
 * writer. Not thread-safe; the site's engine owns it.
 */
public final class LockTable {
  /** How many may share a row, if nothing else is said. */
  public static final int MOST_HOLDERS = 1_024;

  private final Map<RowKey, RowLock> locks = new HashMap<>();
  private final int mostHolders;
  private QueueListener listener = (waiter, ahead, anew) -> {};

  /**
   * Hears which waits directly behind which; that includes each that is not reported to be
   * elsewhere.
   */
  @FunctionalInterface
  public interface QueueListener {
    /**
     * Somebody stands in a queue behind others, which hold the row or wait before it. When one of
     * these gets the row, it still stands behind that one: that is not reported again.
     *
     * @param anew whether it stands behind these alone; else behind those that were reported, too
     */
    void onBehind(Owner waiter, List<Owner> ahead, boolean anew);
  }

  /** A table without locks. */
  public LockTable() {
    this(MOST_HOLDERS);
  }

  /** A table without locks; so many may share a row. */
  public LockTable(int mostHolders) {
    this.mostHolders = mostHolders;
  }

  /** Sets what hears of the queues. */
  public void setListener(QueueListener hears) {
    listener = hears;
  }

  /**
   * Locks a row, or joins its queue. An owner that holds it in a weaker mode keeps that while it
   * waits.
   *
   * @return whether the lock is held; if not, {@link Owner#onLockGranted} is called when it is
   */
  public boolean lock(RowKey key, Owner owner, RowLockMode mode) {
    RowLock lock = locks.get(key);
    if (lock == null) {
      locks.put(key, new RowLock(owner, mode));
      return true;
    }
    if (take(lock, owner, mode)) {
      return true;
    }
    Request request = new Request(owner, mode, lock.modeOf(owner) != null);
    int place = lock.placeFor(owner, request.strengthens());
    lock.enqueue(place, request);
    tellAll(lock, place);
    tellBehind(lock, request, place);
    return false;
  }

  /** Locks a row if that needs no wait. */
  public boolean tryLock(RowKey key, Owner owner, RowLockMode mode) {
    RowLock lock = locks.get(key);
    return lock == null ? lock(key, owner, mode) : take(lock, owner, mode);
  }

  private boolean take(RowLock lock, Owner owner, RowLockMode mode) {
    RowLockMode held = lock.modeOf(owner);
    if (held != null && held.covers(mode)) {
      return true;
    }
    Request request = new Request(owner, mode, held != null);
    if (!lock.mayHave(request, lock.placeFor(owner, held != null), mostHolders)) {
      return false;
    }
    lock.grant(owner, mode);
    if (!lock.waiters().isEmpty()) {
      tellPassed(lock, request, held);
    }
    return true;
  }

  private void tellAll(RowLock lock, int place) {
    listener.onBehind(lock.waiters().get(place).owner(), lock.ahead(place), true);
  }

  /** One has come into the queue, and others stand behind it now. */
  private void tellBehind(RowLock lock, Request came, int place) {
    for (int i = place + 1; i < lock.waiters().size(); i++) {
      if (lock.isDirectlyBehind(i, came, place)) {
        listener.onBehind(lock.waiters().get(i).owner(), List.of(came.owner()), false);
      }
    }
  }

  /** One holds the row, or more of it, at once: it has passed those that wait. */
  private void tellPassed(RowLock lock, Request taken, RowLockMode before) {
    for (int i = 0; i < lock.waiters().size(); i++) {
      Request waiter = lock.waiters().get(i);
      boolean knows = before != null && before.conflictsWith(waiter.mode());
      if (!knows && lock.isDirectlyBehind(i, taken, -1)) {
        listener.onBehind(waiter.owner(), List.of(taken.owner()), false);
      }
    }
  }

  /** Frees a row, in whatever mode it was held; those next in its queue get it. */
  public void unlock(RowKey key, Owner owner) {
    RowLock lock = locks.get(key);
    if (lock == null || lock.modeOf(owner) == null) {
      throw new IllegalStateException("unlock of " + key + " by one who does not hold it");
    }
    lock.release(owner);
    grantNext(key, lock);
  }

  private void grantNext(RowKey key, RowLock lock) {
    Request next = lock.next(mostHolders);
    while (next != null) {
      lock.grant(next.owner(), next.mode());
      if (next.strengthens()) {
        tellPassed(lock, next, null);
      }
      next.owner().onLockGranted(key);
      next = lock.next(mostHolders);
    }
    if (lock.holders() == 0) {
      locks.remove(key);
    }
  }

  /**
   * Whether one that runs and commits in one go may write a row that was not planned: none other
   * holds it against that, or only such as have not read anything under the locks they have.
   */
  public boolean isFreeToWrite(RowKey key, Owner owner, RowLockMode mode) {
    RowLock lock = locks.get(key);
    return lock == null || !lock.isReadAgainst(owner, mode);
  }

  /** Whether somebody else holds a row, in whatever mode. */
  public boolean isHeldByOther(RowKey key, Owner owner) {
    RowLock lock = locks.get(key);
    return lock != null && lock.isHeldByOther(owner);
  }

  /** All that hold a row, in whatever mode. */
  public List<Owner> holders(RowKey key) {
    RowLock lock = locks.get(key);
    if (lock == null) {
      return List.of();
    }
    List<Owner> holders = new ArrayList<>(lock.holders());
    lock.forEachOther(null, each -> holders.add(each.owner()));
    return holders;
  }

  /** Whether somebody else holds a row of a range; an empty end is that of the table. */
  public boolean isAnyHeldIn(KeyRange range, Owner owner) {
    for (Map.Entry<RowKey, RowLock> each : locks.entrySet()) {
      if (each.getValue().isHeldByOther(owner) && range.contains(each.getKey())) {
        return true;
      }
    }
    return false;
  }

  /**
   * The first row of a range that somebody else holds in a mode which does not go with this one;
   * null if there is none.
   */
  public RowKey firstHeldIn(KeyRange range, Owner owner, RowLockMode wanted) {
    RowKey first = null;
    for (Map.Entry<RowKey, RowLock> each : locks.entrySet()) {
      RowKey key = each.getKey();
      if (range.contains(key)
          && each.getValue().isHeldAgainst(owner, wanted)
          && (first == null || key.compareTo(first) < 0)) {
        first = key;
      }
    }
    return first;
  }

  /** In which mode one holds a row; null if it does not. */
  public RowLockMode modeOf(RowKey key, Owner owner) {
    RowLock lock = locks.get(key);
    return lock == null ? null : lock.modeOf(owner);
  }

  /**
   * Those that one in the queue of a row waits for; a search that follows them from one to the next
   * meets all. Empty if it does not wait, or only for its turn among too many.
   */
  public List<Owner> ahead(RowKey key, Owner owner) {
    RowLock lock = locks.get(key);
    int place = lock == null ? -1 : lock.placeOf(owner);
    return place < 0 ? List.of() : lock.ahead(place);
  }

  /** Whether somebody waits for a row that one holds, and does not go with it. */
  public boolean isWanted(RowKey key, Owner owner) {
    RowLock lock = locks.get(key);
    RowLockMode held = lock == null ? null : lock.modeOf(owner);
    if (held == null) {
      return false;
    }
    for (Request each : lock.waiters()) {
      if (each.owner() != owner && each.mode().conflictsWith(held)) {
        return true;
      }
    }
    return false;
  }

  /** Leaves the queue of a row; a lock that is held stays as it is. */
  public void forget(RowKey key, Owner owner) {
    RowLock lock = locks.get(key);
    int place = lock == null ? -1 : lock.placeOf(owner);
    if (place < 0) {
      return;
    }
    Request gone = lock.waiters().remove(place);
    List<Owner> behind = new ArrayList<>(0);
    for (int i = place; i < lock.waiters().size(); i++) {
      if (lock.isDirectlyBehind(i, gone, place - 1)) {
        behind.add(lock.waiters().get(i).owner());
      }
    }
    grantNext(key, lock);
    for (Owner each : behind) {
      int now = lock.placeOf(each);
      if (now >= 0) {
        tellAll(lock, now);
      }
    }
  }

  /** Reports the keys of all rows that are locked, in no order; {@code action} locks none. */
  public void forEachRow(Consumer<RowKey> action) {
    locks.keySet().forEach(action);
  }

  /** Number of rows that are locked. */
  public int size() {
    return locks.size();
  }

  /** One that locks. Compared by identity. */
  public interface Owner {
    /** The lock that was waited for is held now. Must not unlock anything before it returns. */
    void onLockGranted(RowKey key);

    /**
     * Whether the locks held so far protect nothing yet, because none of the rows was read under
     * them. A call that runs and commits in one go may then write such a row without the lock.
     */
    boolean hasReadNothing();

    /** Its age among interactive transactions, lower if older; 0 for others. */
    long order();
  }
}
