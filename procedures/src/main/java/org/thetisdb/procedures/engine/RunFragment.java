package org.thetisdb.procedures.engine;

import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;

/** Runs one fragment at one partition: a transaction by itself, or a round of one. */
public final class RunFragment extends EngineProcedure {
  RunFragment(HostedEngine engine) {
    super(engine, "");
  }

  @Override
  public boolean inFragments() {
    return true;
  }

  /** The rows of the partition. */
  public void plan(Plan plan, long partition, byte[] fragment, long metadataVersion) {
    engine().plan(plan, partition, fragment);
  }

  /**
   * Runs it.
   *
   * @param metadataVersion what the caller knows; below 0 if that does not matter
   * @return what the engine answers
   */
  public byte[] run(Context ctx, long partition, byte[] fragment, long metadataVersion) {
    return ctx.resultAt(
        engine().tables().partitions(),
        partition,
        () -> engine().execute(ctx, partition, fragment, metadataVersion));
  }
}
