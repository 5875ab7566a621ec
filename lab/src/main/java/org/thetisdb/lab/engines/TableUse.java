package org.thetisdb.lab.engines;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.router.readmostly.PhaseTables;

/**
 * What calls did with tables since somebody asked, from which it follows which tables are read at
 * all sites (decision 0038). Any thread.
 */
final class TableUse {
  private static final int MOST_TABLES = 256;
  private static final int WRITTEN = 1;
  private static final int SAVED = 2;
  private static final int CROSSED = 4;

  private final AtomicIntegerArray uses = new AtomicIntegerArray(MOST_TABLES);

  /** A call writes a partition. */
  void written(long partition) {
    note(partition, WRITTEN);
  }

  /** A call need not cross, since the table is read everywhere. */
  void saved(long partition) {
    note(partition, SAVED);
  }

  /** A call crosses, and perhaps only since it reads the table. */
  void crossed(long partition) {
    note(partition, CROSSED);
  }

  private void note(long partition, int use) {
    int table = PartitionId.table(partition);
    if (table < MOST_TABLES && (uses.getPlain(table) & use) == 0) {
      uses.getAndUpdate(table, before -> before | use);
    }
  }

  /** Reports what was noted since the last time. */
  void tell(PhaseTables tables, long nowUs) {
    for (int table = 0; table < MOST_TABLES; table++) {
      int use = uses.getPlain(table) == 0 ? 0 : uses.getAndSet(table, 0);
      if ((use & WRITTEN) != 0) {
        tables.onWrite(table, nowUs);
      }
      if ((use & SAVED) != 0) {
        tables.onSaved(table, nowUs);
      }
      if ((use & CROSSED) != 0 && tables.isReadMostly(table, nowUs)) {
        tables.onCrossed(table, nowUs);
      }
    }
  }
}
