package org.thetisdb.sql.plan.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlDelete;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUpdate;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.schema.ObjectName;
import org.thetisdb.sql.access.TableAccess;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.info.VirtualTable;
import org.thetisdb.sql.plan.error.CalciteErrors;
import org.thetisdb.sql.plan.query.CatalogSpace;
import org.thetisdb.sql.plan.query.Parameters;
import org.thetisdb.sql.plan.query.QueryCompiler;
import org.thetisdb.sql.plan.query.Translator;
import org.thetisdb.sql.plan.query.ValueCompiler;
import org.thetisdb.sql.rewrite.name.Selects;
import org.thetisdb.sql.run.RowWriter;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.change.Assignments;
import org.thetisdb.sql.run.change.DeleteStatement;
import org.thetisdb.sql.run.change.QueriedTargets;
import org.thetisdb.sql.run.change.ScannedTargets;
import org.thetisdb.sql.run.change.Targets;
import org.thetisdb.sql.run.change.UpdateStatement;
import org.thetisdb.sql.run.scalar.ValueSource;
import org.thetisdb.sql.statement.SqlStatement;

/** Compiles UPDATE and DELETE: a query finds the rows and calculates, then they are changed. */
public final class ChangeCompiler {
  private final Translator translator;
  private final Parameters parameters;
  private final Signature bare;
  private RelNode plan;

  public ChangeCompiler(Translator translator, Parameters parameters, Signature bare) {
    this.translator = translator;
    this.parameters = parameters;
    this.bare = bare;
  }

  /** The plan of the query that finds the rows, once compiled. */
  public RelNode plan() {
    return plan;
  }

  /** Compiles UPDATE; {@code joined} is its FROM and its condition. */
  public SqlStatement update(SqlUpdate update, Joined joined, SqlSelect returning) {
    TableDef table = tableOf(translator, update.getTargetTable());
    ValueCompiler values = new ValueCompiler(translator, parameters);
    int[] columns = new int[update.getTargetColumnList().size()];
    List<ValueSource> sources = new ArrayList<>();
    for (int i = 0; i < columns.length; i++) {
      columns[i] = columnOf(table, update.getTargetColumnList().get(i));
      ColumnDef column = table.columns().get(columns[i]);
      sources.add(values.changedTo(update.getSourceExpressionList().get(i), column));
    }
    requireDistinct(columns, table);
    Returning returned = returned(returning, table, update.getTargetTable(), update.getAlias());
    Found found = find(table, update.getTargetTable(), update.getAlias(), joined, values, returned);
    List<ValueSource> typed = typed(sources, found.expressionTypes());
    RowWriter writer = new RowWriter(table);
    return new UpdateStatement(
        signature().withColumns(returned.columns()),
        returned.rows(),
        found.targets(),
        new Assignments(writer, columns, typed),
        ChangeReach.updatePlanned(translator.space().catalog(), table, columns));
  }

  /** Compiles DELETE; {@code joined} is its USING and its condition. */
  public SqlStatement delete(SqlDelete delete, Joined joined, SqlSelect returning) {
    TableDef table = tableOf(translator, delete.getTargetTable());
    ValueCompiler none = new ValueCompiler(translator, parameters);
    Returning returned = returned(returning, table, delete.getTargetTable(), delete.getAlias());
    Found found = find(table, delete.getTargetTable(), delete.getAlias(), joined, none, returned);
    return new DeleteStatement(
        signature().withColumns(returned.columns()),
        returned.rows(),
        found.targets(),
        ChangeReach.deletePlanned(translator.space().catalog(), table));
  }

  private Returning returned(
      SqlSelect returning, TableDef table, SqlNode target, SqlIdentifier alias) {
    Set<String> changed = ChangedTables.reachedFrom(table, translator.space().catalog());
    return Returning.of(translator, returning, target, alias, changed);
  }

  private Signature signature() {
    return parameters.complete(bare, translator);
  }

  /** Refuses a column that is set twice. */
  static void requireDistinct(int[] columns, TableDef table) {
    for (int i = 0; i < columns.length; i++) {
      int column = columns[i];
      if (IntStream.range(0, i).anyMatch(j -> columns[j] == column)) {
        throw ThetisException.withMessage(
            ErrorCode.SQL_INVALID,
            "Column \"%s\" is set twice.".formatted(table.columns().get(column).name()));
      }
    }
  }

  private static List<ValueSource> typed(List<ValueSource> sources, List<RelDataType> types) {
    List<ValueSource> typed = new ArrayList<>();
    for (ValueSource source : sources) {
      typed.add(
          source instanceof ValueSource.Calculated calculated
              ? new ValueSource.Calculated(
                  calculated.index(), SqlTypes.fromCalcite(types.get(calculated.index())))
              : source);
    }
    return typed;
  }

  private record Found(Targets targets, List<RelDataType> expressionTypes) {}

  private Found find(
      TableDef changed,
      SqlNode target,
      SqlIdentifier alias,
      Joined joined,
      ValueCompiler values,
      Returning returned) {
    TableDef table = changed.hasHiddenKey() ? changed.withRowId() : changed;
    List<String> keys = new ArrayList<>();
    for (int place : table.primaryKey()) {
      keys.add(table.columns().get(place).name());
    }
    String name = alias == null ? ObjectName.simple(table.name()) : alias.getSimple();
    List<SqlNode> items = new ArrayList<>();
    for (String key : keys) {
      items.add(new SqlIdentifier(List.of(name, key), SqlParserPos.ZERO));
    }
    items.addAll(values.expressions());
    SqlNode from =
        SqlStdOperatorTable.AS.createCall(
            SqlParserPos.ZERO,
            CatalogSpace.keyed(changed, target),
            new SqlIdentifier(name, SqlParserPos.ZERO));
    QueryCompiler query = new QueryCompiler(translator);
    QueryCompiler.Part part =
        query.part(
            Selects.of(items, joined.with(from), joined.condition()),
            logical -> returned.withOthers(logical, table.columns().size()));
    plan = query.plan();
    int first = keys.size();
    List<RelDataType> types =
        part.rowType().getFieldList().stream().skip(first).map(f -> f.getType()).toList();
    int calculated = values.expressions().size() + returned.others().length;
    return new Found(targets(table, part, query, first, calculated), types);
  }

  private Targets targets(
      TableDef table, QueryCompiler.Part part, QueryCompiler query, int first, int expressions) {
    if (part.shape() != null) {
      List<RexNode> values = part.shape().values().subList(first, first + expressions);
      TableAccess access = part.shape().access();
      return new ScannedTargets(
          query.scans().build(access),
          query.reader(table, values, access.fields()),
          query.overTable(values, access));
    }
    return new QueriedTargets(
        table,
        part.rows(),
        QueryCompiler.types(part.rowType()).subList(first, first + expressions));
  }

  /** The table that a statement changes. */
  public static TableDef tableOf(Translator translator, SqlNode target) {
    if (!(target instanceof SqlIdentifier name)) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "\"%s\" is not the name of a table.".formatted(target));
    }
    boolean foreign = name.names.size() > 2 || VirtualTable.isSystemSchema(name.names.get(0));
    if (foreign) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "Table \"%s\" cannot be changed.".formatted(name));
    }
    String found = translator.relation(name);
    if (translator.space().catalog().view(found) != null) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID,
          "\"%s\" is a view; change the table that it shows.".formatted(found));
    }
    return translator.space().catalog().requireTable(found);
  }

  /** The place of a column that is named. */
  static int columnOf(TableDef table, SqlNode column) {
    SqlIdentifier name = (SqlIdentifier) column;
    String simple = name.names.get(name.names.size() - 1);
    int place = table.find(simple);
    if (place < 0) {
      throw CalciteErrors.unknownColumn(simple, table);
    }
    return place;
  }
}
