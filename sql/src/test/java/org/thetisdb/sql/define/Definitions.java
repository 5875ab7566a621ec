package org.thetisdb.sql.define;

import java.util.List;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.Plan;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.ddl.ColumnSpec;
import org.thetisdb.sql.ddl.ConstraintSpec;
import org.thetisdb.sql.ddl.CreateTable;
import org.thetisdb.sql.ddl.Ddl;
import org.thetisdb.sql.ddl.IdentitySpec;
import org.thetisdb.sql.define.step.CatalogChange;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.define.step.SystemRow;
import org.thetisdb.sql.integrity.RowCheck;
import org.thetisdb.sql.integrity.RowValue;
import org.thetisdb.sql.rights.Accesses;
import org.thetisdb.sql.script.MemoryRows;
import org.thetisdb.sql.sequence.SequencePositions;
import org.thetisdb.sql.statement.Compiled;
import org.thetisdb.sql.statement.GeneratedValues;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * A catalog to try definitions on, with a compiler that knows just enough: a query is {@code SELECT
 * column FROM table}, a condition {@code column > 0}, a default a whole number or a text in quotes.
 */
public final class Definitions {
  private final DdlPlanner planner = new DdlPlanner(Definitions::compile, new Simple());
  private SqlCatalog catalog = SqlCatalog.of(TableRegistry.EMPTY);

  /** The catalog as it is now. */
  public SqlCatalog catalog() {
    return catalog;
  }

  /** Compiles conditions. */
  public static Expressions expressions() {
    return new Simple();
  }

  /** Plans a definition and takes the change over. */
  public CatalogChange run(Ddl ddl) {
    CatalogChange change = planner.plan(catalog, ddl, new MemoryRows(catalog.registry()));
    apply(change);
    return change;
  }

  /** A step has come to its end. */
  public CatalogChange complete(Step step) {
    CatalogChange change = planner.completed(catalog, step);
    apply(change);
    return change;
  }

  /** A step found rows that do not allow the definition. */
  public CatalogChange fail(Step step) {
    CatalogChange change = planner.failed(catalog, step);
    apply(change);
    return change;
  }

  /** Takes over rows as a site does. */
  private void apply(CatalogChange change) {
    TableRegistry registry = catalog.registry();
    for (SystemRow row : change.rows()) {
      if (row.key().tableId() == SystemRow.TABLES) {
        int id = new ByteReader(row.key().bytes()).getInt();
        registry = registry.withTable(id, TableSchema.decode(row.row()));
        catalog = catalog.withTables(registry);
      } else if (row.key().tableId() == ObjectId.TABLE_ID) {
        catalog = catalog.withRow(row.key(), row.row());
      } else if (row.key().tableId() != SequencePositions.TABLE_ID) {
        throw new AssertionError("a row of table " + row.key().tableId());
      }
    }
  }

  /** {@code CREATE TABLE}. */
  public static CreateTable table(
      String name, List<ColumnSpec> columns, ConstraintSpec... constraints) {
    return new CreateTable(name, false, columns, List.of(constraints));
  }

  /** A column that may be null. */
  public static ColumnSpec column(String name, SqlTypeName type) {
    return new ColumnSpec(name, SqlType.of(type), false, null, null);
  }

  /** A column that may not be null. */
  public static ColumnSpec notNull(String name, SqlTypeName type) {
    return new ColumnSpec(name, SqlType.of(type), true, null, null);
  }

  /** A column that numbers itself. */
  public static ColumnSpec identity(String name) {
    SqlType type = SqlType.of(SqlTypeName.BIGINT);
    return new ColumnSpec(name, type, false, null, new IdentitySpec(false, 1, 1));
  }

  private static Compiled compile(String text, SqlCatalog catalog) {
    String[] words = text.split(" ", -1);
    TableDef table = catalog.requireTable(words[3]);
    requireColumn(table, words[1]);
    return new Compiled.Query(new OneColumn(text), Accesses.NONE);
  }

  private static int requireColumn(TableDef table, String name) {
    int place = table.find(name);
    if (place < 0) {
      throw new ThetisException(ErrorCode.UNKNOWN_COLUMN, "no column " + name);
    }
    return place;
  }

  private record Simple() implements Expressions {
    @Override
    public RowValue compile(TableDef table, ColumnDef column) {
      Object value = defaultValue(column.type(), column.generatedSql(), null);
      return (context, row) -> value;
    }

    @Override
    public Object defaultValue(SqlType type, String sql, Context context) {
      if (sql.startsWith("'")) {
        return sql.substring(1, sql.length() - 1);
      }
      return type.name() == SqlTypeName.BIGINT ? (Object) Long.valueOf(sql) : Integer.valueOf(sql);
    }

    @Override
    public RowCheck compile(TableDef table, CheckDef check) {
      int place = requireColumn(table, check.conditionSql().split(" ", -1)[0]);
      int stored = table.columns().get(place).storedAt();
      return (context, row) -> row.isNull(stored) || row.getLong(stored) > 0;
    }
  }

  private record OneColumn(String text) implements SqlStatement {
    @Override
    public List<SqlType> parameters() {
      return List.of();
    }

    @Override
    public List<SqlColumn> columns() {
      return List.of(new SqlColumn("town", SqlType.of(SqlTypeName.VARCHAR), true, false, "", ""));
    }

    @Override
    public boolean isQuery() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return true;
    }

    @Override
    public List<String> sequences() {
      return List.of();
    }

    @Override
    public Object[] checkArguments(Object[] arguments) {
      return arguments;
    }

    @Override
    public boolean hasPlan() {
      return false;
    }

    @Override
    public void plan(Plan target, Object[] arguments, GeneratedValues generated) {
      throw new AssertionError("not planned");
    }

    @Override
    public SqlResult run(Context context, Object[] arguments, GeneratedValues generated) {
      throw new AssertionError("not run");
    }
  }
}
