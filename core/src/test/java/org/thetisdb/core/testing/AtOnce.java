package org.thetisdb.core.testing;

import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.SystemClock;

/** A scheduler whose tasks run within the call that hands them in. No timer can be set. */
public final class AtOnce implements Scheduler {
  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public Clock clock() {
    return SystemClock.INSTANCE;
  }

  @Override
  public Timer schedule(long delayUs, Runnable task) {
    throw new AssertionError("nothing waits here");
  }
}
