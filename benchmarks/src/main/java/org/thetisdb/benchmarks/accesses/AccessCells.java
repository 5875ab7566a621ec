package org.thetisdb.benchmarks.accesses;

import java.util.List;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;

/** Reads some records, and reads and changes others, or refuses to change one. */
public final class AccessCells implements Procedure {
  /** Names a record that it refuses to change. */
  static long refused(long id) {
    return -1 - id;
  }

  private static boolean isRefused(long named) {
    return named < 0;
  }

  private static long idOf(long named) {
    return isRefused(named) ? refused(named) : named;
  }

  @Override
  public List<Table> tables() {
    return List.of(RecordTable.TABLE);
  }

  /** All of them. */
  public void plan(Plan plan, List<Long> read, List<Long> changed) {
    for (long id : read) {
      plan.read(RecordTable.TABLE, RecordTable.partition(id), id);
    }
    for (long named : changed) {
      long id = idOf(named);
      plan.write(RecordTable.TABLE, RecordTable.partition(id), id);
    }
  }

  /** Each access is one: none depends on another (YCSB-A of the thesis). */
  @Override
  public boolean inPieces() {
    return true;
  }

  /** And each is a part of its own. */
  @Override
  public boolean inFragments() {
    return true;
  }

  /** Returns how many records there are of those that it wants, as far as the site has run them. */
  public long run(Context ctx, List<Long> read, List<Long> changed) {
    long[] missing = {0};
    for (long id : read) {
      inPart(ctx, id, () -> missing[0] += 1 - ReadCells.look(ctx, id));
    }
    for (long id : changed) {
      inPart(ctx, idOf(id), () -> missing[0] += 1 - change(ctx, id));
    }
    return read.size() + changed.size() - missing[0];
  }

  private static void inPart(Context ctx, long id, Runnable access) {
    ctx.at(RecordTable.TABLE, RecordTable.partition(id), id, () -> ctx.piece(access));
  }

  private static int change(Context ctx, long id) {
    if (isRefused(id)) {
      throw ctx.abort("Record " + idOf(id) + " is not to be changed.");
    }
    Row row = ctx.get(RecordTable.TABLE, RecordTable.partition(id), id);
    if (row == null) {
      return 0;
    }
    int fieldChars = row.getString(RecordTable.FIRST_FIELD).length();
    ctx.put(RecordTable.row(id, row.getLong(RecordTable.CHANGES) + 1, fieldChars));
    return 1;
  }
}
