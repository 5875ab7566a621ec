package org.thetisdb.server.remastering;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.replication.log.ShippedRows;
import org.thetisdb.server.catalog.Holder;
import org.thetisdb.server.catalog.Holders;
import org.thetisdb.server.catalog.SavedReplicas;
import org.thetisdb.server.commit.GroupCommit;
import org.thetisdb.server.state.CallRules;
import org.thetisdb.server.state.SiteData;
import org.thetisdb.store.Snapshot;

/**
 * Puts releases into the log, where some sites hold only a part of the rows with the rows that the
 * grantee lacks (decision 0082): the newest version of each, read in the instant in which the
 * release gets its place in the log, when nobody writes the partition any more. Owned by the
 * engine's event loop.
 */
final class Shipping {
  /** No request has more bytes of rows than this: they come into one log entry. */
  static final int MOST_PULLED_BYTES = 8 << 20;

  /** Rows of one partition that one record takes. */
  private static final int LIMIT_ROWS = 4_096;

  /** Bytes of these. */
  private static final int LIMIT_BYTES = 256 << 10;

  /** Bytes of all partitions that are given up for one request: they come into one log entry. */
  private static final int WISH_LIMIT_BYTES = 1 << 20;

  /** Rows of one partition where somebody has asked for its rows, and its transactions may wait. */
  private static final int PULL_LIMIT_ROWS = 65_536;

  /** What goes for one request. */
  static final class Load {
    private final List<Long> tooLarge = new ArrayList<>(0);
    private final int limitRows;
    private final int limitBytes;
    private int roomBytes;
    private boolean isEmpty = true;

    Load(Release request) {
      boolean pulls = request.pullBytes() > 0;
      limitRows = pulls ? PULL_LIMIT_ROWS : LIMIT_ROWS;
      limitBytes = pulls ? MOST_PULLED_BYTES : LIMIT_BYTES;
      roomBytes = pulls ? Math.min(request.pullBytes(), MOST_PULLED_BYTES) : WISH_LIMIT_BYTES;
    }

    /** The first always goes: alone in an entry it has the most room that there is. */
    private boolean hasRoom(int bytes) {
      return isEmpty || bytes <= roomBytes;
    }

    private void take(int bytes) {
      isEmpty = false;
      roomBytes -= bytes;
    }

    /** Partitions that stay since their rows are too many for one record. */
    List<Long> tooLarge() {
      return tooLarge;
    }
  }

  private final SiteData data;
  private final GroupCommit log;
  private final CallRules scheme;
  private final Supplier<Snapshot> watermark;
  private final Holders holders;

  Shipping(SiteData data, GroupCommit log, CallRules scheme, Supplier<Snapshot> watermark) {
    this.data = data;
    this.log = log;
    this.scheme = scheme;
    this.watermark = watermark;
    this.holders = new Holders(data.store(), data.roster());
  }

  /**
   * Whether rows have to go with a partition: not if its grantee holds it, nor if it has a replica
   * that stays there behind a restart, since no log has the rows of that.
   */
  boolean isNeeded(long partition, Release request) {
    return !holders.holds(request.grantee(), partition)
        && !SavedReplicas.hasAll(data.catalog().replicas(), partition, request);
  }

  /**
   * Whether rows can go with a partition now: the log has room, and nothing is prepared in it. What
   * becomes of a prepared row stands in another site's log, and the grantee, which does not hold
   * the partition yet, would leave it out.
   */
  boolean isReady(long partition) {
    return log.hasRoom() && !isPrepared(partition);
  }

  private boolean isPrepared(long partition) {
    RegisteredTable table = tableOf(partition);
    if (table == null || data.catalog().prepared().isEmpty()) {
      return false;
    }
    PartitionGrid grid = table.grid();
    return data.catalog()
        .prepared()
        .isAnyByOtherIn(table.id(), grid.lowerBound(partition), grid.upperBound(partition), 0);
  }

  /** All rows of a partition; null if they are too many for one record. */
  private ShippedRows collect(long partition, Load load) {
    ShippedRows rows = new ShippedRows(load.limitRows, load.limitBytes);
    RegisteredTable table = tableOf(partition);
    if (table == null) {
      return rows; // it was dropped
    }
    byte[] to = table.grid().upperBound(partition);
    boolean[] all = {true};
    data.store()
        .whole()
        .scan(
            table.id(),
            table.grid().lowerBound(partition),
            to.length == 0 ? null : to,
            false,
            Snapshot.EVERYTHING,
            (key, version) -> {
              all[0] =
                  rows.add(
                      key, version.stamp(), version.position(), version.bytes(), version.length());
              return all[0];
            });
    return all[0] ? rows : null;
  }

  /**
   * Gives a partition up for a request, with its rows if the grantee lacks them, and notes which
   * site holds it from now on. Not if these are too many; beside those that have gone for the same
   * request, the router asks again.
   *
   * @return whether it is given up
   */
  boolean release(Mastership given, Release request, Load load) {
    long partition = given.partition();
    ShippedRows rows = null;
    if (isNeeded(partition, request)) {
      rows = collect(partition, load);
      if (rows == null) {
        load.tooLarge.add(partition);
        return false;
      }
      if (!load.hasRoom(rows.lengthBytes())) {
        return false;
      }
      load.take(rows.lengthBytes());
    }
    boolean firstMasterHolds =
        holders.firstMasterHoldsAfter(partition, request.grantee(), scheme.movesRows());
    long position =
        log.release(
            partition,
            given.term(),
            request.grantee(),
            request.granteeIncarnation(),
            firstMasterHolds,
            rows);
    Holder holder = new Holder(given.term(), request.grantee(), firstMasterHolds);
    holders.note(data.self(), position, partition, holder, watermark.get());
    return true;
  }

  private RegisteredTable tableOf(long partition) {
    return data.catalog().tables().byId(PartitionId.table(partition));
  }
}
