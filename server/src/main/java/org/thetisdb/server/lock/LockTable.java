package org.thetisdb.server.lock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * Exclusive locks on rows. Whoever waits is a queue entry, not a thread; locks are granted first
 * come, first served, but an interactive transaction goes before the younger ones that wait. Owners
 * take their planned locks one after the other in the order of {@link RowKey}, so planned locks
 * cannot deadlock; a row met while running is locked at once or not at all. Interactive
 * transactions lock in any order: who waits for whom is told to a {@link QueueListener}.
 *
 * <p>A free row takes no memory. Not thread-safe; the site's engine owns it.
 */
public final class LockTable {
  private final Map<RowKey, Lock> locks = new HashMap<>();
  private QueueListener listener = (waiter, ahead) -> {};

  /** Hears who waits directly behind whom; that includes each that is not told to be elsewhere. */
  @FunctionalInterface
  public interface QueueListener {
    /**
     * Somebody has come to stand in a queue behind another, who holds the row or waits before it.
     * When the holder is done, the first in the queue holds the row, and the second still stands
     * behind it: that is not told again.
     */
    void onBehind(Owner waiter, Owner ahead);
  }

  /** Sets who hears of the queues. */
  public void setListener(QueueListener hears) {
    listener = hears;
  }

  /**
   * Locks a row, or joins its queue.
   *
   * @return whether the lock is held; if not, {@link Owner#onLockGranted} is called when it is
   */
  public boolean lock(RowKey key, Owner owner) {
    Lock lock = locks.get(key);
    if (lock == null) {
      locks.put(key, new Lock(owner));
      return true;
    }
    if (lock.holder == owner) {
      return true;
    }
    int place = lock.enqueue(owner);
    tell(lock, place);
    tell(lock, place + 1);
    return false;
  }

  private void tell(Lock lock, int place) {
    if (place < lock.waiters.size()) {
      Owner ahead = place == 0 ? lock.holder : lock.waiters.get(place - 1);
      listener.onBehind(lock.waiters.get(place), ahead);
    }
  }

  /** Locks a row if nobody holds it. */
  public boolean tryLock(RowKey key, Owner owner) {
    Lock lock = locks.get(key);
    return lock == null ? lock(key, owner) : lock.holder == owner;
  }

  /** Frees a row; the next in its queue gets it. */
  public void unlock(RowKey key, Owner owner) {
    Lock lock = locks.get(key);
    if (lock == null || lock.holder != owner) {
      throw new IllegalStateException("unlock of " + key + " by one who does not hold it");
    }
    Owner next = lock.dequeue();
    if (next == null) {
      locks.remove(key);
    } else {
      lock.holder = next;
      next.onLockGranted(key);
    }
  }

  /**
   * Whether one who runs and commits in one go may write a row that was not planned: nobody else
   * holds it, or only one who has not read anything under the locks it has.
   */
  public boolean isFreeToWrite(RowKey key, Owner owner) {
    Lock lock = locks.get(key);
    return lock == null || lock.holder == owner || lock.holder.hasReadNothing();
  }

  /** Whether somebody else holds a row of a range; an empty end is that of the table. */
  public boolean isAnyHeldIn(KeyRange range, Owner owner) {
    for (Map.Entry<RowKey, Lock> each : locks.entrySet()) {
      if (each.getValue().holder != owner && range.contains(each.getKey())) {
        return true;
      }
    }
    return false;
  }

  /** Who holds a row; null if nobody does. */
  public Owner holder(RowKey key) {
    Lock lock = locks.get(key);
    return lock == null ? null : lock.holder;
  }

  /** Whether somebody waits for a row. */
  public boolean isWanted(RowKey key) {
    Lock lock = locks.get(key);
    return lock != null && lock.waiters != null && !lock.waiters.isEmpty();
  }

  /** Leaves the queue of a row. */
  public void forget(RowKey key, Owner owner) {
    Lock lock = locks.get(key);
    int place = lock == null || lock.waiters == null ? -1 : lock.waiters.indexOf(owner);
    if (place >= 0) {
      lock.waiters.remove(place);
      tell(lock, place);
    }
  }

  /** Number of rows that are locked. */
  public int size() {
    return locks.size();
  }

  /** One who locks. Compared by identity. */
  public interface Owner {
    /** The lock that was waited for is held now. Must not unlock anything before it returns. */
    void onLockGranted(RowKey key);

    /**
     * Whether the locks held so far protect nothing yet, because none of the rows was read under
     * them. Whoever runs and commits in one go may then write such a row without the lock.
     */
    boolean hasReadNothing();

    /** Its age among interactive transactions, lower if older; 0 for others. */
    long order();
  }

  private static final class Lock {
    private Owner holder;
    private List<Owner> waiters;

    Lock(Owner holder) {
      this.holder = holder;
    }

    /** Joins the queue; returns the place, counted from 0. */
    int enqueue(Owner owner) {
      if (waiters == null) {
        waiters = new ArrayList<>(4);
      }
      int place = 0;
      while (place < waiters.size() && !goesBefore(owner, waiters.get(place))) {
        place++;
      }
      waiters.add(place, owner);
      return place;
    }

    private static boolean goesBefore(Owner owner, Owner waiter) {
      return owner.order() != 0 && waiter.order() > owner.order();
    }

    /** Whoever is next; null if nobody waits. */
    Owner dequeue() {
      return waiters == null || waiters.isEmpty() ? null : waiters.remove(0);
    }
  }
}
