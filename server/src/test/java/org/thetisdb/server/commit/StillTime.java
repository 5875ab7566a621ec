package org.thetisdb.server.commit;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.core.time.Clock;
import org.thetisdb.core.time.Scheduler;

/** A moment that does not pass. */
final class StillTime implements Scheduler, Clock {
  final List<Runnable> timers = new ArrayList<>();
  final List<Runnable> tasks = new ArrayList<>();
  long nowUs = 5_000;

  @Override
  public Clock clock() {
    return this;
  }

  @Override
  public long nowUs() {
    return nowUs;
  }

  @Override
  public long wallMs() {
    return 0;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public Timer schedule(long delayUs, Runnable task) {
    timers.add(task);
    return () -> timers.remove(task);
  }
}
