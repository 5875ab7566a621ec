package org.thetisdb.benchmarks.driver;

import org.thetisdb.benchmarks.driver.result.Meter;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.client.CallCallback;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.value.ValueCodec;

/**
 * One client of a run: a session that always has one call under way or a pause. A state machine on
 * the client's thread; it has no thread of its own.
 */
final class LoopClient implements CallCallback {
  private static final long PAUSE_AFTER_REFUSAL_NS = 10_000_000;

  private final Calls session;
  private final Script script;
  private final Meter meter;
  private final Pace pace;
  private final LoopControl control;
  private final NextCall call = new NextCall();
  private long startNs;

  LoopClient(Calls session, Script script, Meter meter, Pace pace, LoopControl control) {
    this.session = session;
    this.script = script;
    this.meter = meter;
    this.pace = pace;
    this.control = control;
  }

  /** Begins the next call, at the time that the pace gives. */
  void next() {
    long nowNs = control.nowNs();
    startNs = pace.nextStartNs(nowNs);
    if (startNs > nowNs) {
      control.later(startNs - nowNs, this::begin);
    } else {
      begin();
    }
  }

  private void begin() {
    if (control.isStopping()) {
      control.finished();
      return;
    }
    script.next(call);
    pace.sent();
    session.call(call.procedure(), ValueCodec.encodeArguments(call.arguments()), this);
  }

  @Override
  public void onOutcome(CallOutcome outcome) {
    meter.record(call.type(), control.nowNs() - startNs, outcome);
    script.ended(call, outcome);
    if (outcome.isNotRun()) {
      control.later(PAUSE_AFTER_REFUSAL_NS, this::next);
    } else {
      next();
    }
  }
}
