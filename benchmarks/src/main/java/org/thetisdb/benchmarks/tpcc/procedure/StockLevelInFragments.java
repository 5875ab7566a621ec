package org.thetisdb.benchmarks.tpcc.procedure;

import java.util.List;
import org.thetisdb.procedures.Table;

/** {@link StockLevel} where the counts of stock have a table of their own. */
public final class StockLevelInFragments extends StockLevel {
  @Override
  public List<Table> tables() {
    return FixedColumns.TABLES;
  }

  @Override
  Table counts() {
    return FixedColumns.STOCK_COUNTS;
  }
}
