package org.thetisdb.benchmarks.smallbank;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Looks for receipts. Returns pairs of those that are there: number and net cents. */
public final class FindReceipts implements Procedure {
  /** Most receipts of one call. */
  static final int MOST = 500;

  @Override
  public List<Table> tables() {
    return WithReceipt.TABLES;
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** Each of them. */
  public void plan(Plan plan, List<?> receipts) {
    for (int i = 0; i < Math.min(MOST, receipts.size()); i++) {
      plan.read(WithReceipt.RECEIPT, (long) (Long) receipts.get(i));
    }
  }

  /** Looks for one after the other. */
  public List<Long> run(Context ctx, List<?> receipts) {
    if (receipts.size() > MOST) {
      throw ctx.abort("At most " + MOST + " receipts can be looked for in one call.");
    }
    List<Long> found = new ArrayList<>();
    for (Object receipt : receipts) {
      Row row = ctx.get(WithReceipt.RECEIPT, (long) (Long) receipt);
      if (row != null) {
        found.add((Long) receipt);
        found.add(row.getLong(WithReceipt.NET_CENTS));
      }
    }
    return found;
  }
}
