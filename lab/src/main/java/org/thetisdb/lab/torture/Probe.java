package org.thetisdb.lab.torture;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.thetisdb.client.CallCallback;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.Session;
import org.thetisdb.core.value.ValueCodec;

/**
 * A client that touches one row again and again, a few milliseconds apart, so that somebody else
 * sees when commits stop and when they come again. It checks that each of its calls ran once.
 *
 * <p>Thread-safe.
 */
final class Probe implements CallCallback {
  private static final long PAUSE_MS = 10;
  private static final long NEVER = Long.MIN_VALUE;

  private final Session session;
  private final ScheduledExecutorService timer;
  private long key;
  private long nextKey;
  private long beganNs;
  private long committedOnKey;
  private long acknowledged;
  private long unknown;
  private long markNs = Long.MAX_VALUE;
  private long answeredNs = NEVER;
  private long lastCommitNs;
  private long longestWaitNs;
  private String wrong = "";
  private boolean stopping;
  private boolean resting;

  /** A probe that begins with {@code key}. */
  Probe(Session session, ScheduledExecutorService timer, long key) {
    this.session = session;
    this.timer = timer;
    this.key = key;
    this.nextKey = key;
  }

  /** Makes the next call. */
  void next() {
    long touched;
    synchronized (this) {
      if (stopping) {
        resting = true;
        return;
      }
      if (key != nextKey) {
        key = nextKey;
        committedOnKey = 0;
        acknowledged = 0;
        unknown = 0;
      }
      beganNs = System.nanoTime();
      touched = key;
    }
    session.callEncoded(Probes.PROCEDURE, ValueCodec.encodeArguments(new Object[] {touched}), this);
  }

  @Override
  public void onOutcome(CallOutcome outcome) {
    take(outcome, System.nanoTime());
    if (!timer.isShutdown()) {
      var unused = timer.schedule(this::next, PAUSE_MS, TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void take(CallOutcome outcome, long nowNs) {
    if (outcome.isUnknown()) {
      unknown++;
      return;
    }
    if (!outcome.isCommitted()) {
      return;
    }
    committedOnKey++;
    longestWaitNs = Math.max(longestWaitNs, nowNs - lastCommitNs);
    lastCommitNs = nowNs;
    if (beganNs >= markNs && answeredNs == NEVER) {
      answeredNs = nowNs;
    }
    check((Long) outcome.result());
  }

  /** Calls of unknown outcome may count or not; each other one counts once. */
  private void check(long times) {
    if (wrong.isEmpty() && (times <= acknowledged || times > acknowledged + unknown + 1)) {
      wrong =
          "row %d was touched %d times, after %d and %d calls of unknown outcome"
              .formatted(key, times, acknowledged, unknown);
    }
    acknowledged = times;
    unknown = 0;
  }

  /** Goes on with a row that nobody has touched. */
  synchronized void moveTo(long newKey) {
    nextKey = newKey;
  }

  /** Whether it has committed so often on the row that it got last. */
  synchronized boolean isSettled(int times) {
    return key == nextKey && committedOnKey >= times;
  }

  /** From here on the next commit counts whose call begins later. */
  synchronized void mark(long nowNs) {
    markNs = nowNs;
    answeredNs = NEVER;
    lastCommitNs = nowNs;
    longestWaitNs = 0;
  }

  /** The longest time without a commit since the mark. */
  synchronized long longestWaitNs(long nowNs) {
    return Math.max(longestWaitNs, nowNs - lastCommitNs);
  }

  /** The row that is touched. */
  synchronized long key() {
    return key;
  }

  /** Whether a call that began after the mark has committed. */
  synchronized boolean isAnswered() {
    return answeredNs != NEVER;
  }

  /** When the first call that began after the mark was answered. */
  synchronized long answeredNs() {
    return answeredNs;
  }

  /** What cannot be, as seen from this client; empty if all is well. */
  synchronized String wrong() {
    return wrong;
  }

  /** Makes no more calls. */
  synchronized void stop() {
    stopping = true;
  }

  synchronized boolean isResting() {
    return resting;
  }

  /** The row that is touched, and since when without an answer. */
  synchronized String state() {
    return "row %d, asked %d ms ago".formatted(key, (System.nanoTime() - beganNs) / 1_000_000);
  }
}
