package org.thetisdb.procedures.engine;

import java.io.InputStream;
import java.util.List;
import org.thetisdb.dtxn.partition.ExecutedFragment;
import org.thetisdb.dtxn.partition.LogPosition;
import org.thetisdb.dtxn.partition.LogRecord;
import org.thetisdb.dtxn.partition.PartitionLog;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Row;

/** A partition as one transaction reads and writes it. For one run. */
final class PartitionRows implements PartitionLog {
  private final Context ctx;
  private final EngineTables tables;
  private final long partition;
  private final Row row;

  /**
   * Reads the partition.
   *
   * @throws org.thetisdb.procedures.AbortException if there is none
   */
  PartitionRows(Context ctx, EngineTables tables, long partition) {
    this.ctx = ctx;
    this.tables = tables;
    this.partition = partition;
    this.row = ctx.get(tables.partitions(), partition);
    if (row == null) {
      throw ctx.abort("Engine %s has no partition %d.".formatted(tables.engine(), partition));
    }
  }

  /** The row of the partition, to be changed. */
  Row row() {
    return row;
  }

  @Override
  public LogPosition head() {
    return position(EngineTables.VERSION);
  }

  @Override
  public LogPosition snapshotPosition() {
    return position(EngineTables.HELD_VERSION);
  }

  /** A version, behind which its chain stands. */
  private LogPosition position(int version) {
    return new LogPosition(row.getLong(version), row.getLong(version + 1));
  }

  @Override
  public InputStream snapshot() {
    long token = row.getLong(EngineTables.HELD_TOKEN);
    return new PartInput(part -> part(token, part), row.getLong(EngineTables.HELD_PARTS));
  }

  private byte[] part(long token, long part) {
    Row content = ctx.get(tables.snapshots(), partition, token, part);
    if (content == null) {
      throw new IllegalStateException(
          "part %d of the snapshot of partition %d is missing".formatted(part, partition));
    }
    return content.getBytes(EngineTables.PART);
  }

  @Override
  public List<LogRecord> records(long version, int limit) {
    return ctx.scan(tables.log().from(partition, version).through(partition), limit).stream()
        .map(PartitionRows::record)
        .toList();
  }

  private static LogRecord record(Row row) {
    return new LogRecord(
        row.getLong(EngineTables.BEFORE),
        row.getBoolean(EngineTables.IS_REDO),
        row.getBytes(EngineTables.RECORD),
        row.getLong(EngineTables.DIGEST));
  }

  /** Adds what a fragment has done to the log. */
  void append(ExecutedFragment executed) {
    LogRecord record = executed.record();
    LogPosition head = executed.head();
    ctx.put(
        tables
            .log()
            .row(partition, head.version())
            .setLong(EngineTables.BEFORE, record.before())
            .setBoolean(EngineTables.IS_REDO, record.isRedo())
            .setBytes(EngineTables.RECORD, record.content())
            .setLong(EngineTables.DIGEST, record.digest()));
    long logged = row.getLong(EngineTables.LOGGED_BYTES) + record.content().length;
    row.setLong(EngineTables.VERSION, head.version())
        .setLong(EngineTables.CHAIN, head.chain())
        .setLong(EngineTables.LOGGED_BYTES, logged);
  }

  /** Writes the row of the partition, as it was changed. */
  void save() {
    ctx.put(row);
  }

  /** Adds a part to the snapshot that is being written. */
  void addPart(long token, long part, byte[] content) {
    ctx.put(tables.snapshots().row(partition, token, part).setBytes(EngineTables.PART, content));
  }

  void deletePart(long token, long part) {
    ctx.delete(tables.snapshots(), partition, token, part);
  }

  void deleteRecord(long version) {
    ctx.delete(tables.log(), partition, version);
  }
}
