package org.thetisdb.sql.run.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.value.EncodedRows;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.runtime.RowLockMode;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.sql.memory.HeldBytes;
import org.thetisdb.sql.run.CompiledStatement;
import org.thetisdb.sql.run.RowSource;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.RunErrors;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.RowStream;
import org.thetisdb.sql.statement.SqlResult;

/** A query of one table that needs no grouping: straight from row to result. */
public final class TableQuery extends CompiledStatement {
  private static final TableScan[] NO_SCANS = {};

  private final TableScan scan;
  private final RowOrder order;
  private final Projection projection;
  private final RowLimit limit;
  private final Locking locks;

  /**
   * A query.
   *
   * @param order in which rows are wanted; null if they come in it, or in any
   * @param locks how rows are locked; null if they are not
   */
  public TableQuery(
      Signature signature,
      TableScan scan,
      RowOrder order,
      Projection projection,
      RowLimit limit,
      Locking locks) {
    super(signature);
    this.scan = scan;
    this.order = order;
    this.projection = projection;
    this.limit = limit;
    this.locks = locks;
  }

  @Override
  public boolean isQuery() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return locks == null;
  }

  @Override
  public RowWait rowWait() {
    return locks == null ? RowWait.WAIT : locks.ofLocked();
  }

  @Override
  public RowLockMode lockMode() {
    return locks == null ? RowLockMode.NO_KEY_UPDATE : locks.mode();
  }

  @Override
  public boolean hasPlan() {
    return scan.hasPlan();
  }

  @Override
  protected TableScan[] scans() {
    return NO_SCANS;
  }

  @Override
  protected void planRun(Plan target, RunContext run) {
    scan.plan(target, run, locks != null);
  }

  @Override
  protected SqlResult run(RunContext run) {
    List<Object[]> rows = new ArrayList<>(1);
    forEachRow(
        run,
        row -> {
          Object[] values = projection.apply(run, row);
          run.memory().keep(HeldBytes.of(values));
          rows.add(values);
        });
    return new SqlResult(-1, rows);
  }

  @Override
  public boolean runInto(
      EncodedRows target, Context context, Object[] arguments, GeneratedValues generated) {
    return RunErrors.mapped(
        () -> {
          RunContext run = signature().begin(context, arguments, generated, scans());
          forEachRow(
              run,
              row -> {
                if (!target.isFull()) {
                  projection.write(run, row, target);
                }
              });
          return true;
        });
  }

  private void forEachRow(RunContext run, Consumer<Row> found) {
    long skipped = limit.skipped(run);
    long wanted = limit.wanted(run);
    RowSource.Cursor cursor = wanted == 0 ? null : rows(run, skipped, wanted);
    for (long count = 0; count < wanted; ) {
      Row row = cursor.next();
      if (row == null) {
        return;
      }
      if (skipped > 0) {
        skipped--;
      } else if (!skipsLocked() || run.tryLock(row, locks.mode())) {
        if (count == run.maxRows()) {
          throw run.tooManyRows();
        }
        found.accept(row);
        if (locks != null) {
          run.lock(row, locks.mode());
        }
        count++;
      }
    }
  }

  private boolean skipsLocked() {
    return locks != null && locks.ofLocked() == RowWait.SKIP;
  }

  /**
   * Those that are looked at, in order: a query that passes locked rows over does not know how
   * many.
   */
  private RowSource.Cursor rows(RunContext run, long skipped, long wanted) {
    TableScan.Cursor found = scan.open(run, null);
    if (order == null) {
      return found::next;
    }
    boolean all = skipsLocked() || wanted > Long.MAX_VALUE - skipped;
    return order.sorted(run, found, all ? Long.MAX_VALUE : skipped + wanted);
  }

  @Override
  public RowStream open(Context context, Object[] arguments, GeneratedValues generated) {
    if (locks != null) {
      throw new IllegalStateException("a query that locks its rows is not read one by one");
    }
    return RunErrors.mapped(
        () -> new Stream(signature().begin(context, arguments, generated, scans())));
  }

  private final class Stream implements RowStream {
    private final RunContext run;
    private final RowSource.Cursor cursor;
    private long skipped;
    private long left;

    Stream(RunContext run) {
      this.run = run;
      this.skipped = limit.skipped(run);
      this.left = limit.wanted(run);
      this.cursor = rows(run, skipped, left);
    }

    @Override
    public Object[] next() {
      return RunErrors.mapped(this::find);
    }

    private Object[] find() {
      for (; skipped > 0 && left > 0; skipped--) {
        if (cursor.next() == null) {
          left = 0;
        }
      }
      Row row = left > 0 ? cursor.next() : null;
      left = row == null ? 0 : left - 1;
      return row == null ? null : projection.apply(run, row);
    }

    @Override
    public void close() {
      left = 0;
    }
  }
}
