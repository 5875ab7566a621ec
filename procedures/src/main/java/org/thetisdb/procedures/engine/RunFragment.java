package org.thetisdb.procedures.engine;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** Runs one fragment at one partition: a transaction by itself, or a round of one. */
public final class RunFragment implements Procedure {
  private final HostedEngine engine;

  RunFragment(HostedEngine engine) {
    this.engine = engine;
  }

  @Override
  public List<Table> tables() {
    return engine.tables().all();
  }

  @Override
  public String name() {
    return engine.name();
  }

  /** The rows of the partition. */
  public void plan(Plan plan, long partition, byte[] fragment, long metadataVersion) {
    engine.plan(plan, partition, fragment);
  }

  /**
   * Runs it.
   *
   * @param metadataVersion what the caller knows; below 0 if that does not matter
   * @return what the engine answers
   */
  public byte[] run(Context ctx, long partition, byte[] fragment, long metadataVersion) {
    return engine.execute(ctx, partition, fragment, metadataVersion);
  }
}
