package org.thetisdb.server.scheme.twophase;

import java.util.List;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.scheme.SchemeSpec.SiteCommit;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.Aborted;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.core.wire.RouterToSite.Undecided;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.scheme.CommonPath;
import org.thetisdb.server.scheme.SiteCalls;
import org.thetisdb.server.scheme.SiteScheme;
import org.thetisdb.server.stage.CallStages;
import org.thetisdb.server.stage.RunStage;
import org.thetisdb.server.stage.StageList;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.CallState;
import org.thetisdb.server.txn.Transaction;

/**
 * Calls have parts at several sites: rows are prepared where they are mastered, with what was read
 * where a scheme keeps that, and one record at the site that runs the call decides about all of it.
 * Under validation a call runs first, and is kept until the others have prepared; one site may do
 * for all of that.
 *
 * <p>Interactive transactions have such parts under other schemes, too, so its stages are on every
 * path.
 */
public final class TwoPhase implements SiteScheme {
  private final SiteCalls calls;
  private final SuspendedRuns kept;
  private final Decisions decisions;
  private final CommonPath common;
  private final CallPath path;
  private final CallPath deciding;

  /** No parts yet; {@code calls} takes those that come. */
  public TwoPhase(
      SiteState state, Execution execution, Gates gates, CallStages stages, SiteCalls calls) {
    this.calls = calls;
    Validation validation = new Validation(state.data());
    this.kept =
        new SuspendedRuns(
            state.data(),
            state.rules(),
            state.locks(),
            state.counters(),
            execution.runner(),
            gates.active(),
            execution.answers(),
            validation);
    this.decisions =
        new Decisions(
            state.catalog(), state.progress(), state.life(), state.log(), execution.committer());
    this.common =
        new CommonPath(
            stages.common(),
            new NoWaitStage(
                stages.planned(), validation, gates.mastership()::isLeaving, gates.active()),
            new RunStage(
                Transaction::runsAside,
                kept::run,
                stages.ends(),
                stages::beginRound,
                stages.stolen()));
    this.path = common.underLocks();
    this.deciding =
        new StageList(
            List.of(new FinishStage(state.progress(), stages.sessions(), kept, gates.waiting())));
  }

  /** The stages that all families have. */
  public CommonPath common() {
    return common;
  }

  @Override
  public boolean has(SchemeSpec scheme) {
    return (scheme.commit() == SiteCommit.TWO_PHASE && scheme.dispatch() != Dispatch.IN_FRAGMENTS)
        || (scheme.commit() == SiteCommit.LOCAL && locksReads(scheme));
  }

  @Override
  public boolean locksReads(SchemeSpec scheme) {
    return scheme.concurrency() == ConcurrencyControl.READ_WRITE_LOCKS
        || scheme.concurrency() == ConcurrencyControl.VALIDATION;
  }

  @Override
  public CallPath path() {
    return path;
  }

  @Override
  public boolean takes(Connection router, RouterToSite message) {
    if (message instanceof Part part && !part.runsFragment()) {
      boolean decides = part.step() == Step.FINISH;
      calls.admit(part.call(), router, part, decides ? new DecidedCall(deciding) : CallState.NONE);
    } else if (message instanceof Aborted aborted) {
      decisions.onAborted(aborted);
    } else if (message instanceof Undecided news) {
      kept.onUndecided(news);
      decisions.onUndecided(news);
    } else {
      return false;
    }
    return true;
  }

  @Override
  public void onReached() {
    decisions.onReached();
  }

  @Override
  public void drop(Connection gone) {
    kept.drop(gone);
    decisions.drop();
  }
}
