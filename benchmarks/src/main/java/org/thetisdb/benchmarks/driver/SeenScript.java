package org.thetisdb.benchmarks.driver;

import org.thetisdb.benchmarks.driver.script.NextCall;
import org.thetisdb.benchmarks.driver.script.Script;
import org.thetisdb.client.CallOutcome;

/** A client's choices, which are looked at for what they write. */
final class SeenScript implements Script {
  private final Script script;
  private final SampledFootprints footprints;

  SeenScript(Script script, SampledFootprints footprints) {
    this.script = script;
    this.footprints = footprints;
  }

  @Override
  public void next(NextCall call) {
    script.next(call);
    footprints.see(call);
  }

  @Override
  public void ended(NextCall call, CallOutcome outcome) {
    script.ended(call, outcome);
  }
}
