package org.thetisdb.server.scheme.epoch;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.wire.RouterToSite.CommitEpoch;
import org.thetisdb.core.wire.RouterToSite.EpochViewCommit;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.execution.Committer;
import org.thetisdb.server.interactive.OpenTransactions;
import org.thetisdb.server.lock.LockTable;
import org.thetisdb.server.mastership.MastershipTable;
import org.thetisdb.server.state.SiteProgress;
import org.thetisdb.server.txn.OpenTransaction;

/**
 * The epoch coordinator's part in an epoch view (decision 0050): it masters all that was written,
 * and puts what was decided into its log, in the order of the decisions. It is the last to say
 * whether that may be: what was decided under other definitions, of partitions that are not here
 * any more, or of tables that are closed, it refuses, with all behind it. Owned by the site's
 * engine.
 */
final class EpochCoordinator {
  private static final String WHY = "calls have changed a row that it has locked";

  private final Catalog catalog;
  private final MastershipTable mastership;
  private final SiteProgress progress;
  private final GroupCommit log;
  private final LockTable locks;
  private final Committer committer;
  private final OpenTransactions open;
  private final BooleanSupplier leaving;
  private long epochView;
  private EpochReadMostlyTables closed;
  private long lastEpoch;

  /** Whether something of this epoch view was refused; then nothing follows. */
  private boolean refuses;

  EpochCoordinator(
      Catalog catalog,
      MastershipTable mastership,
      SiteProgress progress,
      GroupCommit log,
      LockTable locks,
      Committer committer,
      OpenTransactions open,
      BooleanSupplier leaving) {
    this.catalog = catalog;
    this.mastership = mastership;
    this.progress = progress;
    this.log = log;
    this.locks = locks;
    this.committer = committer;
    this.open = open;
    this.leaving = leaving;
  }

  /**
   * This site is the epoch coordinator of an epoch view, in which nothing is written of some
   * tables.
   */
  void begin(long number, EpochReadMostlyTables tables) {
    epochView = number;
    closed = tables;
    lastEpoch = 0;
    refuses = false;
  }

  /** It is so no more. */
  void end() {
    epochView = 0;
  }

  /** Puts an epoch into the log. */
  void commit(Connection router, CommitEpoch epoch) {
    if (epoch.epochView() != epochView || epoch.epoch() <= lastEpoch) {
      return; // a message that came twice
    }
    lastEpoch = epoch.epoch();
    log.dependOn(epoch.seen());
    int done = 0;
    while (done < epoch.commits().size() && !refuses) {
      if (commit(epoch.commits().get(done))) {
        done++;
      } else {
        refuses = true;
      }
    }
    int commits = done;
    log.whenDurable(
        log.position(),
        () ->
            router.send(
                new EpochCommitted(epoch.epochView(), epoch.epoch(), commits, progress.tell())));
  }

  private boolean commit(EpochViewCommit wanted) {
    if (!mayCommit(wanted)) {
      return false;
    }
    try {
      committer.commitDecided(wanted);
    } catch (ThetisException e) {
      return false; // there is no room for it, or it was committed before
    }
    endHolders(wanted.rows());
    return true;
  }

  private boolean mayCommit(EpochViewCommit wanted) {
    return wanted.catalog() == catalog.sql().version()
        && wanted.existence() == catalog.existence().version()
        && !log.hasFailed()
        && !leaving.getAsBoolean()
        && wanted.rows().stream().allMatch(this::isHere);
  }

  private boolean isHere(RowImage row) {
    return catalog.knowsTableOf(row.key())
        && closed.mayBeWritten(row.key().tableId())
        && mastership.isMasteredHere(catalog.partitionOf(row.key()))
        && !catalog.prepared().isTaken(row.key(), 0);
  }

  /** Interactive transactions rely on the rows that they have locked; calls do not ask them. */
  private void endHolders(List<RowImage> rows) {
    for (RowImage row : rows) {
      for (LockTable.Owner holder : locks.holders(row.key())) {
        end(holder);
      }
    }
  }

  private void end(LockTable.Owner holder) {
    if (holder instanceof OpenTransaction transaction) {
      open.end(transaction, new ThetisException(ErrorCode.SERIALIZATION_FAILURE, WHY));
    }
  }
}
