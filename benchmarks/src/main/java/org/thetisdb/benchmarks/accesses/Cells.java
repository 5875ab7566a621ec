package org.thetisdb.benchmarks.accesses;

import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** The one table: ten columns beside the key, one of which counts the changes. */
final class Cells {
  static final Table TABLE = define();
  static final int CHANGES = 1;
  static final int FIRST_FIELD = 2;
  static final int FIELDS = 9;

  /** Records that are loaded, and counted, by one call. */
  static final int PER_CALL = 100;

  private Cells() {}

  private static Table define() {
    Table.Builder builder =
        Table.define("access_records")
            .key("id", ColumnType.LONG)
            .column("changes", ColumnType.LONG);
    for (int field = 1; field <= FIELDS; field++) {
      builder.column("field" + field, ColumnType.STRING);
    }
    return builder.build();
  }

  /** A record after so many changes. */
  static Row row(long id, long changes) {
    Row row = TABLE.row(id).setLong(CHANGES, changes);
    for (int field = 0; field < FIELDS; field++) {
      row.setString(FIRST_FIELD + field, text(id, changes, field));
    }
    return row;
  }

  /** Ten characters that a record holds after so many changes. */
  static String text(long id, long changes, int field) {
    char[] text = new char[10];
    long bits = (id * 31 + changes) * FIELDS + field;
    for (int i = text.length - 1; i >= 0; i--) {
      text[i] = (char) ('a' + (int) Math.floorMod(bits, 26L));
      bits /= 26;
    }
    return new String(text);
  }

  /** The records of one call. */
  static KeyRange group(long group) {
    return TABLE.from(group * PER_CALL).to((group + 1) * PER_CALL);
  }
}
