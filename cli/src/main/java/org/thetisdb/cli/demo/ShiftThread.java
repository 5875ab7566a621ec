package org.thetisdb.cli.demo;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.thetisdb.lab.shift.Moment;
import org.thetisdb.lab.shift.ShiftFigures;
import org.thetisdb.lab.shift.ShiftPlan;
import org.thetisdb.lab.shift.ShiftRun;

/** A simulated run on a thread of its own, whose moments wait for what shows them. */
final class ShiftThread {
  private final BlockingQueue<Optional<Moment>> moments;
  private final FutureTask<ShiftFigures> run;

  private ShiftThread(ShiftRun run, ShiftPlan plan) {
    this.moments = new ArrayBlockingQueue<>(plan.moments() + 1);
    this.run = new FutureTask<>(() -> run(run));
  }

  /** Begins it; the process may end before it does. */
  static ShiftThread start(String name, ShiftRun run, ShiftPlan plan) {
    ShiftThread started = new ShiftThread(run, plan);
    Thread thread = new Thread(started.run, name);
    thread.setDaemon(true);
    thread.start();
    return started;
  }

  private ShiftFigures run(ShiftRun shiftRun) {
    try {
      return shiftRun.run(moment -> moments.add(Optional.of(moment)));
    } finally {
      moments.add(Optional.empty());
    }
  }

  /** Waits for the next moment; empty after the last one. Not to be asked again then. */
  Optional<Moment> next() throws InterruptedException {
    return moments.take();
  }

  /** Waits for the end of it. */
  ShiftFigures figures() throws InterruptedException {
    try {
      return run.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known
          ? known
          : new IllegalStateException(e.getCause());
    }
  }
}
