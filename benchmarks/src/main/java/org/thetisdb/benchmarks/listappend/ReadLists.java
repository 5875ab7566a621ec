package org.thetisdb.benchmarks.listappend;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** Reads the lists of some keys; on any copy of them that is fresh enough. */
public final class ReadLists implements Procedure {
  @Override
  public List<Table> tables() {
    return Lists.TABLES;
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** Every key. */
  public void plan(Plan plan, List<?> keys) {
    for (int i = 0; i < Math.min(keys.size(), Lists.MAX_OPERATIONS); i++) {
      plan.read(Lists.TABLE, Lists.number(keys, i));
    }
  }

  /** One list after the other. */
  public List<byte[]> run(Context ctx, List<?> keys) {
    if (keys.size() > Lists.MAX_OPERATIONS) {
      throw ctx.abort("At most " + Lists.MAX_OPERATIONS + " lists can be read in one call.");
    }
    List<byte[]> lists = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      lists.add(Lists.read(ctx, Lists.number(keys, i)));
    }
    return lists;
  }
}
