package org.thetisdb.server.scheme.batch;

import java.util.function.Consumer;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.server.execution.SeenCatalogs;
import org.thetisdb.server.stage.Refusals;
import org.thetisdb.server.txn.Transaction;

/** What becomes of calls that cannot commit with their batch. Owned by the site's engine. */
final class BatchCompletion implements Batches.Listener {
  private final SeenCatalogs catalogs;
  private final Refusals refusals;
  private final Consumer<Transaction> stolen;

  /** Sends calls back, or refuses them. */
  BatchCompletion(SeenCatalogs catalogs, Refusals refusals, Consumer<Transaction> stolen) {
    this.catalogs = catalogs;
    this.refusals = refusals;
    this.stolen = stolen;
  }

  /** A definition may have come while the batch waited for company (hazard 15). */
  @Override
  @SuppressWarnings("ReferenceEquality")
  public boolean isInForce(Transaction t) {
    return t.compiledFor() == null || t.compiledFor() == catalogs.inForce().catalog();
  }

  @Override
  public void onAlone(Transaction t) {
    t.moveTo(Transaction.Stage.LOCK);
    t.wake();
  }

  @Override
  public void onConflict(Transaction t) {
    t.takeNextPlan();
    t.moveTo(Transaction.Stage.MASTER);
    t.wake();
  }

  @Override
  public void onError(Transaction t, ThetisException error) {
    t.moveTo(Transaction.Stage.LOCK);
    refusals.refuse(t, error);
  }

  @Override
  public void onStolen(Transaction t) {
    stolen.accept(t);
  }
}
