package org.thetisdb.procedures.engine;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.procedures.AbortException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;

/** Runs a fragment at each of several partitions, as one transaction of one round. */
public final class RunFragments extends EngineProcedure {
  RunFragments(HostedEngine engine) {
    super(engine, "_round");
  }

  @Override
  public boolean inFragments() {
    return true;
  }

  /** The rows of the partitions. */
  public void plan(Plan plan, List<?> partitions, List<?> fragments, long metadataVersion) {
    for (int i = 0; i < Math.min(partitions.size(), fragments.size()); i++) {
      engine().plan(plan, number(partitions.get(i)), bytes(fragments.get(i)));
    }
  }

  /**
   * Runs them.
   *
   * @param partitions their numbers, none twice
   * @param fragments as many
   * @param metadataVersion what the caller knows; below 0 if that does not matter
   * @return what the engines answer, in the same order
   */
  public List<byte[]> run(
      Context ctx, List<?> partitions, List<?> fragments, long metadataVersion) {
    boolean isEachOnce = partitions.stream().distinct().count() == partitions.size();
    if (partitions.size() != fragments.size() || !isEachOnce) {
      throw ctx.abort("A round has one fragment for each of its partitions.");
    }
    List<byte[]> responses = new ArrayList<>(partitions.size());
    for (int i = 0; i < partitions.size(); i++) {
      long partition = number(partitions.get(i));
      byte[] fragment = bytes(fragments.get(i));
      responses.add(
          ctx.resultAt(
              engine().tables().partitions(),
              partition,
              () -> engine().execute(ctx, partition, fragment, metadataVersion)));
    }
    return responses;
  }

  private static byte[] bytes(Object fragment) {
    if (fragment instanceof byte[] bytes) {
      return bytes;
    }
    throw new AbortException("A fragment is an array of bytes.");
  }

  private static long number(Object partition) {
    return partition instanceof Number number ? number.longValue() : -1;
  }
}
