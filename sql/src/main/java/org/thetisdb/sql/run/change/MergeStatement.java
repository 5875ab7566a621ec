package org.thetisdb.sql.run.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.context.RowMover;
import org.thetisdb.sql.run.RowWriter;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.run.query.GeneratedRows;
import org.thetisdb.sql.run.scalar.ValueSource;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.type.SqlType;

/**
 * MERGE. The join is read as a whole before anything is changed, so a row that is inserted is not
 * found by the next one of the source. Immutable.
 */
public final class MergeStatement extends Change {
  private final RowWriter writer;
  private final TableDef found;
  private final int first;
  private final GeneratedRows join;
  private final List<SqlType> types;
  private final List<MergeRule> rules;

  /**
   * A merge.
   *
   * @param found the table with a primary key, which may be its row id
   * @param first where its columns begin in a row of the join
   * @param join rows of the source with those of the table behind them, or with nulls
   * @param types of the join's columns
   * @param rules of those that fit a row, the first one is taken
   */
  public MergeStatement(
      Signature signature,
      ReturnedRows returning,
      RowWriter writer,
      TableDef found,
      int first,
      GeneratedRows join,
      List<SqlType> types,
      List<MergeRule> rules) {
    super(signature, returning);
    this.writer = writer;
    this.found = found;
    this.first = first;
    this.join = join;
    this.types = types;
    this.rules = List.copyOf(rules);
  }

  @Override
  public boolean hasPlan() {
    return false;
  }

  @Override
  protected TableScan[] scans() {
    return join.scans();
  }

  @Override
  protected void planRun(Plan target, RunContext run) {
    throw new IllegalStateException("has no plan");
  }

  @Override
  protected SqlResult run(RunContext run) {
    Set<byte[]> changed = new TreeSet<>(Arrays::compareUnsigned);
    List<Object[]> returned = returnsRows() ? new ArrayList<>() : NO_ROWS;
    List<Object[]> rows = join.toList(run);
    long[] count = new long[1];
    run.changeTogether(() -> count[0] = merge(rows, changed, returned, run));
    return new SqlResult(count[0], finished(run, returned));
  }

  private long merge(
      List<Object[]> rows, Set<byte[]> changed, List<Object[]> returned, RunContext run) {
    long count = 0;
    for (Object[] joined : rows) {
      Object[] key = key(joined);
      run.withRow(calculable(joined));
      MergeRule rule = rule(key != null, run);
      if (rule != null && rule.kind() != MergeRule.Kind.NOTHING) {
        count++;
        Object[] values = key == null ? insert(rule, run) : change(rule, key, changed, run);
        if (values != null) {
          returned.add(values);
        }
      }
    }
    return count;
  }

  /** The key of the table's row; null if there is none. */
  private Object[] key(Object[] joined) {
    List<Integer> places = found.primaryKey();
    Object[] key = new Object[places.size()];
    for (int i = 0; i < key.length; i++) {
      Object value = joined[first + places.get(i)];
      if (value == null) {
        return null;
      }
      key[i] = Values.toStored(found.columns().get(places.get(i)).type(), value);
    }
    return key;
  }

  private Object[] calculable(Object[] joined) {
    Object[] row = new Object[joined.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = Values.toCalc(types.get(i), joined[i]);
    }
    return row;
  }

  private MergeRule rule(boolean found, RunContext run) {
    for (MergeRule rule : rules) {
      if (rule.fits(found, run)) {
        return rule;
      }
    }
    return null;
  }

  private Object[] insert(MergeRule rule, RunContext run) {
    Object[] calculated = rule.expressions().apply(run);
    List<ValueSource> sources = rule.values().sources();
    Object[] values = new Object[sources.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = sources.get(i).value(run, calculated);
    }
    Object[] stored = writer.stored(values);
    Object[] key = writer.key(stored, run);
    return inserted(writer.row(key, stored), key, run);
  }

  private Object[] inserted(Row row, Object[] key, RunContext run) {
    if (run.context().get(writer.table().stored(), key) != null) {
      throw writer.exists(key);
    }
    run.context().insert(row);
    return returned(run, row, null);
  }

  private Object[] change(MergeRule rule, Object[] key, Set<byte[]> changed, RunContext run) {
    Context context = run.context();
    Table table = writer.table().stored();
    if (!changed.add(table.keys().encode(key))) {
      throw new ThetisException(
          ErrorCode.TOO_MANY_ROWS,
          "MERGE would change the row with key %s of table \"%s\" twice: several rows of the source match it."
              .formatted(table.keys().describe(table.keys().encode(key)), writer.table().name()));
    }
    Row row = context.get(table, key);
    if (row == null) {
      throw new ThetisException(ErrorCode.INTERNAL, "a row that was just read is gone");
    }
    if (rule.kind() == MergeRule.Kind.DELETE) {
      Object[] values = returned(run, row, null);
      context.delete(table, key);
      return values;
    }
    Object[] calculated = rule.expressions().apply(run);
    Row updated = rule.values().apply(row, run, calculated);
    if (!rule.values().changeKey()) {
      context.put(updated);
      return returned(run, updated, null);
    }
    run.move(List.of(new RowMover.Move(row, updated)), writer);
    return returned(run, updated, null);
  }
}
