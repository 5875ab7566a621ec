package org.thetisdb.sql.run.source;

import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.integrity.IndexKeys;
import org.thetisdb.sql.run.RowSource;
import org.thetisdb.sql.run.RunContext;

/** Finds rows by the entries of an index, each of which leads to a row. Immutable. */
public final class IndexSource implements RowSource {
  private final ScanKeys entries;
  private final IndexKeys index;
  private final boolean whole;
  private final boolean backwards;

  /**
   * A source.
   *
   * @param entries which entries
   * @param whole whether all columns of a unique index are given
   */
  public IndexSource(ScanKeys entries, IndexKeys index, boolean whole, boolean backwards) {
    this.entries = entries;
    this.index = index;
    this.whole = whole;
    this.backwards = backwards;
  }

  @Override
  public Cursor open(RunContext run) {
    return whole ? each(run) : range(run);
  }

  private Cursor each(RunContext run) {
    Object[][] all = entries.prefixes(run);
    int[] next = {0};
    return () -> {
      Row row = null;
      while (row == null && next[0] < all.length) {
        int at = backwards ? all.length - 1 - next[0] : next[0];
        next[0]++;
        row = index.findUnique(run.context(), all[at]);
      }
      return row;
    };
  }

  private Cursor range(RunContext run) {
    Context context = run.context();
    RowCursor found = new RowCursor(context, entries.ranges(run), backwards);
    return () -> {
      Row entry = found.next();
      while (entry != null) {
        Row row = index.rowOf(context, entry);
        if (row != null) {
          return row;
        }
        entry = found.next();
      }
      return null;
    };
  }

  /** Which rows the entries lead to is not known before. */
  @Override
  public boolean hasPlan() {
    return false;
  }

  @Override
  public void plan(Plan target, RunContext run, boolean written) {
    throw new IllegalStateException("has no plan");
  }
}
