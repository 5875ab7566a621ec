package org.thetisdb.procedures.engine;

import java.util.List;
import java.util.Locale;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.procedures.Table;

/**
 * The tables of one engine. A partition is a row that each fragment writes, so that one fragment
 * goes behind the other; its log and its snapshot are rows with the same first key column, so that
 * they have the same master.
 */
record EngineTables(String engine, Table partitions, Table log, Table snapshots, Table metadata) {
  // Columns of a partition.
  static final int VERSION = 1;
  static final int CHAIN = 2;
  static final int METADATA_VERSION = 3;
  static final int FIRST_LOGGED = 4;
  static final int LOGGED_BYTES = 5;
  static final int HELD_VERSION = 6;
  static final int HELD_CHAIN = 7;
  static final int HELD_TOKEN = 8;
  static final int HELD_PARTS = 9;
  static final int NEXT_VERSION = 10;
  static final int NEXT_CHAIN = 11;
  static final int NEXT_TOKEN = 12;
  static final int NEXT_PARTS = 13;
  static final int STALE_TOKEN = 14;
  static final int STALE_PARTS = 15;

  // Columns of the log.
  static final int RECORD_VERSION = 1;
  static final int BEFORE = 2;
  static final int IS_REDO = 3;
  static final int RECORD = 4;
  static final int DIGEST = 5;

  // Columns of snapshots and of the metadata.
  static final int PART = 3;
  static final int CONTENT_VERSION = 1;
  static final int CONTENT = 2;

  /** The key of the one row of metadata. */
  static final long ONLY = 1;

  static EngineTables of(String engine) {
    String prefix = engine.toLowerCase(Locale.ROOT);
    return new EngineTables(
        engine, partitions(prefix), log(prefix), snapshots(prefix), metadata(prefix));
  }

  private static Table partitions(String prefix) {
    Table.Builder table = Table.define(prefix + "_partitions").key("partition_id", ColumnType.LONG);
    for (String column :
        List.of("version", "chain", "metadata_version", "first_logged", "logged_bytes")) {
      table.column(column, ColumnType.LONG);
    }
    for (String snapshot : List.of("held", "next")) {
      table
          .column(snapshot + "_version", ColumnType.LONG)
          .column(snapshot + "_chain", ColumnType.LONG)
          .column(snapshot + "_token", ColumnType.LONG)
          .column(snapshot + "_parts", ColumnType.LONG);
    }
    return table
        .column("stale_token", ColumnType.LONG)
        .column("stale_parts", ColumnType.LONG)
        .build();
  }

  private static Table log(String prefix) {
    return Table.define(prefix + "_log")
        .key("partition_id", ColumnType.LONG)
        .key("version", ColumnType.LONG)
        .column("before", ColumnType.LONG)
        .column("is_redo", ColumnType.BOOLEAN)
        .column("record", ColumnType.BYTES)
        .column("digest", ColumnType.LONG)
        .build();
  }

  private static Table snapshots(String prefix) {
    return Table.define(prefix + "_snapshots")
        .key("partition_id", ColumnType.LONG)
        .key("token", ColumnType.LONG)
        .key("part", ColumnType.LONG)
        .column("content", ColumnType.BYTES)
        .build();
  }

  private static Table metadata(String prefix) {
    return Table.define(prefix + "_metadata")
        .key("id", ColumnType.LONG)
        .column("version", ColumnType.LONG)
        .column("content", ColumnType.BYTES)
        .build();
  }

  List<Table> all() {
    return List.of(partitions, log, snapshots, metadata);
  }
}
