package org.thetisdb.procedures.engine;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Makes partitions, and sets the metadata with a version that all of them know. */
public final class ChangePartitions implements Procedure {
  /** So many partitions an engine may have. */
  static final int MOST_PARTITIONS = 1_024;

  /** So long the metadata may be. */
  static final int MOST_METADATA_BYTES = 1 << 20;

  private final HostedEngine engine;

  ChangePartitions(HostedEngine engine) {
    this.engine = engine;
  }

  @Override
  public List<Table> tables() {
    return engine.tables().all();
  }

  @Override
  public String name() {
    return engine.name() + "_change";
  }

  /** All partitions, and the metadata. */
  public void plan(Plan plan, long partitions, long version, byte[] metadata) {
    plan.writeRange(engine.tables().partitions().all())
        .write(engine.tables().metadata(), EngineTables.ONLY);
  }

  /**
   * Makes the change.
   *
   * @param partitions so many there are afterwards; partitions 0 to that, less one
   * @param version of the metadata that the caller knows; 0 if there is none yet
   * @param metadata to take its place
   * @return the new version of the metadata
   */
  public long run(Context ctx, long partitions, long version, byte[] metadata) {
    List<Row> present = ctx.scan(engine.tables().partitions().all(), MOST_PARTITIONS);
    Row known = ctx.get(engine.tables().metadata(), EngineTables.ONLY);
    long knownVersion = known == null ? 0 : known.getLong(EngineTables.CONTENT_VERSION);
    if (version != knownVersion) {
      throw ThetisException.outcome(ErrorCode.ENGINE_METADATA, knownVersion, version);
    }
    requireBounds(ctx, partitions, present.size(), metadata);
    for (Row row : present) {
      ctx.put(row.setLong(EngineTables.METADATA_VERSION, version + 1));
    }
    for (long i = present.size(); i < partitions; i++) {
      ctx.put(newPartition(i).setLong(EngineTables.METADATA_VERSION, version + 1));
    }
    ctx.put(
        engine
            .tables()
            .metadata()
            .row(EngineTables.ONLY)
            .setLong(EngineTables.CONTENT_VERSION, version + 1)
            .setBytes(EngineTables.CONTENT, metadata));
    return version + 1;
  }

  private static void requireBounds(Context ctx, long wanted, int present, byte[] metadata) {
    if (wanted < Math.max(1, present) || wanted > MOST_PARTITIONS) {
      throw ctx.abort(
          "An engine that has %d partitions can get %d to %d, not %d."
              .formatted(present, Math.max(1, present), MOST_PARTITIONS, wanted));
    }
    if (metadata.length > MOST_METADATA_BYTES) {
      throw ctx.abort(
          "The metadata has %d bytes, more than %d."
              .formatted(metadata.length, MOST_METADATA_BYTES));
    }
  }

  private Row newPartition(long number) {
    Row row = engine.tables().partitions().row(number);
    for (int column = EngineTables.VERSION; column <= EngineTables.STALE_PARTS; column++) {
      row.setLong(column, 0);
    }
    return row.setLong(EngineTables.FIRST_LOGGED, 1);
  }
}
