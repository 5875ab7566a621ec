package org.thetisdb.benchmarks.accesses;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/**
 * Changes records in two rounds: reads all of them, and then writes into each what follows from all
 * (Jones' thesis, 4.2.4: a general transaction). So no record's part can be run without the others.
 */
public final class AccessCellsInRounds implements Procedure {
  @Override
  public List<Table> tables() {
    return List.of(RecordTable.TABLE);
  }

  /** All of them. */
  public void plan(Plan plan, List<Long> read, List<Long> changed) {
    read.forEach(id -> plan.read(RecordTable.TABLE, RecordTable.partition(id), id));
    changed.forEach(id -> plan.write(RecordTable.TABLE, RecordTable.partition(id), id));
  }

  /** Returns how many records there are of those that it wants. */
  public long run(Context ctx, List<Long> read, List<Long> changed) {
    long there = 0;
    for (long id : read) {
      there += ReadCells.look(ctx, id);
    }
    List<Row> rows = new ArrayList<>(changed.size());
    long shortest = Long.MAX_VALUE;
    for (long id : changed) {
      Row row = ctx.get(RecordTable.TABLE, RecordTable.partition(id), id);
      if (row != null) {
        rows.add(row);
        shortest = Math.min(shortest, row.getString(RecordTable.FIRST_FIELD).length());
      }
    }
    for (Row row : rows) {
      long changes = row.getLong(RecordTable.CHANGES) + 1;
      ctx.put(RecordTable.row(row.getLong(RecordTable.ID), changes, (int) shortest));
    }
    return there + rows.size();
  }
}
