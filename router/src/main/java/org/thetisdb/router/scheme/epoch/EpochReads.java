package org.thetisdb.router.scheme.epoch;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.router.call.PendingCall;
import org.thetisdb.router.report.Counters;
import org.thetisdb.router.routing.Footprint;

/**
 * Looks at what calls of epoch views write and read, and which tables are closed by that (decision
 * 0090). Owned by the engine's thread.
 */
final class EpochReads {
  /** The reads of one call in so many are looked at: that takes longer than to send one. */
  private static final int EVERY = 4;

  private final EpochTables tables;
  private final Counters counters;
  private long seen;

  /** What is closed by it, and counted in {@code counters}. */
  EpochReads(EpochTables tables, Counters counters) {
    this.tables = tables;
    this.counters = counters;
  }

  /**
   * A call is about to run.
   *
   * @param members of the epoch view that is there; null if there is none
   * @return whether it writes a table that is closed in that epoch view
   */
  boolean writesClosed(PendingCall call, EpochViewMembers members, long nowUs) {
    boolean writesClosed = false;
    // What is gathered for a call is what it reads, too.
    Footprint footprint = call.planned() == null ? call.footprint() : call.planned();
    for (long partition : footprint.written()) {
      int table = PartitionId.table(partition);
      tables.onWrite(table, nowUs);
      if (members != null && members.isClosed(table)) {
        onClosedMet(table, nowUs);
        writesClosed = true;
      }
    }
    if (members != null && !writesClosed && call.planned() != null && seen++ % EVERY == 0) {
      learn(call, members, nowUs);
    }
    return writesClosed;
  }

  /** A call has found a table closed that it writes. */
  void onClosedMet(int table, long nowUs) {
    counters.tablesOpened += tables.onClosedMet(table, nowUs) ? 1 : 0;
  }

  /** Which tables have a call meet more sites, or would have it. */
  private void learn(PendingCall call, EpochViewMembers members, long nowUs) {
    Footprint planned = call.planned();
    BitSet sites =
        members.primariesOf(
            new KeySet(planned.writtenKeys(), List.of(), List.of()), planned.writtenRanges());
    sites.set(members.executorOf(call));
    Map<Integer, BitSet> rested = new HashMap<>();
    for (RowKey key : planned.readKeys()) {
      members.addPrimary(key, sitesOf(key.tableId(), sites, rested, nowUs));
    }
    for (KeyRange range : planned.readRanges()) {
      members.addPrimaries(range, sitesOf(range.tableId(), sites, rested, nowUs));
    }
    rested.forEach(
        (table, met) -> {
          met.andNot(sites);
          if (!met.isEmpty()) {
            tables.onCrossed(table, EVERY, nowUs);
          }
        });
  }

  private BitSet sitesOf(int table, BitSet sites, Map<Integer, BitSet> rested, long nowUs) {
    return tables.isReadMostly(table, nowUs)
        ? rested.computeIfAbsent(table, unused -> new BitSet())
        : sites;
  }
}
