package org.thetisdb.benchmarks.accesses;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Counts the records of a group that are whole, and adds up their changes; returns both. */
public final class SumCells implements Procedure {
  @Override
  public List<Table> tables() {
    return List.of(RecordTable.TABLE);
  }

  @Override
  public boolean readOnly() {
    return true;
  }

  /** The group. */
  public void plan(Plan plan, long group) {
    plan.readRange(RecordTable.group(group));
  }

  /** A record is whole if its fields say what its number and its changes say. */
  public List<Long> run(Context ctx, long group) {
    long whole = 0;
    long changes = 0;
    for (Row row : ctx.scan(RecordTable.group(group), RecordTable.PER_CALL)) {
      long own = row.getLong(RecordTable.CHANGES);
      whole += isWhole(row, own) ? 1 : 0;
      changes += own;
    }
    return List.of(whole, changes);
  }

  private static boolean isWhole(Row row, long changes) {
    for (int field = 0; field < RecordTable.FIELDS; field++) {
      String text = row.getString(RecordTable.FIRST_FIELD + field);
      long id = row.getLong(RecordTable.ID);
      if (text.isEmpty() || !text.equals(RecordTable.text(id, changes, field, text.length()))) {
        return false;
      }
    }
    return true;
  }
}
