package org.thetisdb.server.scheme.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.wire.KeySet.KeyRange;

/**
 * Decides which transactions of a batch commit, and in which order (Aria, sections 5.4 and 5.5 of
 * the thesis). All of them have read the same state and keep their writes aside; their numbers in
 * the batch are 0, 1, 2 and so on. What they have read and would write are their reservations.
 *
 * <p>A transaction that read what an earlier one writes (RAW) commits <em>before</em> all earlier
 * ones, unless it writes what an earlier one has read (WAR), too; then it is aborted (Rule 3 of the
 * thesis). Without reordering RAW alone aborts it (Rule 1). Aria also aborts one that writes what
 * an earlier one writes, since its writes are installed in parallel; here they are installed in the
 * order of the commits, so the later one of two blind writes just counts. One that reads before it
 * writes is caught by RAW and WAR together.
 *
 * <p><b>The order.</b> Each decision relates a transaction to earlier ones only. So the order in
 * which those that commit could have run one after the other is made by taking them by their
 * numbers: one with RAW is put in front of all that are there, since it saw nothing of them; any
 * other is put behind them, since it saw all that they wrote, which is nothing. A reader that sees
 * a prefix of that order sees what a serial run would have left there.
 *
 * <p><b>Snapshot isolation</b>, if that is all that is wanted: what a transaction reads is the
 * state before its batch, and of two that change one row the first wins. So WAW alone aborts (Rule
 * 2), and they commit by their numbers.
 *
 * <p>A range that was read reserves all rows in it, there or not, so there are no phantoms.
 * Deterministic: depends on nothing but what was added, so no clock and no hash order decides what
 * commits (hazard 21). Not thread-safe.
 */
public final class Reservations {
  private final boolean snapshots;
  private final boolean reordering;
  private final List<Access> accesses = new ArrayList<>();

  /**
   * No reservations.
   *
   * @param snapshots whether transactions are only held to snapshot isolation
   * @param reordering whether one that is serializable may commit before earlier ones
   */
  public Reservations(boolean snapshots, boolean reordering) {
    this.snapshots = snapshots;
    this.reordering = reordering;
  }

  private record Access(List<RowKey> reads, List<KeyRange> ranges, List<RowKey> writes) {}

  /** Reserves what the next transaction of the batch has read and would write. */
  public void add(List<RowKey> reads, List<KeyRange> ranges, List<RowKey> writes) {
    accesses.add(new Access(reads, ranges, writes));
  }

  /** Number of transactions in the batch. */
  public int size() {
    return accesses.size();
  }

  /** The numbers of those that commit, in the order in which they have to. */
  public int[] commitOrder() {
    EarlierAccesses earlier = new EarlierAccesses();
    int[] order = new int[2 * accesses.size()];
    int front = accesses.size();
    int back = front;
    for (int number = 0; number < accesses.size(); number++) {
      Access access = accesses.get(number);
      if (commitsBehind(earlier, access)) {
        order[back++] = number;
      } else if (commitsBefore(earlier, access)) {
        order[--front] = number;
      }
      earlier.add(access.reads, access.ranges, access.writes);
    }
    return Arrays.copyOfRange(order, front, back);
  }

  private boolean commitsBehind(EarlierAccesses earlier, Access access) {
    return snapshots ? !writesAfterWrite(earlier, access) : !readsAfterWrite(earlier, access);
  }

  private boolean commitsBefore(EarlierAccesses earlier, Access access) {
    return !snapshots && reordering && !writesAfterRead(earlier, access);
  }

  private static boolean readsAfterWrite(EarlierAccesses earlier, Access access) {
    return earlier.write(access.reads, access.ranges);
  }

  private static boolean writesAfterWrite(EarlierAccesses earlier, Access access) {
    return earlier.write(access.writes, List.of());
  }

  private static boolean writesAfterRead(EarlierAccesses earlier, Access access) {
    return earlier.haveRead(access.writes);
  }
}
