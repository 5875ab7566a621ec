package org.thetisdb.sql.run.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.run.query.GeneratedRows;
import org.thetisdb.sql.type.SqlType;

/** Targets whose keys a query of any kind gives, with the values of expressions. Immutable. */
public final class QueriedTargets implements Targets {
  private final TableDef table;
  private final GeneratedRows rows;
  private final List<SqlType> expressions;

  /**
   * Targets.
   *
   * @param rows the columns of the primary key, then the expressions
   */
  public QueriedTargets(TableDef table, GeneratedRows rows, List<SqlType> expressions) {
    this.table = table;
    this.rows = rows;
    this.expressions = expressions;
  }

  @Override
  public List<Target> find(RunContext run) {
    Map<byte[], Target> byKey = new TreeMap<>(Arrays::compareUnsigned);
    Table stored = table.stored();
    for (Object[] values : rows.toList(run)) {
      Object[] key = new Object[table.primaryKey().size()];
      for (int i = 0; i < key.length; i++) {
        SqlType type = table.columns().get(table.primaryKey().get(i)).type();
        key[i] = Values.toStored(type, values[i]);
      }
      Row row = run.context().get(stored, key);
      if (row == null) {
        throw new ThetisException(ErrorCode.INTERNAL, "a row that was just read is gone");
      }
      byKey.putIfAbsent(row.encodedKey(), new Target(row, calculated(values, key.length)));
    }
    return new ArrayList<>(byKey.values());
  }

  private Object[] calculated(Object[] values, int from) {
    Object[] calculated = new Object[expressions.size()];
    for (int i = 0; i < calculated.length; i++) {
      calculated[i] = Values.toCalc(expressions.get(i), values[from + i]);
    }
    return calculated;
  }

  @Override
  public boolean hasPlan() {
    return false;
  }

  @Override
  public void plan(Plan target, RunContext run) {
    throw new IllegalStateException("has no plan");
  }

  @Override
  public TableScan[] scans() {
    return rows.scans();
  }
}
