package org.thetisdb.benchmarks.listappend;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/**
 * Appends to lists and reads them, in the order that it was given: pairs of a key and an element,
 * or {@link Lists#READ}. Returns the lists that were read.
 */
public final class AppendAndRead implements Procedure {
  @Override
  public List<Table> tables() {
    return Lists.TABLES;
  }

  /** Every key. */
  public void plan(Plan plan, List<?> operations) {
    for (int i = 0; i + 1 < operations.size(); i += 2) {
      long key = Lists.number(operations, i);
      if (Lists.number(operations, i + 1) == Lists.READ) {
        plan.read(Lists.TABLE, key);
      } else {
        plan.write(Lists.TABLE, key);
      }
    }
  }

  /** One operation after the other. */
  public List<byte[]> run(Context ctx, List<?> operations) {
    return runAll(ctx, operations);
  }

  static List<byte[]> runAll(Context ctx, List<?> operations) {
    Lists.requirePairs(ctx, operations);
    List<byte[]> lists = new ArrayList<>();
    for (int i = 0; i < operations.size(); i += 2) {
      long key = Lists.number(operations, i);
      long element = Lists.number(operations, i + 1);
      if (element == Lists.READ) {
        lists.add(Lists.read(ctx, key));
      } else {
        Lists.append(ctx, key, element);
      }
    }
    return lists;
  }
}
