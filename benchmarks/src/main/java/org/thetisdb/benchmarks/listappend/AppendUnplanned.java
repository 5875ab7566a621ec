package org.thetisdb.benchmarks.listappend;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** As {@link AppendAndRead}, but says nothing of its keys beforehand. */
public final class AppendUnplanned implements Procedure {
  @Override
  public List<Table> tables() {
    return Lists.TABLES;
  }

  /** One operation after the other. */
  public List<byte[]> run(Context ctx, List<?> operations) {
    return AppendAndRead.runAll(ctx, operations);
  }
}
