package org.thetisdb.server.bulk;

import java.util.List;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.server.snapshot.VectorSnapshot;
import org.thetisdb.server.txn.ExistenceNotes;
import org.thetisdb.server.txn.RollBackSignal;
import org.thetisdb.sql.catalog.Existence;
import org.thetisdb.sql.catalog.Existence.Right;
import org.thetisdb.sql.catalog.Existence.State;
import org.thetisdb.sql.integrity.ExistenceGuard;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.RowVersion;

/**
 * The right of rows to exist for a statement that is run beside the engine (decision 0019). It goes
 * by the rights that were in force when the run began, and takes note of them: they must be in
 * force when it commits, as for an interactive transaction. Used on the statement's event loop.
 */
final class BulkExistence implements ExistenceGuard {
  private final Existence rights;
  private final TableRegistry tables;
  private final RowStore store;
  private final VectorSnapshot snapshot;

  /** All that was applied or committed here when the run began. */
  private final VectorSnapshot applied;

  private final BulkContext context;
  private final ExistenceNotes notes;

  /** Whether the site has waited for all that was acknowledged anywhere when the call was sent. */
  private final boolean isFresh;

  /** A guard of one run; {@code notes} takes what it relies on. */
  BulkExistence(
      Existence rights,
      TableRegistry tables,
      RowStore store,
      VectorSnapshot snapshot,
      VectorSnapshot applied,
      BulkContext context,
      ExistenceNotes notes,
      boolean isFresh) {
    this.rights = rights;
    this.tables = tables;
    this.store = store;
    this.snapshot = snapshot;
    this.applied = applied;
    this.context = context;
    this.notes = notes;
    this.isFresh = isFresh;
  }

  @Override
  public boolean relyOn(Table parent) {
    int tableId = tables.idOf(parent);
    Right right = rights.of(tableId);
    if (right.state() != State.FROZEN) {
      return false;
    }
    notes.note(tableId, right.version());
    return true;
  }

  @Override
  public Row applied(Table table, byte[] key) {
    return context.readApplied(table, key, applied);
  }

  @Override
  public void onMissing() {
    if (!isFresh) {
      throw context.rollBack(RollBackSignal.unsettled(List.of()));
    }
  }

  @Override
  public void onVanishing(Table parent) {
    int tableId = tables.idOf(parent);
    Right right = rights.of(tableId);
    if (right.state() != State.THAWED || !isSeen(tableId, right)) {
      throw context.rollBack(RollBackSignal.unsettled(List.of(tableId)));
    }
    notes.note(tableId, right.version());
  }

  private boolean isSeen(int tableId, Right right) {
    if (right.version() == 0) {
      return true;
    }
    RowVersion version = new RowVersion();
    return store.read(Existence.key(tableId), snapshot, version)
        && Right.decode(version.toByteArray()).version() == right.version();
  }
}
