package org.thetisdb.server.scheme.deterministic;

import java.util.List;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.gate.Gates;
import org.thetisdb.server.scheme.SiteParts;
import org.thetisdb.server.scheme.SiteScheme;
import org.thetisdb.server.stage.CallStages;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.Transaction;

/** Calls have places in an order, and commit in that order; some run before their turn. */
public final class InOrder implements SiteScheme {
  private final OrderedCalls ordered;
  private final EarlyExecutions ahead;
  private final CallPath path;

  /** No call has a place yet. */
  public InOrder(SiteParts parts) {
    SiteState state = parts.state();
    Execution execution = parts.execution();
    Gates gates = parts.gates();
    CallStages stages = parts.stages();
    EarlyExecutions ahead =
        new EarlyExecutions(
            state.data(),
            state.progress(),
            state.locks(),
            state.limits(),
            execution.runner(),
            stages.planned());
    this.ordered =
        new OrderedCalls(
            state.scheduler(),
            state.life(),
            execution.runner(),
            gates.waiting(),
            gates.active(),
            ahead,
            state.limits().batches());
    this.path =
        parts
            .common()
            .underLocks(
                new OrderStage(ordered, ahead, stages.executables(), stages.stolen()),
                new RunInPlaceStage(ordered, stages.ends(), stages.stolen()));
    ordered.setPath(path);
    // Runs before their turn may have read something else than what is committed meanwhile.
    execution.committer().setWatch(ahead);
    this.ahead = ahead;
  }

  @Override
  public boolean has(SchemeSpec scheme) {
    return switch (scheme.concurrency()) {
      case ORDERED_LOCKS, PLACEHOLDERS, PIECES -> true;
      case ROW_LOCKS,
          READ_WRITE_LOCKS,
          VALIDATION,
          LOGICAL_TIME,
          BATCH_RESERVATIONS,
          BATCHES_OVER_SITES,
          ORDERED_LOCKS_OVER_SITES,
          OWN ->
          false;
    };
  }

  @Override
  public CallPath path() {
    return path;
  }

  @Override
  public void begin(SchemeSpec scheme) {
    ahead.follow(scheme.concurrency());
  }

  @Override
  public void drain() {
    ahead.stop();
  }

  @Override
  public List<Transaction> calls() {
    return ordered.calls();
  }
}
