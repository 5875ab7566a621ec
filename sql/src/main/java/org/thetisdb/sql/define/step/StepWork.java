package org.thetisdb.sql.define.step;

import java.util.List;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.KeyRange;
import org.thetisdb.procedures.Row;
import org.thetisdb.procedures.Table;
import org.thetisdb.procedures.runtime.RegisteredTable;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.integrity.IntegrityRules;
import org.thetisdb.sql.large.LargeRows;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.type.Coercion;

/**
 * Does a step in batches, each a transaction of its own that begins where the one before ended. A
 * batch may be repeated, and rows may change meanwhile: a writer of them keeps the new rules
 * already. So an entry that a batch writes may be that of a row that has just changed; readers of
 * an index look at the row, too, and such an entry counts for nothing.
 *
 * <p>Immutable, safe for all threads.
 */
public final class StepWork {
  /** Rows of one batch. */
  public static final int BATCH_ROWS = 200;

  private final IntegrityRules rules;

  /** Steps under the rules of a catalog in which their definitions are in force. */
  public StepWork(IntegrityRules rules) {
    this.rules = rules;
  }

  /**
   * Does the next batch.
   *
   * @param context without the rules of tables: entries are written as they are given
   * @param after the key behind which the batch begins; null for the first one
   * @return the key behind which the next batch begins; null if there is nothing left to do
   * @throws ThetisException with SQLState 23xxx if a row does not allow the definition
   */
  public byte[] batch(Context context, Step step, byte[] after) {
    Table table = tableOf(step);
    if (table == null) {
      return null;
    }
    KeyRange range = after == null ? table.all() : table.after(after);
    List<Row> rows = context.scan(range, BATCH_ROWS);
    rows.forEach(row -> treat(context, step, row));
    return rows.size() < BATCH_ROWS ? null : rows.get(rows.size() - 1).encodedKey();
  }

  /** The stored table whose rows a step looks at; null if there is none. */
  public Table tableOf(Step step) {
    if (step instanceof Step.GiveUpValues values) {
      return stored(values.storedTableId());
    }
    if (step instanceof Step.PurgeTables) {
      return null; // nobody looks at the rows
    }
    if (step instanceof Step.EmptyTable empty) {
      return stored(empty.storedTableId());
    }
    TableDef table = rules.catalog().tableById(tableId(step));
    return table == null ? null : table.stored();
  }

  private Table stored(int tableId) {
    RegisteredTable stored = rules.catalog().registry().byId(tableId);
    return stored == null ? null : stored.table();
  }

  private static int tableId(Step step) {
    if (step instanceof Step.FillIndex fill) {
      return fill.tableId();
    }
    if (step instanceof Step.FillColumns fill) {
      return fill.tableId();
    }
    if (step instanceof Step.CheckType check) {
      return check.tableId();
    }
    return step instanceof Step.CheckRows check
        ? check.tableId()
        : ((Step.CheckNotNull) step).tableId();
  }

  private void treat(Context context, Step step, Row row) {
    if (step instanceof Step.FillIndex fill) {
      rules.fillIndex(context, fill.index(), row);
    } else if (step instanceof Step.FillColumns) {
      rules.fillColumns(context, row);
    } else if (step instanceof Step.CheckRows check) {
      rules.require(context, check.constraint(), row);
    } else if (step instanceof Step.CheckNotNull check) {
      requireValue(rules.catalog(), check, row);
    } else if (step instanceof Step.CheckType check) {
      requireType(rules.catalog(), check, row);
    } else if (step instanceof Step.EmptyTable empty) {
      LargeRows.releaseAll(context, row, empty.storedTableId());
      context.delete(row.table(), row.table().keys().decode(row.encodedKey()));
    } else {
      LargeRows.releaseAll(context, row, ((Step.GiveUpValues) step).storedTableId());
    }
  }

  private static void requireType(SqlCatalog catalog, Step.CheckType check, Row row) {
    TableDef table = catalog.tableById(check.tableId());
    int place = table.find(check.column());
    if (place >= 0) {
      ColumnDef column = table.columns().get(place);
      Object value = Values.fromStored(check.before(), row.get(column.storedAt()));
      Coercion.coerce(column.type(), value, "column \"" + column.name() + '"');
    }
  }

  private static void requireValue(SqlCatalog catalog, Step.CheckNotNull check, Row row) {
    TableDef table = catalog.tableById(check.tableId());
    int place = table.find(check.column());
    if (place >= 0 && row.isNull(table.columns().get(place).storedAt())) {
      throw new ThetisException(ErrorCode.NOT_NULL_VIOLATION, check.column(), table.name());
    }
  }
}
