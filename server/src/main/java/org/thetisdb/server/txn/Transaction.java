package org.thetisdb.server.txn;

import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.Executable;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.snapshot.VectorSnapshot;

/**
 * One call at a site, from its arrival to its answer.
 *
 * <table>
 * <caption>Stages, and what ends each; every stage may also end with an answer</caption>
 * <tr><td>PREPARE</td><td>the jar version is here, arguments are decoded, keys are planned</td></tr>
 * <tr><td>MASTER</td><td>this site masters what is written, in the terms asked for; the partitions are pinned</td></tr>
 * <tr><td>LOCK</td><td>all planned rows are locked</td></tr>
 * <tr><td>FRESH</td><td>a repetition has waited for what may hold its outcome</td></tr>
 * <tr><td>SNAPSHOT</td><td>a snapshot is there that shows the newest version of each written row</td></tr>
 * <tr><td>DONE</td><td>committed, undone or refused; holds nothing</td></tr>
 * </table>
 *
 * <p>Owned by the site's engine.
 */
final class Transaction implements LockTable.Owner {
  /** See the table above. */
  enum Stage {
    PREPARE,
    MASTER,
    LOCK,
    FRESH,
    SNAPSHOT,
    DONE
  }

  final Execute call;
  final Connection connection;
  final long deadlineUs;
  final WriteSet writes = new WriteSet();
  private final Admission admission;

  Stage stage = Stage.PREPARE;
  Executable procedure;
  Object[] arguments;
  AccessPlan plan = AccessPlan.EMPTY;
  boolean queued;
  boolean waiting;
  boolean forceCut;
  boolean pinned;
  int locked;
  int attempts;
  VectorSnapshot snapshot;
  ExecutionContext context;
  AccessPlan nextPlan;

  Transaction(Execute call, Connection connection, long deadlineUs, Admission admission) {
    this.call = call;
    this.connection = connection;
    this.deadlineUs = deadlineUs;
    this.admission = admission;
  }

  boolean isReadOnly() {
    return procedure.readOnly() || call.reconnaissance();
  }

  /** Number of planned rows to be locked. */
  int lockCount() {
    return call.reconnaissance() ? 0 : plan.writeCount();
  }

  @Override
  public void onLockGranted(RowKey key) {
    locked++;
    admission.wake(this);
  }
}
