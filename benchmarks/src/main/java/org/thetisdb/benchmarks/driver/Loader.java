package org.thetisdb.benchmarks.driver;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.thetisdb.client.CallCallback;
import org.thetisdb.client.CallException;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.Session;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.value.ValueCodec;

/** Makes a workload's data over several sessions, each with one call under way. */
final class Loader {
  private static final Set<ErrorCode> MAY_PASS =
      EnumSet.of(
          ErrorCode.CONFLICT,
          ErrorCode.OVERLOADED,
          ErrorCode.TIMED_OUT,
          ErrorCode.LOG_UNAVAILABLE,
          ErrorCode.SITE_UNAVAILABLE,
          ErrorCode.NO_SITES);

  private static final int TRIES = 20;
  private static final long PAUSE_NS = 250_000_000;

  private final LoadPlan plan;
  private final IntConsumer progress;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private volatile CallException failure;

  /** {@code progress} hears how many calls are done, from the client's thread. */
  Loader(LoadPlan plan, IntConsumer progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Loads everything.
   *
   * @throws CallException if a call fails for good, or again and again
   */
  void load(List<Session> sessions) throws InterruptedException {
    CountDownLatch running = new CountDownLatch(sessions.size());
    try (LoopControl control = new LoopControl(0)) {
      for (Session session : sessions) {
        new Line(session, running, control).next();
      }
      running.await();
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** One session's share: whichever call is next. */
  private final class Line implements CallCallback {
    private final Session session;
    private final CountDownLatch running;
    private final LoopControl control;
    private int call;
    private int tries;

    Line(Session session, CountDownLatch running, LoopControl control) {
      this.session = session;
      this.running = running;
      this.control = control;
    }

    void next() {
      call = next.getAndIncrement();
      tries = 0;
      if (call >= plan.calls() || failure != null) {
        running.countDown();
      } else {
        send();
      }
    }

    private void send() {
      session.callEncoded(plan.procedure(), ValueCodec.encodeArguments(plan.arguments(call)), this);
    }

    @Override
    public void onOutcome(CallOutcome outcome) {
      if (outcome.isCommitted()) {
        progress.accept(done.incrementAndGet());
        next();
      } else if (++tries < TRIES && mayPass(outcome)) {
        control.later(PAUSE_NS, this::send);
      } else {
        failure = outcome.exception();
        running.countDown();
      }
    }

    /** Wrong calls and full memory stay so; loading twice does no harm. */
    private boolean mayPass(CallOutcome outcome) {
      return MAY_PASS.contains(outcome.code()) || outcome.isUnknown();
    }
  }
}
