package org.thetisdb.sql.plan.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.access.CatalogTable;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.integrity.InsertKeys;
import org.thetisdb.sql.parse.Statement;
import org.thetisdb.sql.parse.Statement.Rows.Overriding;
import org.thetisdb.sql.plan.query.CompiledExpressions;
import org.thetisdb.sql.plan.query.Parameters;
import org.thetisdb.sql.plan.query.QueryCompiler;
import org.thetisdb.sql.plan.query.Translator;
import org.thetisdb.sql.plan.query.ValueCompiler;
import org.thetisdb.sql.rewrite.name.Labels;
import org.thetisdb.sql.rewrite.name.Selects;
import org.thetisdb.sql.run.RowWriter;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.change.InsertRows;
import org.thetisdb.sql.run.change.InsertStatement;
import org.thetisdb.sql.run.change.ListedRows;
import org.thetisdb.sql.run.change.OnConflict;
import org.thetisdb.sql.run.change.QueriedRows;
import org.thetisdb.sql.run.scalar.ValueSource;
import org.thetisdb.sql.statement.SqlColumn;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.SqlType;

/** Compiles INSERT and UPSERT. Not thread-safe. */
public final class InsertCompiler {
  private final Translator translator;
  private final Parameters parameters;
  private final Signature bare;
  private RelNode plan;
  private Overriding overriding = Overriding.NOTHING;

  public InsertCompiler(Translator translator, Parameters parameters, Signature bare) {
    this.translator = translator;
    this.parameters = parameters;
    this.bare = bare;
  }

  /** The plan of the query that gives the rows, once compiled; null if there is none. */
  public RelNode plan() {
    return plan;
  }

  public SqlStatement compile(
      SqlInsert insert, Statement.Rows rows, SqlUpdate update, SqlSelect returning) {
    TableDef table = ChangeCompiler.tableOf(translator, insert.getTargetTable());
    int[] columns = columns(insert, table);
    overriding = rows.overriding();
    InsertRows inserted =
        rows(insert.getSource(), table, columns, insert.getTargetColumnList() == null);
    RowWriter writer = new RowWriter(table);
    OnConflict used = onConflict(rows, update, writer);
    SqlIdentifier alias =
        rows.alias() == null ? null : new SqlIdentifier(rows.alias(), SqlParserPos.ZERO);
    Returning returned =
        Returning.of(translator, returning, insert.getTargetTable(), alias, changed(rows, table));
    int[] generated = returning == null ? generated(table) : new int[0];
    Signature signature =
        parameters
            .complete(bare, translator)
            .withColumns(
                returning == null ? generatedColumns(table, generated) : returned.columns())
            .withSequences(sequences(table));
    return new InsertStatement(
        signature,
        writer,
        inserted,
        used,
        generated,
        returned.rows(),
        InsertKeys.of(translator.space().catalog(), table, new CompiledExpressions()));
  }

  /** An INSERT that changes no row leaves tables that refer to it as they are. */
  private Set<String> changed(Statement.Rows rows, TableDef table) {
    boolean changes = rows.replaces() || rows.conflict() != null;
    return changes
        ? ChangedTables.reachedFrom(table, translator.space().catalog())
        : Set.of(table.name());
  }

  private OnConflict onConflict(Statement.Rows rows, SqlUpdate update, RowWriter writer) {
    if (rows.replaces()) {
      return OnConflict.of(OnConflict.Kind.REPLACE, false, List.of(), List.of());
    }
    return rows.conflict() == null
        ? OnConflict.fail(translator.space().catalog().isDefined(writer.table()))
        : new ConflictCompiler(translator, parameters, writer.table(), rows.alias())
            .compile(rows.conflict(), update, writer);
  }

  /** The sequences that an insertion into a table may take values from. */
  public static Set<String> sequences(TableDef table) {
    Set<String> sequences = new java.util.TreeSet<>();
    for (ColumnDef column : table.columns()) {
      if (column.sequence() != null) {
        sequences.add(column.sequence());
      }
    }
    if (table.hasHiddenKey()) {
      sequences.add(TableDef.rowIdSequence(table.tableId()));
    }
    return sequences;
  }

  /** The places of the columns that values are given for. */
  static int[] columns(SqlInsert insert, TableDef table) {
    if (insert.getTargetColumnList() == null) {
      int given = width(insert.getSource(), table);
      return IntStream.range(0, given).toArray();
    }
    int[] columns = new int[insert.getTargetColumnList().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = ChangeCompiler.columnOf(table, insert.getTargetColumnList().get(i));
    }
    if (IntStream.of(columns).distinct().count() < columns.length) {
      throw ThetisException.withMessage(
          ErrorCode.DUPLICATE_COLUMN,
          "A column is given twice in INSERT INTO " + table.name() + ".");
    }
    return columns;
  }

  /** Without a list of columns the first ones are meant, as many as there are values. */
  private static int width(SqlNode source, TableDef table) {
    if (source.getKind() == SqlKind.VALUES) {
      return ((SqlBasicCall) ((SqlBasicCall) source).operand(0)).operandCount();
    }
    int all = table.columns().size();
    List<String> labels = Labels.of(source);
    boolean known = !labels.isEmpty() && !labels.contains(Labels.STAR);
    return known ? Math.min(labels.size(), all) : all;
  }

  private InsertRows rows(SqlNode source, TableDef table, int[] columns, boolean open) {
    if (source.getKind() != SqlKind.VALUES) {
      return queried(source, table, columns, open);
    }
    return ((SqlCall) source).getOperandList().stream().anyMatch(Selects::holdsQuery)
        ? listedWithQueries((SqlBasicCall) source, table, columns)
        : listed((SqlBasicCall) source, table, columns);
  }

  /** Rows of expressions with queries in them are a query themselves. */
  private InsertRows listedWithQueries(SqlBasicCall source, TableDef table, int[] columns) {
    List<SqlNode> first = ((SqlBasicCall) source.operand(0)).getOperandList();
    int[] given =
        IntStream.range(0, first.size())
            .filter(i -> first.get(i).getKind() != SqlKind.DEFAULT)
            .toArray();
    SqlNode all = null;
    for (SqlNode row : source.getOperandList()) {
      List<SqlNode> values = ((SqlBasicCall) row).getOperandList();
      requireWidth(values.size(), columns.length, table);
      List<SqlNode> items = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        boolean isDefault = values.get(i).getKind() == SqlKind.DEFAULT;
        if (isDefault != (first.get(i).getKind() == SqlKind.DEFAULT)) {
          throw ThetisException.withMessage(
              ErrorCode.NOT_SUPPORTED,
              "VALUES with a subquery and DEFAULT in some rows of a column is not supported; write"
                  + " an INSERT for each of these rows.");
        }
        if (!isDefault) {
          requireGivable(table.columns().get(columns[i]), overriding);
          items.add(values.get(i));
        }
      }
      SqlNode select = Selects.of(items);
      all =
          all == null
              ? select
              : SqlStdOperatorTable.UNION_ALL.createCall(row.getParserPosition(), all, select);
    }
    return queried(all, table, IntStream.of(given).map(i -> columns[i]).toArray(), false);
  }

  private InsertRows listed(SqlBasicCall source, TableDef table, int[] columns) {
    ValueCompiler values = new ValueCompiler(translator, parameters);
    List<List<ValueSource>> rows = new ArrayList<>();
    for (SqlNode row : source.getOperandList()) {
      List<SqlNode> given = ((SqlBasicCall) row).getOperandList();
      requireWidth(given.size(), columns.length, table);
      rows.add(sources(values, table, columns, given, overriding));
    }
    ValueCompiler.Listed listed = values.finish(rows, keyColumns(table));
    boolean planned = listed.planned() && !ChangeReach.hasCalculatedKey(table);
    return new ListedRows(listed.rows(), listed.function(), planned);
  }

  /** Columns that are part of some key: that of the row, of an entry of an index, of a parent. */
  private static List<Integer> keyColumns(TableDef table) {
    Set<Integer> columns = new java.util.TreeSet<>(table.primaryKey());
    for (int place = 0; place < table.columns().size(); place++) {
      int column = place;
      if (table.indexes().stream().anyMatch(index -> index.isMadeOf(column))) {
        columns.add(column);
      }
    }
    table.foreignKeys().forEach(key -> columns.addAll(key.columns()));
    return List.copyOf(columns);
  }

  /** Refuses a row that has not one value for each column. */
  static void requireWidth(int given, int wanted, TableDef table) {
    if (given != wanted || given > table.columns().size()) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_SYNTAX,
          "INSERT INTO %s has %d values for %d columns."
              .formatted(table.name(), given, Math.min(wanted, table.columns().size())));
    }
  }

  /** Where the values of all columns of a row come from that is written out. */
  static List<ValueSource> sources(
      ValueCompiler values,
      TableDef table,
      int[] columns,
      List<SqlNode> given,
      Overriding overriding) {
    ValueSource[] sources = new ValueSource[table.columns().size()];
    for (int i = 0; i < columns.length; i++) {
      ColumnDef column = table.columns().get(columns[i]);
      if (overriding != Overriding.USER_VALUE || column.sequence() == null) {
        requireGivable(column, given.get(i), overriding);
        sources[columns[i]] = values.source(given.get(i), column);
      }
    }
    for (int i = 0; i < sources.length; i++) {
      if (sources[i] == null) {
        sources[i] = values.defaultOf(table.columns().get(i));
      }
    }
    return List.of(sources);
  }

  private static void requireGivable(ColumnDef column, SqlNode value, Overriding overriding) {
    if (value.getKind() != SqlKind.DEFAULT) {
      requireGivable(column, overriding);
    }
  }

  private static void requireGivable(ColumnDef column, Overriding overriding) {
    boolean overrides = overriding == Overriding.SYSTEM_VALUE && !column.isCalculated();
    if (column.alwaysGenerated() && !overrides) {
      throw new ThetisException(
          ErrorCode.GENERATED_ALWAYS,
          column.isCalculated()
              ? "Column \"%s\" is GENERATED ALWAYS; leave it out or write DEFAULT."
                  .formatted(column.name())
              : "Column \"%s\" is GENERATED ALWAYS AS IDENTITY; leave it out, write DEFAULT, or OVERRIDING SYSTEM VALUE."
                  .formatted(column.name()));
    }
  }

  /**
   * Rows of a query.
   *
   * @param open whether the statement names no columns, so that a query of fewer gives the first
   */
  private InsertRows queried(SqlNode source, TableDef table, int[] all, boolean open) {
    if (overriding == Overriding.USER_VALUE) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "OVERRIDING USER VALUE of a query; leave the column out, which");
    }
    for (int i = 0; i < all.length; i++) {
      SqlType type = table.columns().get(all[i]).type();
      translator
          .validator()
          .inference()
          .expectOf(source, i, SqlTypes.toCalcite(translator.types(), type, true));
    }
    QueryCompiler query = new QueryCompiler(translator);
    QueryCompiler.Part part = query.anyPart(source);
    plan = query.plan();
    int given = part.rowType().getFieldCount();
    int[] columns = open && given < all.length ? Arrays.copyOf(all, given) : all;
    requireWidth(given, columns.length, table);
    for (int column : columns) {
      requireGivable(table.columns().get(column), overriding);
    }
    ValueCompiler values = new ValueCompiler(translator, parameters);
    List<ValueSource> others = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      int place = i;
      boolean isGiven = IntStream.of(columns).anyMatch(column -> column == place);
      others.add(
          isGiven ? new ValueSource.Constant(null) : values.defaultOf(table.columns().get(i)));
    }
    ValueCompiler.Listed listed = values.finish(List.of(others), List.of());
    return new QueriedRows(part.rows(), columns, listed.rows().get(0), listed.function());
  }

  /** The columns whose values nobody gave, and the primary key, are what clients ask back. */
  public static int[] generated(TableDef table) {
    return IntStream.range(0, table.columns().size())
        .filter(
            place ->
                table.columns().get(place).sequence() != null || table.primaryKey().contains(place))
        .toArray();
  }

  public static List<SqlColumn> generatedColumns(TableDef table, int[] places) {
    List<SqlColumn> columns = new ArrayList<>();
    for (int place : places) {
      ColumnDef column = table.columns().get(place);
      columns.add(
          new SqlColumn(
              column.name(),
              column.type(),
              false,
              column.sequence() != null,
              table.name(),
              column.name()));
    }
    return columns;
  }

  /** The type of a row that is there with the one that was to be inserted behind it. */
  static RelDataType both(Translator translator, TableDef table) {
    RelDataType row = CatalogTable.rowType(table, translator.types());
    RelDataTypeFactory.Builder both = translator.types().builder();
    both.addAll(row.getFieldList());
    both.addAll(row.getFieldList());
    return both.uniquify().build();
  }
}
