package org.thetisdb.server.scheme.batch;

import java.util.List;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.server.execution.Execution;
import org.thetisdb.server.scheme.SiteParts;
import org.thetisdb.server.scheme.SiteScheme;
import org.thetisdb.server.stage.CallStages;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.server.txn.CallPath;
import org.thetisdb.server.txn.Transaction;

/** Calls run in batches; those that cannot be in one lock their rows. */
public final class InBatches implements SiteScheme {
  private final Batches batches;
  private final CallPath path;

  /** No batch yet. */
  public InBatches(SiteParts parts) {
    SiteState state = parts.state();
    Execution execution = parts.execution();
    CallStages stages = parts.stages();
    this.batches =
        new Batches(
            state.scheduler(),
            state.catalog(),
            state.life(),
            state.locks(),
            state.limits(),
            execution.runner(),
            parts.gates().active(),
            new BatchCompletion(execution.catalogs(), stages.refusals(), stages.stolen()));
    this.path =
        parts.common().underLocks(new BatchStage(batches, stages.planned(), stages.executables()));
    batches.setPath(path);
  }

  @Override
  public boolean has(SchemeSpec scheme) {
    return scheme.concurrency() == ConcurrencyControl.BATCH_RESERVATIONS;
  }

  @Override
  public CallPath path() {
    return path;
  }

  @Override
  public List<Transaction> calls() {
    return batches.calls();
  }
}
