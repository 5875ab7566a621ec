package org.thetisdb.router.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.PartitionGrid;
import org.thetisdb.core.placement.Partitioning;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.KeySet.KeyRange;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.reshape.ReshapePolicy;

/** Turns keys into partitions. Keeps its arrays; not thread-safe. */
public final class Footprints {
  /** A range that is read and covers more partitions is taken to be everywhere. */
  private static final int MOST_READ = 256;

  /** A range that is written and covers more partitions says nothing about what is written. */
  private static final int MOST_WRITTEN = 4096;

  private final Placement placement;
  private final ReshapePolicy reshaping;
  private final LongList written = new LongList();
  private final LongList read = new LongList();
  private final LongList runs = new LongList();
  private final LongList grown = new LongList();
  private final LongConsumer addGrown = this::addGrown;

  /** Partitions as they are cut in a placement. */
  Footprints(Placement placement, ReshapePolicy reshaping) {
    this.placement = placement;
    this.reshaping = reshaping;
  }

  /**
   * The partitions of a plan; null if it names more partitions as written than can be locked, so
   * that only reconnaissance can tell which of them hold rows.
   *
   * @throws ThetisException if a key is of no table
   */
  Footprint of(AccessPlan plan, TableRegistry tables) {
    written.clear();
    read.clear();
    for (int i = 0; i < plan.writeCount(); i++) {
      written.add(partitionOf(plan.write(i), tables));
    }
    for (int i = 0; i < plan.readCount(); i++) {
      read.add(partitionOf(plan.read(i), tables));
    }
    grown.clear();
    for (KeyRange range : plan.writeRanges()) {
      Partitioning table = table(tables, range.tableId());
      if (!table.forEachPartition(range.from(), range.to(), MOST_WRITTEN, addGrown)) {
        return null;
      }
    }
    if (!written.isEmpty() && reshaping.wantsCall()) {
      showKeys(plan.writes(), tables);
      showRanges(plan.writeRanges(), tables);
    }
    Footprint found =
        build(plan.readRanges(), tables)
            .withKeys(plan.writes(), plan.reads())
            .withReadRanges(plan.readRanges());
    return plan.writeRanges().isEmpty()
        ? found
        : found.withGrown(grown.toArray(), plan.writeRanges());
  }

  /** The partitions of keys that reconnaissance found. */
  Footprint of(KeySet keys, TableRegistry tables) {
    written.clear();
    read.clear();
    addKeys(keys.written(), tables, written);
    if (!keys.written().isEmpty() && reshaping.wantsCall()) {
      showKeys(keys.written(), tables);
    }
    addKeys(keys.read(), tables, read);
    return build(keys.ranges(), tables)
        .withKeys(keys.written(), keys.read())
        .withReadRanges(keys.ranges());
  }

  /**
   * The footprint of a call that has to run where all is mastered that it reads or writes; null for
   * null.
   *
   * @throws ThetisException READS_TOO_LARGE if it reads more partitions than can be gathered
   */
  public static Footprint gathered(Footprint footprint) {
    return footprint == null
        ? null
        : Footprint.of(requireListed(footprint).all().clone(), new long[0]);
  }

  /**
   * The footprint of a call for which all that it reads is prepared.
   *
   * @throws ThetisException READS_TOO_LARGE if it reads more partitions than can be listed
   */
  public static Footprint requireListed(Footprint footprint) {
    if (footprint.readsMore()) {
      throw new ThetisException(
          ErrorCode.READS_TOO_LARGE, "a range of more than " + MOST_READ + " partitions");
    }
    return footprint;
  }

  private void addGrown(long partition) {
    written.add(partition);
    grown.add(partition);
  }

  private void addKeys(List<RowKey> keys, TableRegistry tables, LongList target) {
    for (RowKey key : keys) {
      target.add(partitionOf(key, tables));
    }
  }

  /** Shows the first and the last of the keys that lie in one partition; keys are sorted. */
  private void showKeys(List<RowKey> keys, TableRegistry tables) {
    if (keys.isEmpty()) {
      return;
    }
    RowKey first = keys.get(0);
    long partition = partitionOf(first, tables);
    for (int i = 1; i <= keys.size(); i++) {
      RowKey next = i < keys.size() ? keys.get(i) : null;
      long other = next == null ? partition : partitionOf(next, tables);
      if (next == null || other != partition) {
        reshaping.onWrite(partition, first, keys.get(i - 1));
        first = next;
        partition = other;
      }
    }
  }

  /** Shows ranges in which keys will be found: a border within one cuts the call. */
  private void showRanges(List<KeyRange> ranges, TableRegistry tables) {
    for (KeyRange range : ranges) {
      RowKey first = new RowKey(range.tableId(), range.from());
      reshaping.onWrite(partitionOf(first, tables), first, Footprint.lastIn(range));
    }
  }

  private long partitionOf(RowKey key, TableRegistry tables) {
    return table(tables, key.tableId()).partitionOf(key.bytes());
  }

  private Footprint build(List<KeyRange> readRanges, TableRegistry tables) {
    boolean readsMore = false;
    runs.clear();
    for (KeyRange range : readRanges) {
      Partitioning table = table(tables, range.tableId());
      if (!table.forEachPartition(range.from(), range.to(), MOST_READ, read::add)) {
        readsMore = true;
        addRun(tables.byId(range.tableId()).grid());
      }
    }
    Footprint found = Footprint.of(written.toArray(), read.toArray(), readsMore);
    return readsMore ? found.withUnlisted(runs.toArray()) : found;
  }

  /** Whatever is read of a table beyond what can be listed, all of it stands for that. */
  private void addRun(PartitionGrid grid) {
    runs.add(grid.firstPartition());
    runs.add(grid.lastPartition());
  }

  private Partitioning table(TableRegistry tables, int tableId) {
    RegisteredTable table = tables.byId(tableId);
    if (table == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_TABLE, "#" + tableId);
    }
    return placement.partitioning(tableId, table.grid());
  }

  /** Longs in an array that is kept. */
  private static final class LongList {
    private long[] values = new long[16];
    private int size;

    void add(long value) {
      if (size > 0 && values[size - 1] == value) {
        return;
      }
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    void clear() {
      size = 0;
    }

    boolean isEmpty() {
      return size == 0;
    }

    long[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }
}
