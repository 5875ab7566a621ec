package org.thetisdb.procedures.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Table;

/**
 * Collects what a procedure's {@code plan} names and makes an {@link AccessPlan} of it. Meant to be
 * kept by a thread and used again and again: {@link #begin}, the calls of {@link Plan}, {@link
 * #build}. Not thread-safe.
 *
 * <p>The methods of {@link Plan} throw {@link IllegalArgumentException} for keys that do not fit or
 * are too many, and {@link ThetisException} for a table that is not there.
 */
public final class AccessPlanBuilder implements ReferencePlan {
  /** Most keys of one plan, those named twice counted twice, and most ranges. */
  public static final int MAX_ENTRIES = 100_000;

  private static final int SORTED_BY_INSERTION = 32;

  private final KeyList writes = new KeyList();
  private final KeyList reads = new KeyList();
  private final List<KeySet.KeyRange> readRanges = new ArrayList<>();
  private final List<KeySet.KeyRange> writeRanges = new ArrayList<>();
  private TableRegistry tables = TableRegistry.EMPTY;
  private IntPredicate frozen = AccessPlanBuilder::noneIsFrozen;

  /** Forgets what was collected, and takes the ids of tables from {@code tables} from now on. */
  public AccessPlanBuilder begin(TableRegistry tables) {
    return begin(tables, AccessPlanBuilder::noneIsFrozen);
  }

  private static boolean noneIsFrozen(int tableId) {
    return false;
  }

  /** Forgets what was collected; what is added from now on is already encoded. */
  public AccessPlanBuilder begin() {
    return begin(TableRegistry.EMPTY);
  }

  /** Begins for one that knows of which tables, by their ids, no row may vanish. */
  public AccessPlanBuilder begin(TableRegistry tables, IntPredicate frozen) {
    this.tables = tables;
    this.frozen = frozen;
    writes.clear();
    reads.clear();
    readRanges.clear();
    writeRanges.clear();
    return this;
  }

  @Override
  public boolean isFrozen(Table parent) {
    return frozen.test(tables.idOf(parent));
  }

  @Override
  public Plan read(Table table, Object... key) {
    reads.add(new RowKey(tables.idOf(table), table.keys().encode(key)));
    return this;
  }

  @Override
  public Plan read(Table table, long key) {
    reads.add(new RowKey(tables.idOf(table), table.keys().encode(key)));
    return this;
  }

  @Override
  public Plan read(Table table, long first, long second) {
    reads.add(new RowKey(tables.idOf(table), table.keys().encode(first, second)));
    return this;
  }

  @Override
  public Plan read(Table table, long first, long second, long third) {
    reads.add(new RowKey(tables.idOf(table), table.keys().encode(first, second, third)));
    return this;
  }

  @Override
  public Plan write(Table table, Object... key) {
    writes.add(new RowKey(tables.idOf(table), table.keys().encode(key)));
    return this;
  }

  @Override
  public Plan write(Table table, long key) {
    writes.add(new RowKey(tables.idOf(table), table.keys().encode(key)));
    return this;
  }

  @Override
  public Plan write(Table table, long first, long second) {
    writes.add(new RowKey(tables.idOf(table), table.keys().encode(first, second)));
    return this;
  }

  @Override
  public Plan write(Table table, long first, long second, long third) {
    writes.add(new RowKey(tables.idOf(table), table.keys().encode(first, second, third)));
    return this;
  }

  @Override
  public Plan readRange(KeyRange range) {
    return add(range, readRanges);
  }

  @Override
  public Plan writeRange(KeyRange range) {
    return add(range, writeRanges);
  }

  private Plan add(KeyRange range, List<KeySet.KeyRange> target) {
    requireRoom(target.size());
    int table = tables.idOf(range.table());
    target.add(new KeySet.KeyRange(table, range.encodedFrom(), range.encodedTo()));
    return this;
  }

  /** Adds a key that is read, already encoded. */
  public AccessPlanBuilder read(RowKey key) {
    reads.add(key);
    return this;
  }

  /** Adds a key that is written, already encoded. */
  public AccessPlanBuilder write(RowKey key) {
    writes.add(key);
    return this;
  }

  /**
   * Adds all keys and ranges of a set, such as one found by reconnaissance.
   *
   * @throws ThetisException TOO_MANY_KEYS if they are more than a plan may name
   */
  public AccessPlanBuilder add(KeySet keys) {
    if (keys.largest() > MAX_ENTRIES) {
      throw new ThetisException(ErrorCode.TOO_MANY_KEYS, keys.largest() + " keys");
    }
    keys.written().forEach(writes::add);
    keys.read().forEach(reads::add);
    for (KeySet.KeyRange range : keys.ranges()) {
      requireRoom(readRanges.size());
      readRanges.add(range);
    }
    return this;
  }

  /** Adds ranges in which rows are written, already encoded. */
  public AccessPlanBuilder writeRanges(List<KeySet.KeyRange> ranges) {
    for (KeySet.KeyRange range : ranges) {
      requireRoom(writeRanges.size());
      writeRanges.add(range);
    }
    return this;
  }

  /** What was collected since {@link #begin}, sorted and without repetition. */
  public AccessPlan build() {
    writes.sortDistinct();
    reads.sortDistinct();
    reads.removeAll(writes);
    return new AccessPlan(
        writes.toArray(), reads.toArray(), List.copyOf(readRanges), List.copyOf(writeRanges));
  }

  private static void requireRoom(int size) {
    if (size >= MAX_ENTRIES) {
      throw new IllegalArgumentException("a plan names more than " + MAX_ENTRIES + " keys");
    }
  }

  /** Keys in an array that is kept. */
  private static final class KeyList {
    private RowKey[] keys = new RowKey[16];
    private int size;

    void add(RowKey key) {
      if (size == keys.length) {
        requireRoom(size);
        keys = Arrays.copyOf(keys, 2 * size);
      }
      keys[size++] = key;
    }

    void clear() {
      Arrays.fill(keys, 0, size, null);
      size = 0;
    }

    RowKey[] toArray() {
      return Arrays.copyOf(keys, size);
    }

    void sortDistinct() {
      if (size > SORTED_BY_INSERTION) {
        Arrays.sort(keys, 0, size);
      } else {
        sortByInsertion();
      }
      keepDistinct();
    }

    private void sortByInsertion() {
      for (int i = 1; i < size; i++) {
        RowKey next = keys[i];
        int at = i;
        while (at > 0 && keys[at - 1].compareTo(next) > 0) {
          keys[at] = keys[at - 1];
          at--;
        }
        keys[at] = next;
      }
    }

    private void keepDistinct() {
      int kept = Math.min(1, size);
      for (int i = 1; i < size; i++) {
        if (!keys[i].equals(keys[kept - 1])) {
          keys[kept++] = keys[i];
        }
      }
      shrink(kept);
    }

    /** Both lists are sorted. */
    void removeAll(KeyList other) {
      int kept = 0;
      int at = 0;
      for (int i = 0; i < size; i++) {
        while (at < other.size && other.keys[at].compareTo(keys[i]) < 0) {
          at++;
        }
        if (at == other.size || !other.keys[at].equals(keys[i])) {
          keys[kept++] = keys[i];
        }
      }
      shrink(kept);
    }

    private void shrink(int newSize) {
      Arrays.fill(keys, newSize, size, null);
      size = newSize;
    }
  }
}
