package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.thetisdb.procedures.runtime.RowWait;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.Looked;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.parse.PlainReader;
import org.thetisdb.sql.parse.PlainStatement;
import org.thetisdb.sql.parse.PlainStatement.Match;
import org.thetisdb.sql.parse.PlainStatement.Value;
import org.thetisdb.sql.parse.token.ObjectNames;
import org.thetisdb.sql.plan.change.ChangeReach;
import org.thetisdb.sql.rights.Privilege;
import org.thetisdb.sql.run.OpenParameters;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.RowWriter;
import org.thetisdb.sql.run.Scalar;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.TableScan;
import org.thetisdb.sql.run.change.Assignments;
import org.thetisdb.sql.run.change.DeleteStatement;
import org.thetisdb.sql.run.change.ScannedTargets;
import org.thetisdb.sql.run.change.UpdateStatement;
import org.thetisdb.sql.run.query.Locking;
import org.thetisdb.sql.run.query.Projection;
import org.thetisdb.sql.run.query.RowFunction;
import org.thetisdb.sql.run.query.RowLimit;
import org.thetisdb.sql.run.query.TableQuery;
import org.thetisdb.sql.run.scalar.ValueSource;
import org.thetisdb.sql.run.source.KeyPart;
import org.thetisdb.sql.run.source.KeySource;
import org.thetisdb.sql.run.source.ScanKeys;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;
import org.thetisdb.sql.type.TypedText;

/**
 * Compiles statements that find a row by its whole primary key, or insert rows, and calculate
 * nothing, without Calcite: in microseconds, and in a process that has not loaded a planner yet.
 * What comes out is what the planner would have made; whatever is not as plain as that is left to
 * it. For one statement; not thread-safe.
 */
final class PlainCompiler {
  private static final int[] NO_COLUMNS = {};
  private static final Privilege[] READS = {Privilege.SELECT};
  private static final Privilege[] READS_AND_LOCKS = {Privilege.SELECT, Privilege.UPDATE};

  private final SqlCatalog catalog;
  private final TableDef table;
  private final Map<Integer, SqlType> types = new TreeMap<>();
  private final Map<Integer, SqlTypeName> wider = new TreeMap<>();

  private PlainCompiler(SqlCatalog catalog, TableDef table) {
    this.catalog = catalog;
    this.table = table;
  }

  /** The statement; null if it is none that can be compiled here. */
  static SqlStatement compile(String text, SqlCatalog catalog, int maxRows) {
    PlainStatement plain = PlainReader.read(text, ObjectNames.of(text, catalog));
    TableDef table = plain == null ? null : catalog.table(plain.table());
    if (table == null || !TypedText.of(text).equals(TypedText.NONE)) {
      return null;
    }
    PlainCompiler compiler = new PlainCompiler(catalog, table);
    Signature bare = new Signature(text, List.of(), List.of(), List.of(), maxRows);
    if (plain instanceof PlainStatement.Select select) {
      Looked.at(catalog, table, select.locks() == null ? READS : READS_AND_LOCKS);
      return compiler.select(select, bare);
    }
    if (plain instanceof PlainStatement.Insert insert) {
      Looked.at(catalog, table, Privilege.INSERT);
      return new PlainInsert(catalog, table).compile(insert, bare);
    }
    if (plain instanceof PlainStatement.Update update) {
      Looked.at(catalog, table, Privilege.SELECT, Privilege.UPDATE);
      return compiler.update(update, bare);
    }
    Looked.at(catalog, table, Privilege.SELECT, Privilege.DELETE);
    return compiler.delete((PlainStatement.Delete) plain, bare);
  }

  private SqlStatement select(PlainStatement.Select select, Signature bare) {
    TableScan scan = scan(select.key());
    List<PlainStatement.Item> items = select.items().isEmpty() ? all() : select.items();
    int[] places = items.stream().mapToInt(item -> table.find(item.column())).toArray();
    if (scan == null || IntStream.of(places).anyMatch(place -> place < 0)) {
      return null;
    }
    List<SqlColumn> columns = new ArrayList<>();
    List<SqlType> columnTypes = new ArrayList<>();
    for (int i = 0; i < places.length; i++) {
      ColumnDef column = table.columns().get(places[i]);
      columns.add(column(items.get(i).label(), column));
      columnTypes.add(column.type());
    }
    Projection projection =
        new Projection(
            IntStream.range(0, places.length).toArray(),
            new RowReader(table, places),
            new RowReader(table, NO_COLUMNS),
            nothing(),
            columnTypes);
    return new TableQuery(
        signature(bare).withColumns(List.copyOf(columns)),
        scan,
        null,
        projection,
        RowLimit.NONE,
        select.locks() == null ? null : new Locking(select.locks(), RowWait.WAIT));
  }

  private List<PlainStatement.Item> all() {
    return table.columns().stream()
        .map(column -> new PlainStatement.Item(column.name(), column.name()))
        .toList();
  }

  private SqlColumn column(String label, ColumnDef column) {
    return new SqlColumn(
        label,
        column.type(),
        column.nullable(),
        column.sequence() != null,
        table.name(),
        column.name());
  }

  private SqlStatement update(PlainStatement.Update update, Signature bare) {
    int[] columns =
        update.assignments().stream().mapToInt(set -> table.find(set.column())).toArray();
    if (IntStream.of(columns)
            .anyMatch(place -> place < 0 || table.columns().get(place).isCalculated())
        || IntStream.of(columns).distinct().count() < columns.length) {
      return null;
    }
    List<ValueSource> sources = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      sources.add(source(update.assignments().get(i).value(), table.columns().get(columns[i])));
    }
    TableScan scan = scan(update.key());
    return scan == null
        ? null
        : new UpdateStatement(
            signature(bare),
            null,
            targets(scan),
            new Assignments(new RowWriter(table), columns, sources),
            ChangeReach.updatePlanned(catalog, table, columns));
  }

  private SqlStatement delete(PlainStatement.Delete delete, Signature bare) {
    TableScan scan = scan(delete.key());
    return scan == null
        ? null
        : new DeleteStatement(
            signature(bare), null, targets(scan), ChangeReach.deletePlanned(catalog, table));
  }

  private ScannedTargets targets(TableScan scan) {
    return new ScannedTargets(scan, new RowReader(table, NO_COLUMNS), nothing());
  }

  private ValueSource source(Value value, ColumnDef column) {
    if (value.parameter() < 0) {
      return new ValueSource.Constant(value.constant());
    }
    types.put(value.parameter(), column.type());
    return new ValueSource.Argument(value.parameter());
  }

  /** The row with this key; null if it is not the whole primary key, or of types with rules. */
  private TableScan scan(List<Match> key) {
    List<Integer> primary = table.primaryKey();
    if (primary.isEmpty() || key.size() != primary.size()) {
      return null;
    }
    KeyPart[][] equal = new KeyPart[primary.size()][];
    for (Match match : key) {
      int at = primary.indexOf(table.find(match.column()));
      if (at < 0 || equal[at] != null) {
        return null;
      }
      SqlType column = table.columns().get(primary.get(at)).type();
      if (!isPlain(column.name())) {
        return null;
      }
      equal[at] = new KeyPart[] {part(match.parameter(), column)};
    }
    return new TableScan(
        new KeySource(new ScanKeys(table.stored(), equal, null, false, null, false), false),
        new RowReader(table, NO_COLUMNS),
        null,
        new RowReader(table, NO_COLUMNS),
        0);
  }

  /** Types that a value beside them is compared with as it is. */
  private static boolean isPlain(SqlTypeName name) {
    return isWhole(name) || name == SqlTypeName.VARCHAR || name == SqlTypeName.UUID;
  }

  private static boolean isWhole(SqlTypeName name) {
    return name == SqlTypeName.TINYINT
        || name == SqlTypeName.SMALLINT
        || name == SqlTypeName.INTEGER
        || name == SqlTypeName.BIGINT;
  }

  private KeyPart part(int parameter, SqlType column) {
    SqlType type = SqlType.of(column.name());
    types.put(parameter, type);
    if (isWhole(column.name())) {
      wider.put(parameter, column.name());
    }
    return new KeyPart(run -> run.calcArgument(parameter), type, parameter, column);
  }

  private Signature signature(Signature bare) {
    SqlType[] parameters = types.values().toArray(SqlType[]::new);
    return new Signature(
        bare.text(),
        Collections.unmodifiableList(Arrays.asList(parameters)),
        bare.columns(),
        bare.sequences(),
        bare.maxRows(),
        wider.isEmpty() ? OpenParameters.NONE : new OpenParameters(Set.of(), wider, Set.of()),
        null);
  }

  /** No expressions. */
  static RowFunction nothing() {
    return new RowFunction(new Scalar[0], new int[0], null);
  }
}
