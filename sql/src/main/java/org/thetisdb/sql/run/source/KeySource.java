package org.thetisdb.sql.run.source;

import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.sql.run.RowSource;
import org.thetisdb.sql.run.RunContext;

/** Finds rows by primary key. Immutable. */
public final class KeySource implements RowSource {
  private final ScanKeys keys;
  private final boolean backwards;

  /** A source of the rows with these keys, the last one first if {@code backwards}. */
  public KeySource(ScanKeys keys, boolean backwards) {
    this.keys = keys;
    this.backwards = backwards;
  }

  @Override
  public Cursor open(RunContext run) {
    if (keys.isPoint()) {
      return keys.isSingle() ? one(run) : each(run);
    }
    return new RowCursor(run.context(), keys.ranges(run), backwards)::next;
  }

  private Cursor one(RunContext run) {
    Object[] key = keys.singleKey(run);
    Row[] row = {key == null ? null : run.context().get(keys.table(), key)};
    return () -> {
      Row only = row[0];
      row[0] = null;
      return only;
    };
  }

  private Cursor each(RunContext run) {
    Object[][] all = keys.prefixes(run);
    int[] next = {0};
    return () -> {
      Row row = null;
      while (row == null && next[0] < all.length) {
        int at = backwards ? all.length - 1 - next[0] : next[0];
        next[0]++;
        row = run.context().get(keys.table(), all[at]);
      }
      return row;
    };
  }

  @Override
  public boolean hasPlan() {
    return true;
  }

  @Override
  public void plan(Plan target, RunContext run, boolean written) {
    keys.plan(target, run, written);
  }
}
