package org.thetisdb.procedures.engine;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** What a client has to know before its first fragment. */
public final class ReadMetadata implements Procedure {
  private final HostedEngine engine;

  ReadMetadata(HostedEngine engine) {
    this.engine = engine;
  }

  @Override
  public List<Table> tables() {
    return engine.tables().all();
  }

  @Override
  public String name() {
    return engine.name() + "_metadata";
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** The metadata and all partitions. */
  public void plan(Plan plan) {
    plan.read(engine.tables().metadata(), EngineTables.ONLY)
        .readRange(engine.tables().partitions().all());
  }

  /** Version, number of partitions, and content; empty if the engine has no partitions yet. */
  public List<Object> run(Context ctx) {
    Row known = ctx.get(engine.tables().metadata(), EngineTables.ONLY);
    if (known == null) {
      return List.of();
    }
    long partitions =
        ctx.scan(engine.tables().partitions().all(), ChangePartitions.MOST_PARTITIONS).size();
    return List.of(
        known.getLong(EngineTables.CONTENT_VERSION),
        partitions,
        known.getBytes(EngineTables.CONTENT));
  }
}
