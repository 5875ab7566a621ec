package org.thetisdb.benchmarks.driver;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.thetisdb.benchmarks.driver.script.LoadPlan;
import org.thetisdb.client.CallCallback;
import org.thetisdb.client.CallException;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.value.ValueCodec;

/** Makes a workload's data over several sessions, each with one call under way. */
public final class Loader {
  private static final Set<ErrorCode> MAY_PASS =
      EnumSet.of(
          ErrorCode.CONFLICT,
          ErrorCode.OVERLOADED,
          ErrorCode.TIMED_OUT,
          ErrorCode.STATEMENT_TIMED_OUT,
          ErrorCode.LOG_UNAVAILABLE,
          ErrorCode.SITE_UNAVAILABLE,
          ErrorCode.NO_SITES);

  private static final int TRIES = 20;
  private static final long PAUSE_NS = 250_000_000;
  private static final long LONG_MS = 60_000;

  private final LoadPlan plan;
  private final IntConsumer progress;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private volatile CallException failure;

  /** {@code progress} hears how many calls are done, from the client's thread. */
  public Loader(LoadPlan plan, IntConsumer progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Loads everything.
   *
   * @throws CallException if a call fails for good, or again and again
   */
  public void load(List<? extends Calls> sessions) throws InterruptedException {
    try (LoopControl control = new LoopControl(sessions.size())) {
      begin(sessions, control);
      while (!control.awaitRest(LONG_MS)) {
        // A load takes as long as it takes; each of its calls is bounded.
      }
    }
    checkLoaded();
  }

  /** Lets the sessions begin; the control hears when each of them has no more to do. */
  void begin(List<? extends Calls> sessions, LoopControl control) {
    for (Calls session : sessions) {
      new Line(session, control).next();
    }
  }

  /**
   * All have ended.
   *
   * @throws CallException if a call failed for good
   */
  void checkLoaded() {
    if (failure != null) {
      throw failure;
    }
  }

  /** One session's share: whichever call is next. */
  private final class Line implements CallCallback {
    private final Calls session;
    private final LoopControl control;
    private int call;
    private int tries;

    Line(Calls session, LoopControl control) {
      this.session = session;
      this.control = control;
    }

    void next() {
      call = next.getAndIncrement();
      tries = 0;
      if (call >= plan.calls() || failure != null) {
        control.finished();
      } else {
        send();
      }
    }

    private void send() {
      session.call(plan.procedure(), ValueCodec.encodeArguments(plan.arguments(call)), this);
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
        control.finished();
      }
    }

    /** Wrong calls and full memory stay so; loading twice does no harm. */
    private boolean mayPass(CallOutcome outcome) {
      return MAY_PASS.contains(outcome.code()) || outcome.isUnknown();
    }
  }
}
