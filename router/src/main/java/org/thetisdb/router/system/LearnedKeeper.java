package org.thetisdb.router.system;

import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.scheme.LearnedRecord;
import org.thetisdb.core.time.Scheduler;
import org.thetisdb.router.dispatch.CallHandler;
import org.thetisdb.router.term.EngineParts;

/**
 * Has what a strategy has learned outlive its router: now and then it is written into a system row,
 * more and more rarely, and only if it has changed. The next router that leads goes on from there.
 * Owned by the engine's thread.
 */
public final class LearnedKeeper {
  /** The built-in procedure: takes the encoded record. */
  static final String KEEP_LEARNED = "thetis.keep_learned";

  private static final Logger LOG = LoggerFactory.getLogger(LearnedKeeper.class);
  private static final long FIRST_US = 1_000_000;
  private static final long LONGEST_US = 64_000_000;

  private final EngineParts parts;
  private final SystemCalls calls;
  private final CallHandler handler;
  private final Scheduler scheduler;
  private LearnedRecord known = LearnedRecord.NONE;
  private long intervalUs = FIRST_US;
  private boolean recording;
  private boolean closed;

  /** Nothing is known yet. */
  public LearnedKeeper(EngineParts parts, SystemCalls calls, CallHandler handler) {
    this.parts = parts;
    this.calls = calls;
    this.handler = handler;
    this.scheduler = parts.scheduler();
  }

  /** Begins, when the router serves. */
  public void start() {
    scheduler.schedule(intervalUs, this::step);
  }

  /** The router leads no more. */
  public void close() {
    closed = true;
  }

  /** A site reports what the log has. */
  public void learn(LearnedRecord told) {
    if (told.number() > known.number()) {
      known = told;
      if (told.scheme().equals(parts.inForce().spec().name())) {
        parts.scheme().goOnFrom(told.body());
      }
    }
  }

  private void step() {
    if (closed) {
      return;
    }
    byte[] now = parts.scheme().learned();
    boolean fits = now.length > 0 && now.length <= LearnedRecord.MOST_BYTES;
    if (handler.isServing() && !recording && fits && !Arrays.equals(now, known.body())) {
      record(known.next(parts.inForce().spec().name(), now));
    }
    intervalUs = Math.min(LONGEST_US, 2 * intervalUs);
    scheduler.schedule(intervalUs, this::step);
  }

  private void record(LearnedRecord next) {
    recording = true;
    calls.submit(
        KEEP_LEARNED,
        (error, message, vector, value) -> {
          recording = false;
          if (closed) {
            return;
          }
          if (error == 0) {
            parts.cuts().absorb(vector);
            known = known.later(next);
          } else {
            LOG.info("what was learned is not kept: {}", message);
          }
        },
        next.toByteArray());
  }
}
