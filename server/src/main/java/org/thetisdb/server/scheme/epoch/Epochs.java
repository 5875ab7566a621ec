package org.thetisdb.server.scheme.epoch;

import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.SiteCommit;
import org.thetisdb.core.time.EpochLength;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.InEpochView;
import org.thetisdb.core.wire.RouterToSite.RunInEpochView;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.scheme.SiteCalls;
import org.thetisdb.server.scheme.SiteParts;
import org.thetisdb.server.scheme.SiteScheme;
import org.thetisdb.server.stage.CallStages;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.CallState;

/**
 * Calls commit by the epoch: in epoch views, at the primary of most of what they write; or at one
 * site whose log waits for the end of an epoch. What cannot run in an epoch view runs by itself,
 * and is validated.
 */
public final class Epochs implements SiteScheme {
  private final SiteState state;
  private final SiteCalls calls;
  private final EpochRuns runs;
  private final CallPath path;
  private final CallPath inEpochView;

  /** No epoch view is open. */
  public Epochs(SiteParts parts) {
    this.state = parts.state();
    this.calls = parts.calls();
    Execution execution = parts.execution();
    Gates gates = parts.gates();
    CallStages stages = parts.stages();
    this.runs =
        new EpochRuns(
            state,
            execution.runner(),
            gates.active(),
            execution.committer(),
            parts.open(),
            gates.mastership()::isLeaving,
            calls);
    this.path = parts.common().underLocks();
    this.inEpochView =
        parts
            .common()
            .planned(
                new EpochRunStage(
                    state.progress(),
                    runs,
                    stages.executables(),
                    gates.active(),
                    gates.waiting(),
                    stages.stolen()));
  }

  @Override
  public boolean has(SchemeSpec scheme) {
    return scheme.commit() == SiteCommit.EPOCH;
  }

  @Override
  public boolean locksReads(SchemeSpec scheme) {
    return true;
  }

  @Override
  public CallPath path() {
    return path;
  }

  @Override
  public void begin(SchemeSpec scheme) {
    state
        .log()
        .appendByEpochs(scheme.logsByEpochs() ? new EpochLength(state.limits().epochUs()) : null);
    runs.end();
  }

  @Override
  public void drain() {
    state.log().appendByEpochs(null);
    runs.end();
  }

  @Override
  public boolean takes(Connection router, RouterToSite message) {
    if (message instanceof RunInEpochView run) {
      calls.admit(run.call(), router, null, newCall(run));
    } else if (message instanceof InEpochView said) {
      runs.on(router, said);
    } else {
      return false;
    }
    return true;
  }

  private CallState newCall(RunInEpochView run) {
    return new EpochCallState(run.epochView(), inEpochView);
  }

  @Override
  public void onReached() {
    runs.onReached();
  }

  @Override
  public void drop(Connection gone) {
    runs.end();
  }
}
