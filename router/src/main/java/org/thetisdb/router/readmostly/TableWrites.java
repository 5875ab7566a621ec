package org.thetisdb.router.readmostly;

import org.agrona.collections.Long2LongHashMap;
import org.thetisdb.core.id.PartitionId;

/**
 * Since when nobody has written which table. Keeps only those that were written in the last two
 * rests, since there is no end to tables that come and go. Not thread-safe.
 */
public final class TableWrites {
  private static final long NEVER = Long.MIN_VALUE;

  private final boolean isOn;
  private final long restUs;
  private final long sinceUs;
  private final Long2LongHashMap writtenUs = new Long2LongHashMap(NEVER);
  private long lastUs;
  private long forgotUs;

  private TableWrites(ReadMostlyConfig config, long sinceUs) {
    this.isOn = config.isOn();
    this.restUs = config.restUs();
    this.sinceUs = sinceUs;
  }

  /**
   * All tables are read-mostly until it hears of a write: what is done at a wrong guess is right.
   */
  public static TableWrites unwritten(ReadMostlyConfig config) {
    return new TableWrites(config, NEVER);
  }

  /** Any table may have been written until now. */
  public static TableWrites writtenUntil(ReadMostlyConfig config, long nowUs) {
    return new TableWrites(config, nowUs);
  }

  /** A call is about to write a table, or may do so. */
  public void onWrite(int table, long nowUs) {
    lastUs = nowUs;
    if (!isOn) {
      return;
    }
    writtenUs.put(table, nowUs);
    if (nowUs - forgotUs >= restUs) {
      forgotUs = nowUs;
      writtenUs.values().removeIf(each -> nowUs - each >= restUs);
    }
  }

  /** A call is about to write these partitions. */
  public void onWrite(long[] partitions, long nowUs) {
    lastUs = nowUs;
    int before = -1;
    for (long partition : partitions) {
      int table = PartitionId.table(partition);
      if (table != before) {
        onWrite(table, nowUs);
        before = table;
      }
    }
  }

  /** Whether nobody has written a table for a while. */
  public boolean isReadMostly(int table, long nowUs) {
    long known = writtenUs.get(table);
    long writtenLastUs = known == NEVER ? sinceUs : known;
    return isOn && (writtenLastUs == NEVER || nowUs - writtenLastUs >= restUs);
  }

  /**
   * Whether the table of a partition was read-mostly at the last write of any: for a caller without
   * a clock.
   */
  public boolean wasReadMostly(long partition) {
    return isReadMostly(PartitionId.table(partition), lastUs);
  }
}
