package org.thetisdb.sql.call;

import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.core.time.SystemClock;

/** Does everything at once. */
final class AtOnce implements Scheduler {
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
