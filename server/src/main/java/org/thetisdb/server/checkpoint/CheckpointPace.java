package org.thetisdb.server.checkpoint;

import org.thetisdb.core.time.Scheduler;

/**
 * Holds a checkpoint back while its site has other work: after each piece of work it rests so long
 * that work is only a share of its time. A site that has nothing else to do is not spared.
 *
 * <p>Time that a piece waited for the processor or the disk counts as work, so a machine that is
 * busy with something else slows checkpoints down, too. {@link #begin} and {@link #rest} belong to
 * the worker's event loop.
 */
final class CheckpointPace {
  private static final int WHOLE_PERCENT = 100;

  /** Even after a piece of work that took long something happens each second. */
  private static final long LONGEST_REST_US = 1_000_000;

  private final int loadPercent;
  private final CheckpointSubject subject;
  private final Scheduler engine;
  private final Scheduler worker;
  private long beganUs;

  /**
   * A pace of one checkpoint.
   *
   * @param loadPercent the share of its time that it may work; 100 never rests
   */
  CheckpointPace(int loadPercent, CheckpointSubject subject, Scheduler engine, Scheduler worker) {
    this.loadPercent = loadPercent;
    this.subject = subject;
    this.engine = engine;
    this.worker = worker;
  }

  /** A piece of work begins. */
  void begin() {
    beganUs = worker.clock().nowUs();
  }

  /** A piece of work has ended; {@code next} is run on the worker's event loop after the rest. */
  void rest(Runnable next) {
    if (loadPercent >= WHOLE_PERCENT) {
      worker.execute(next);
      return;
    }
    long workUs = worker.clock().nowUs() - beganUs;
    long restUs = Math.min(LONGEST_REST_US, workUs * (WHOLE_PERCENT - loadPercent) / loadPercent);
    engine.execute(
        () -> {
          if (subject.isBusy()) {
            worker.schedule(restUs, next);
          } else {
            worker.execute(next);
          }
        });
  }
}
