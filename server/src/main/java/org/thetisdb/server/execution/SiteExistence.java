package org.thetisdb.server.execution;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.server.txn.ExecutionContext;
import org.thetisdb.server.txn.OpenTransaction;
import org.thetisdb.server.txn.RollBackSignal;
import org.thetisdb.server.txn.RunEnvironment;
import org.thetisdb.server.txn.Transaction;
import org.thetisdb.sql.catalog.Existence;
import org.thetisdb.sql.catalog.Existence.Right;
import org.thetisdb.sql.catalog.Existence.State;
import org.thetisdb.sql.integrity.ExistenceGuard;
import org.thetisdb.store.RowVersion;

/**
 * The right of rows to exist for one run at this site (decision 0019). The run goes by the rights
 * in force in the instant in which it runs. A call commits in the same instant; an interactive
 * transaction takes note, and its COMMIT compares.
 *
 * <p>Owned by the site's engine, as its run is.
 */
final class SiteExistence implements ExistenceGuard {
  private final RunEnvironment environment;
  private final Transaction transaction;
  private final ExecutionContext context;

  SiteExistence(RunEnvironment environment, Transaction transaction, ExecutionContext context) {
    this.environment = environment;
    this.transaction = transaction;
    this.context = context;
  }

  private int idOf(Table table) {
    return environment.data().catalog().tables().idOf(table);
  }

  private void note(int tableId, Right right) {
    if (transaction.open != null) {
      transaction.open.existence.note(tableId, right.version());
    }
  }

  @Override
  public boolean relyOn(Table parent) {
    int tableId = idOf(parent);
    Right right = environment.data().catalog().existence().of(tableId);
    if (right.state() != State.FROZEN) {
      return false;
    }
    note(tableId, right);
    return true;
  }

  @Override
  public Row applied(Table table, byte[] key) {
    return context.readApplied(table, key, environment.appliedRows());
  }

  /**
   * What is not here may have been committed elsewhere, by a site that has answered the client.
   * Behind all that was acknowledged it is certain.
   */
  @Override
  public void onMissing() {
    if (!transaction.call.fresh()) {
      throw context.rollBack(RollBackSignal.unsettled(List.of()));
    }
  }

  /**
   * Rows vanish only where that is allowed, and by a snapshot that shows it: such a one shows all
   * that relied on them before, too.
   */
  @Override
  public void onVanishing(Table parent) {
    int tableId = idOf(parent);
    Right right = environment.data().catalog().existence().of(tableId);
    if (right.state() != State.THAWED) {
      throw context.rollBack(RollBackSignal.unsettled(List.of(tableId)));
    }
    if (!isSeen(tableId, right)) {
      OpenTransaction open = transaction.open;
      if (open != null && !open.isReadCommitted()) {
        throw context.refuse(
            new ThetisException(
                ErrorCode.SERIALIZATION_FAILURE,
                "rows of table \"" + parent.name() + "\" could not be deleted when it began"));
      }
      throw context.rollBack(RollBackSignal.unsettled(List.of(tableId)));
    }
    note(tableId, right);
  }

  /** What reads as of now reads rows that are mastered here, of which it sees all. */
  private boolean isSeen(int tableId, Right right) {
    if (transaction.snapshot() == null || right.version() == 0) {
      return true;
    }
    RowKey key = Existence.key(tableId);
    RowVersion version = new RowVersion();
    return environment.data().store().read(key, transaction.snapshot(), version)
        && Right.decode(version.toByteArray()).version() == right.version();
  }
}
