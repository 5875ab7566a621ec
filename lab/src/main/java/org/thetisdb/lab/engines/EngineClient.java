package org.thetisdb.lab.engines;

import org.thetisdb.benchmarks.driver.LoopControl;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.result.Meter;
import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.client.CallCallback;
import org.thetisdb.client.CallOutcome;

/**
 * A client of a run, which has one call under way until it is asked to stop. It lives on the event
 * loop of the generator that has its call.
 */
final class EngineClient implements CallCallback {
  private final EngineOnlyCluster engines;
  private final GeneratorSession session;
  private final Script script;
  private final Meter meter;
  private final LoopControl control;
  private final NextCall call = new NextCall();
  private long beganNs;

  EngineClient(
      EngineOnlyCluster engines,
      GeneratorSession session,
      Script script,
      Meter meter,
      LoopControl control) {
    this.engines = engines;
    this.session = session;
    this.script = script;
    this.meter = meter;
    this.control = control;
  }

  /** Any thread: makes the first call. */
  void begin() {
    decide();
    engines.call(session, call.procedure(), call.arguments(), this);
  }

  private void decide() {
    script.next(call);
    beganNs = System.nanoTime();
  }

  @Override
  public void onOutcome(CallOutcome outcome) {
    Ending ending = Ending.of(outcome);
    meter.record(call.type(), System.nanoTime() - beganNs, ending);
    if (ending != Ending.COMMITTED && ending != Ending.ABORTED) {
      meter.error(outcome.code().id(), outcome.message());
    }
    script.ended(call, outcome);
    if (control.isStopping()) {
      control.finished();
    } else {
      decide();
      session.at().call(session, call.procedure(), call.arguments(), this);
    }
  }
}
