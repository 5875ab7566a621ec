package org.thetisdb.server.refresh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.replication.membership.FirstMasters;
import org.thetisdb.server.catalog.HeldRowStore;
import org.thetisdb.server.catalog.Holder;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.Snapshot;

/**
 * Applies releases where some sites hold only a part of the rows (decision 0082). Each site notes
 * which site holds the partition from the release on. The grantee, if it does not hold every row,
 * takes the rows that come with it before that: then the partition has exactly these, whatever is
 * left there from another time. Used on the refresher's event loop.
 */
final class Releasing {
  private final RowStore store;
  private final int self;
  private final IntPredicate purged;

  /**
   * Releases that are applied to the rows of site {@code self}.
   *
   * @param purged whether a table was dropped, and its rows go
   */
  Releasing(RowStore store, int self, IntPredicate purged) {
    this.store = store;
    this.self = self;
    this.purged = purged;
  }

  /** Applies a release of a site's log, on which {@code record} stands. */
  void apply(int origin, LogBatchReader record, Snapshot watermark) {
    long partition = record.partition();
    if (PartitionId.table(partition) < FirstMasters.FIRST_USER_TABLE || !isNews(record)) {
      return;
    }
    long stamp = Stamp.dense(record.position(), origin);
    if (store instanceof HeldRowStore held) {
      if (record.grantee() == self) {
        if (record.ships()) {
          take(held, stamp, record, watermark);
        } else {
          requireHeld(held, partition);
        }
      } else if (record.ships()) {
        takeWhileFilled(held, record, watermark);
      } else {
        held.added().onPassed(partition);
      }
    }
    byte[] row = new Holder(record.term(), record.grantee(), record.firstMasterHolds()).encode();
    store.install(Holder.key(partition), stamp, record.position(), row, 0, row.length, watermark);
  }

  /** The same term twice does no harm: the first one counts. */
  private boolean isNews(LogBatchReader record) {
    Holder before = Holder.at(store, record.partition(), Snapshot.EVERYTHING);
    return before == null || before.term() < record.term();
  }

  /**
   * A release without rows is for a site that has them. One that has lost its checkpoints may not
   * have them any more, and would read rows that were only copied to it as gone (hazard 25).
   */
  private void requireHeld(HeldRowStore held, long partition) {
    boolean isHere =
        held.partitions().isHeld(partition)
            || held.added().isFilledAt(partition)
            || purged.test(PartitionId.table(partition));
    if (!isHere) {
      throw new ThetisException(ErrorCode.ROWS_NOT_HERE, self);
    }
  }

  private void take(HeldRowStore held, long stamp, LogBatchReader record, Snapshot watermark) {
    long partition = record.partition();
    int table = PartitionId.table(partition);
    PartitionGrid grid = held.gridOf(partition);
    if (grid == null || purged.test(table)) {
      return;
    }
    Set<RowKey> shipped = new HashSet<>();
    record.forEachShipped(
        (bytes, rowStamp, rowPosition, row, offset, length) -> {
          if (grid.partitionOf(bytes) != partition) {
            throw new CodecException("a row that is not of the partition that it came with");
          }
          RowKey key = new RowKey(table, bytes);
          shipped.add(key);
          held.installShipped(key, rowStamp, rowPosition, row, offset, length, watermark);
        });
    for (RowKey stale : othersOf(held, partition, grid, shipped)) {
      held.dropStale(stale, stamp, record.position(), watermark);
    }
  }

  /**
   * A replica that is being filled gets its rows from several sites, each of which gives what it
   * holds then. What goes from one to another meanwhile could be with neither when it is asked
   * (decision 0186); here it comes by. What a giver has given may be newer, and stays.
   */
  private static void takeWhileFilled(
      HeldRowStore held, LogBatchReader record, Snapshot watermark) {
    long partition = record.partition();
    PartitionGrid grid = held.gridOf(partition);
    VersionVector behind = grid == null ? null : held.added().fillingBehind(partition);
    if (behind == null) {
      return;
    }
    record.forEachShipped(
        (bytes, rowStamp, rowPosition, row, offset, length) ->
            held.fill(
                new RowKey(PartitionId.table(partition), bytes),
                rowStamp,
                rowPosition,
                Arrays.copyOfRange(row, offset, offset + length),
                behind,
                watermark));
  }

  /** Rows of a partition that were left here, and have gone elsewhere since. */
  private static List<RowKey> othersOf(
      HeldRowStore held, long partition, PartitionGrid grid, Set<RowKey> shipped) {
    int table = PartitionId.table(partition);
    byte[] to = grid.upperBound(partition);
    List<RowKey> others = new ArrayList<>();
    held.whole()
        .scan(
            table,
            grid.lowerBound(partition),
            to.length == 0 ? null : to,
            false,
            Snapshot.EVERYTHING,
            (bytes, version) -> {
              RowKey key = new RowKey(table, bytes);
              if (!shipped.contains(key)) {
                others.add(key);
              }
              return true;
            });
    return others;
  }
}
