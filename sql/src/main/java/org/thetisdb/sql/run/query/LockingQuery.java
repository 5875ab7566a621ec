package org.thetisdb.sql.run.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.memory.HeldBytes;
import org.thetisdb.sql.run.CompiledStatement;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.statement.RowStream;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.type.SqlType;

/** A query of any kind whose rows are locked in the tables that they come from. Immutable. */
public final class LockingQuery extends CompiledStatement {
  private final GeneratedRows rows;
  private final int visible;
  private final List<TableDef> tables;
  private final RowLimit limit;
  private final Locking locking;

  /**
   * A query.
   *
   * @param rows the columns of the result, then the primary keys of the tables, in order
   * @param visible how many columns the result has
   * @param limit which of the rows are wanted, of those that can be locked
   * @param locking how the rows are locked
   */
  public LockingQuery(
      Signature signature,
      GeneratedRows rows,
      int visible,
      List<TableDef> tables,
      RowLimit limit,
      Locking locking) {
    super(signature);
    this.rows = rows;
    this.visible = visible;
    this.tables = List.copyOf(tables);
    this.limit = limit;
    this.locking = locking;
  }

  @Override
  public boolean isQuery() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public RowWait rowWait() {
    return locking.ofLocked();
  }

  @Override
  public RowLockMode lockMode() {
    return locking.mode();
  }

  @Override
  public boolean hasPlan() {
    return false;
  }

  @Override
  protected TableScan[] scans() {
    return rows.scans();
  }

  @Override
  protected void planRun(Plan target, RunContext run) {
    throw new IllegalStateException("has no plan");
  }

  @Override
  protected SqlResult run(RunContext run) {
    long skipped = limit.skipped(run);
    long wanted = limit.wanted(run);
    List<Object[]> result = new ArrayList<>();
    try (RowStream found = rows.stream(run)) {
      while (result.size() < wanted) {
        Object[] values = found.next();
        if (values == null) {
          break;
        }
        if (skipped > 0) {
          skipped--;
        } else if (lock(values, run)) {
          if (result.size() == run.maxRows()) {
            throw run.tooManyRows();
          }
          run.memory().keep(HeldBytes.of(values));
          result.add(Arrays.copyOf(values, visible));
        }
      }
    }
    return new SqlResult(-1, result);
  }

  /** Locks a row of each table; whether all of them were to be had. */
  private boolean lock(Object[] values, RunContext run) {
    int at = visible;
    Row[] locked = new Row[tables.size()];
    for (int i = 0; i < locked.length; i++) {
      locked[i] = row(tables.get(i), values, at, run);
      at += tables.get(i).primaryKey().size();
      if (locking.ofLocked() == RowWait.SKIP && !run.tryLock(locked[i], locking.mode())) {
        return false;
      }
    }
    for (Row row : locked) {
      run.lock(row, locking.mode());
    }
    return true;
  }

  private static Row row(TableDef table, Object[] values, int from, RunContext run) {
    Object[] key = new Object[table.primaryKey().size()];
    for (int i = 0; i < key.length; i++) {
      SqlType type = table.columns().get(table.primaryKey().get(i)).type();
      key[i] = Values.toStored(type, values[from + i]);
    }
    Row row = run.context().get(table.stored(), key);
    if (row == null) {
      throw new ThetisException(ErrorCode.INTERNAL, "a row that was just read is gone");
    }
    return row;
  }
}
