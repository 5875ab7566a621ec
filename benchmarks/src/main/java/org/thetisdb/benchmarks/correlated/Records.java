package org.thetisdb.benchmarks.correlated;

import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** The one table. A partition is a hundred records whose numbers follow each other. */
final class Records {
  static final String TABLE_NAME = "correlated_records";
  static final Table TABLE =
      Table.define(TABLE_NAME)
          .key("id", ColumnType.LONG)
          .column("changes", ColumnType.LONG)
          .column("field", ColumnType.STRING)
          .build();
  static final int CHANGES = 1;
  static final int FIELD = 2;

  /** Records of a partition. */
  static final int PER_PARTITION = 100;

  private static final int FIELD_LENGTH = 100;

  private Records() {}

  static Row fresh(long id) {
    return TABLE.row(id).setLong(CHANGES, 0).setString(FIELD, text(id, 0));
  }

  /** What a record holds after so many changes. */
  static String text(long id, long changes) {
    return String.format("%0" + FIELD_LENGTH / 2 + "d%0" + FIELD_LENGTH / 2 + "d", id, changes);
  }

  /** The records of one partition. */
  static KeyRange partition(long partition) {
    return range(partition * PER_PARTITION, (partition + 1) * PER_PARTITION);
  }

  /** Records from the first to below the end. */
  static KeyRange range(long first, long end) {
    return TABLE.from(first).to(end);
  }
}
