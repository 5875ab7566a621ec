package org.thetisdb.store.slab.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Makes writers take turns for some ten nanoseconds. Nobody waits for anything else while holding
 * it; a thread that finds it held spins, and lets others run when that takes long, for the holder
 * may have lost its processor. Not reentrant.
 */
public final class SpinLock {
  private static final int SPINS_BEFORE_YIELD = 128;
  private static final VarHandle HELD;

  static {
    try {
      HELD = MethodHandles.lookup().findVarHandle(SpinLock.class, "held", int.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  @SuppressWarnings("unused") // through the handle
  private int held;

  /** Takes the lock. */
  public void lock() {
    for (int spins = 0; !HELD.compareAndSet(this, 0, 1); spins++) {
      pause(spins);
    }
  }

  /** Takes the lock if nobody has it. */
  public boolean tryLock() {
    return HELD.compareAndSet(this, 0, 1);
  }

  /** Gives it back. */
  public void unlock() {
    HELD.setRelease(this, 0);
  }

  /** One turn of waiting for another thread that needs some nanoseconds. */
  @SuppressWarnings("ThreadPriorityCheck") // with more threads than processors the holder must run
  public static void pause(int spins) {
    if (spins < SPINS_BEFORE_YIELD) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }
}
