package org.thetisdb.server.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * Decides which transactions of a batch commit, and in which order (Aria, sections 5.4 and 5.5 of
 * the thesis). All of them have read the same state and keep their writes aside; their numbers in
 * the batch are 0, 1, 2 and so on. For each row, the lowest number that reads it and the lowest
 * that writes it are kept: these are the reservations.
 *
 * <p>A transaction that read what an earlier one writes (RAW) commits <em>before</em> all earlier
 * ones, unless it writes what an earlier one has read (WAR), too; then it is aborted (Rule 3 of the
 * thesis). Without reordering RAW alone aborts it (Rule 1). Aria also aborts one that writes what
 * an earlier one writes, since its writes are installed in parallel; here they are installed in the
 * order of the commits, so the later one of two blind writes just counts. Who reads before it
 * writes is caught by RAW and WAR together.
 *
 * <p><b>The order.</b> Each decision relates a transaction to earlier ones only. So the order in
 * which those that commit could have run one after the other is made by taking them by their
 * numbers: one with RAW is put in front of all that are there, since it saw nothing of them; any
 * other is put behind them, since it saw all that they wrote, which is nothing. Whoever sees a
 * prefix of that order sees what a serial run would have left there.
 *
 * <p>A range that was read reserves all rows in it, there or not, so there are no phantoms.
 * Deterministic: depends on nothing but what was added. Not thread-safe.
 */
public final class Reservations {
  private final boolean reordering;
  private final List<Access> accesses = new ArrayList<>();
  private final TreeMap<RowKey, Integer> firstWriter = new TreeMap<>();
  private final Map<RowKey, Integer> firstReader = new HashMap<>();

  /** No reservations. */
  public Reservations(boolean reordering) {
    this.reordering = reordering;
  }

  private record Access(List<RowKey> reads, List<KeyRange> ranges, List<RowKey> writes) {}

  /** Reserves what the next transaction of the batch has read and would write. */
  public void add(List<RowKey> reads, List<KeyRange> ranges, List<RowKey> writes) {
    int number = accesses.size();
    accesses.add(new Access(reads, ranges, writes));
    reads.forEach(key -> firstReader.putIfAbsent(key, number));
    writes.forEach(key -> firstWriter.putIfAbsent(key, number));
  }

  /** Number of transactions in the batch. */
  public int size() {
    return accesses.size();
  }

  /** The numbers of those that commit, in an order in which they could have run one by one. */
  public int[] commitOrder() {
    int[] order = new int[2 * accesses.size()];
    int front = accesses.size();
    int back = front;
    for (int number = 0; number < accesses.size(); number++) {
      Access access = accesses.get(number);
      if (!readsAfterWrite(number, access)) {
        order[back++] = number;
      } else if (reordering && !writesAfterRead(number, access)) {
        order[--front] = number;
      }
    }
    return Arrays.copyOfRange(order, front, back);
  }

  private boolean readsAfterWrite(int number, Access access) {
    for (RowKey key : access.reads) {
      Integer writer = firstWriter.get(key);
      if (writer != null && writer < number) {
        return true;
      }
    }
    for (KeyRange range : access.ranges) {
      for (int writer : writersIn(range).values()) {
        if (writer < number) {
          return true;
        }
      }
    }
    return false;
  }

  /** Who writes rows of a range; an empty end is the end of the table. */
  private Map<RowKey, Integer> writersIn(KeyRange range) {
    RowKey from = new RowKey(range.tableId(), range.from());
    RowKey to =
        range.to().length == 0
            ? new RowKey(range.tableId() + 1, range.to())
            : new RowKey(range.tableId(), range.to());
    return from.compareTo(to) < 0 ? firstWriter.subMap(from, true, to, false) : Map.of();
  }

  private boolean writesAfterRead(int number, Access access) {
    for (RowKey key : access.writes) {
      Integer reader = firstReader.get(key);
      if ((reader != null && reader < number) || isInRangeOfEarlier(number, key)) {
        return true;
      }
    }
    return false;
  }

  private boolean isInRangeOfEarlier(int number, RowKey key) {
    for (int earlier = 0; earlier < number; earlier++) {
      for (KeyRange range : accesses.get(earlier).ranges) {
        if (contains(range, key)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean contains(KeyRange range, RowKey key) {
    return range.tableId() == key.tableId()
        && Arrays.compareUnsigned(range.from(), key.bytes()) <= 0
        && (range.to().length == 0 || Arrays.compareUnsigned(key.bytes(), range.to()) < 0);
  }
}
