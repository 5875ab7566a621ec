package org.thetisdb.client.caller;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Which of the threads that wait for answers reads. The others are parked until their answers were
 * read, or the turn comes to them. Thread-safe.
 */
final class ReadTurn {
  private final AtomicReference<Thread> reader = new AtomicReference<>();
  private final ConcurrentLinkedQueue<Thread> others = new ConcurrentLinkedQueue<>();

  /** Takes the turn if nobody has it; {@link #give} must follow then. */
  boolean take() {
    return reader.compareAndSet(null, Thread.currentThread());
  }

  /** Gives the turn back, to one that waits for it. */
  void give() {
    reader.set(null);
    wakeNext();
  }

  /** Whether the thread has the turn. */
  boolean isReader(Thread thread) {
    return reader.get() == thread;
  }

  /** Parks the caller until it may have the turn, or is unparked, or its time is over. */
  void await(BooleanSupplier over, long patienceNs) {
    others.add(Thread.currentThread());
    try {
      if (!over.getAsBoolean() && reader.get() != null) {
        LockSupport.parkNanos(this, patienceNs);
      }
    } finally {
      others.remove(Thread.currentThread());
      if (reader.get() == null) {
        wakeNext(); // The turn may have been offered to this thread, which may not want it.
      }
    }
  }

  private void wakeNext() {
    Thread next = others.peek();
    if (next != null) {
      LockSupport.unpark(next);
    }
  }
}
