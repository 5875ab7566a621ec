package org.thetisdb.benchmarks.accesses;

import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * The one table: ten columns beside the key, one of which counts the changes. A record's number
 * says its partition, which is the first column of the key.
 */
final class RecordTable {
  static final Table TABLE = define();
  static final int ID = 1;
  static final int CHANGES = 2;
  static final int FIRST_FIELD = 3;
  static final int FIELDS = 9;

  /** Records that are loaded, and counted, by one call. */
  static final int PER_CALL = 100;

  private RecordTable() {}

  private static Table define() {
    Table.Builder builder =
        Table.define("access_records")
            .key("part", ColumnType.LONG)
            .key("id", ColumnType.LONG)
            .column("changes", ColumnType.LONG);
    for (int field = 1; field <= FIELDS; field++) {
      builder.column("field" + field, ColumnType.STRING);
    }
    return builder.build();
  }

  /** A record after so many changes, with fields of so many characters. */
  static Row row(long id, long changes, int fieldChars) {
    Row row = TABLE.row(partition(id), id).setLong(CHANGES, changes);
    for (int field = 0; field < FIELDS; field++) {
      row.setString(FIRST_FIELD + field, text(id, changes, field, fieldChars));
    }
    return row;
  }

  /** What a field of a record holds after so many changes. */
  static String text(long id, long changes, int field, int fieldChars) {
    char[] text = new char[fieldChars];
    long bits = (id * 31 + changes) * FIELDS + field;
    for (int i = text.length - 1; i >= 0; i--) {
      text[i] = (char) ('a' + (int) Math.floorMod(bits, 26L));
      bits /= 26;
    }
    return new String(text);
  }

  /** The partition of a record. */
  static long partition(long id) {
    return Math.floorDiv(id, (long) AccessOptions.PARTITION_RECORDS);
  }

  /** The records of one call; they are of one partition. */
  static KeyRange group(long group) {
    long first = group * PER_CALL;
    long partition = partition(first);
    return TABLE.from(partition, first).to(partition, first + PER_CALL);
  }
}
