package org.thetisdb.migration;

import org.thetisdb.core.time.Scheduler;

/**
 * When a site may make the next slice of the ranges that it copies to others. All of its copies
 * share one pace: a bound of bytes in a second, and one of the share of a processor. The rate
 * follows what transactions meet: it falls by a third when a task has waited long for the engine's
 * event loop, and rises by a twentieth with each slice that finds the loop free (additive increase
 * would take minutes where the bound is high). Owned by the engine's event loop.
 */
public final class CopyPace {
  /** A task that waited so long was behind others; a transaction is, too. */
  static final long LONG_WAIT_US = 2_000;

  /** The rate falls once in this time, so that one pause of the process counts once. */
  static final long FALL_US = 100_000;

  /** However busy the site is, a copy comes to its end. */
  static final long LEAST_BYTES_PER_S = 1 << 20;

  /** A receiver gives a copy up of which nothing comes for longer. */
  static final long LONGEST_REST_US = 1_000_000;

  private static final int WHOLE_PERCENT = 100;
  private static final double FALL = 2.0 / 3;
  private static final double RISE = 1.05;

  private final CopyLimits limits;
  private final Scheduler engine;
  private double bytesPerS;
  private long restUntilUs;
  private long fallAgainUs;

  /** At the full rate. */
  public CopyPace(CopyLimits limits, Scheduler engine) {
    this.limits = limits;
    this.engine = engine;
    this.bytesPerS = limits.bytesPerS();
  }

  /** The same slices, as fast as the pace allows. {@code next} belongs to the engine's loop. */
  public CopySource of(CopySource source) {
    return new Paced(source);
  }

  /** The rate that copies have now at most, together. */
  public long bytesPerS() {
    return (long) bytesPerS;
  }

  private void made(int bytes, long workUs, long waitedUs) {
    long nowUs = engine.clock().nowUs();
    if (waitedUs < LONG_WAIT_US) {
      bytesPerS = Math.min((double) limits.bytesPerS(), bytesPerS * RISE);
    } else if (nowUs >= fallAgainUs) {
      fallAgainUs = nowUs + FALL_US;
      double least = Math.min(limits.bytesPerS(), LEAST_BYTES_PER_S);
      bytesPerS = Math.max(least, bytesPerS * FALL);
    }
    double byRateUs = bytes * 1e6 / bytesPerS;
    double byLoadUs = workUs * (double) (WHOLE_PERCENT - limits.loadPercent());
    long restUs = (long) Math.max(byRateUs, byLoadUs / limits.loadPercent());
    restUntilUs = Math.max(nowUs, restUntilUs) + Math.min(LONGEST_REST_US, restUs);
  }

  private final class Paced implements CopySource {
    private final CopySource source;

    Paced(CopySource source) {
      this.source = source;
    }

    @Override
    public void next(Answer answer) {
      long restUs = restUntilUs - engine.clock().nowUs();
      if (restUs > 0) {
        engine.schedule(Math.min(restUs, LONGEST_REST_US), () -> next(answer));
      } else {
        source.next(new Measured(engine.clock().nowUs(), answer));
      }
    }

    @Override
    public void close() {
      source.close();
    }
  }

  /** A slice that is made; its answer goes through the engine's loop, as a transaction would. */
  private final class Measured implements CopySource.Answer {
    private final long sinceUs;
    private final CopySource.Answer answer;

    Measured(long sinceUs, CopySource.Answer answer) {
      this.sinceUs = sinceUs;
      this.answer = answer;
    }

    @Override
    public void onSlice(byte[] slice) {
      long madeUs = engine.clock().nowUs();
      engine.execute(
          () -> {
            made(slice.length, madeUs - sinceUs, engine.clock().nowUs() - madeUs);
            answer.onSlice(slice);
          });
    }

    @Override
    public void onEnd() {
      answer.onEnd();
    }

    @Override
    public void onFailed(RuntimeException reason) {
      answer.onFailed(reason);
    }
  }
}
