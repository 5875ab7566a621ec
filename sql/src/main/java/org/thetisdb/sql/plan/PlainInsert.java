package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.integrity.InsertKeys;
import org.thetisdb.sql.parse.PlainStatement;
import org.thetisdb.sql.parse.PlainStatement.Value;
import org.thetisdb.sql.plan.change.ChangeReach;
import org.thetisdb.sql.plan.change.InsertCompiler;
import org.thetisdb.sql.plan.query.CompiledExpressions;
import org.thetisdb.sql.plan.query.Parameters;
import org.thetisdb.sql.run.RowWriter;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.change.InsertStatement;
import org.thetisdb.sql.run.change.ListedRows;
import org.thetisdb.sql.run.change.OnConflict;
import org.thetisdb.sql.run.scalar.ValueSource;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.RelativeClock;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/** Compiles INSERT of parameters and constants. For one statement; not thread-safe. */
final class PlainInsert {
  private final SqlCatalog catalog;
  private final TableDef table;
  private final List<SqlType> types = new ArrayList<>();

  PlainInsert(SqlCatalog catalog, TableDef table) {
    this.catalog = catalog;
    this.table = table;
  }

  /** The statement; null if it is left to the planner. */
  SqlStatement compile(PlainStatement.Insert insert, Signature bare) {
    int[] columns = columns(insert);
    if (columns == null || !isPlain(columns)) {
      return null;
    }
    List<List<ValueSource>> rows = new ArrayList<>();
    for (List<Value> row : insert.rows()) {
      if (row.size() != columns.length || holdsWordForTime(row, columns)) {
        return null;
      }
      rows.add(sources(row, columns));
    }
    if (types.size() > Parameters.MAX_PARAMETERS) {
      return null;
    }
    int[] generated = InsertCompiler.generated(table);
    Signature signature =
        new Signature(bare.text(), List.copyOf(types), List.of(), List.of(), bare.maxRows())
            .withColumns(InsertCompiler.generatedColumns(table, generated))
            .withSequences(InsertCompiler.sequences(table));
    return new InsertStatement(
        signature,
        new RowWriter(table),
        new ListedRows(rows, PlainCompiler.nothing(), !ChangeReach.hasCalculatedKey(table)),
        OnConflict.fail(catalog.isDefined(table)),
        generated,
        null,
        InsertKeys.of(catalog, table, new CompiledExpressions()));
  }

  /** Whether it says 'today' or the like, which is to be asked for. */
  private boolean holdsWordForTime(List<Value> row, int[] columns) {
    for (int i = 0; i < columns.length; i++) {
      SqlType type = table.columns().get(columns[i]).type();
      if ((type.isClock() || type.name() == SqlTypeName.DATE)
          && row.get(i).constant() instanceof String text
          && RelativeClock.isOne(text)) {
        return true;
      }
    }
    return false;
  }

  /** The places that are given; null if they make no sense. */
  private int[] columns(PlainStatement.Insert insert) {
    if (insert.columns() == null) {
      int width = insert.rows().get(0).size();
      return width > table.columns().size() ? null : IntStream.range(0, width).toArray();
    }
    int[] columns = insert.columns().stream().mapToInt(table::find).toArray();
    boolean known = IntStream.of(columns).allMatch(place -> place >= 0);
    return known && IntStream.of(columns).distinct().count() == columns.length ? columns : null;
  }

  /** Whether no default has to be calculated, and nothing is given that must not be. */
  private boolean isPlain(int[] columns) {
    for (int i = 0; i < table.columns().size(); i++) {
      int place = i;
      ColumnDef column = table.columns().get(i);
      boolean given = Arrays.stream(columns).anyMatch(other -> other == place);
      if (given ? column.alwaysGenerated() : column.defaultSql() != null) {
        return false;
      }
    }
    return true;
  }

  private List<ValueSource> sources(List<Value> row, int[] columns) {
    ValueSource[] sources = new ValueSource[table.columns().size()];
    for (int i = 0; i < columns.length; i++) {
      sources[columns[i]] = source(row.get(i), table.columns().get(columns[i]));
    }
    for (int i = 0; i < sources.length; i++) {
      String sequence = table.columns().get(i).sequence();
      if (sources[i] == null) {
        sources[i] =
            sequence != null ? new ValueSource.Next(sequence) : new ValueSource.Constant(null);
      }
    }
    return List.of(sources);
  }

  private ValueSource source(Value value, ColumnDef column) {
    if (value.parameter() < 0) {
      return new ValueSource.Constant(value.constant());
    }
    types.add(column.type());
    return new ValueSource.Argument(value.parameter());
  }
}
