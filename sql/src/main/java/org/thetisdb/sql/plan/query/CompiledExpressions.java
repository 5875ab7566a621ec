package org.thetisdb.sql.plan.query;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.procedures.Context;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.sql.access.TableAccess;
import org.thetisdb.sql.catalog.CheckDef;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.catalog.IndexExpression;
import org.thetisdb.sql.catalog.IndexPredicate;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.catalog.TableDef;
import org.thetisdb.sql.define.Expressions;
import org.thetisdb.sql.dialect.expression.RandomCalls;
import org.thetisdb.sql.dialect.expression.Volatility;
import org.thetisdb.sql.integrity.RowCheck;
import org.thetisdb.sql.integrity.RowValue;
import org.thetisdb.sql.plan.error.CalciteErrors;
import org.thetisdb.sql.rewrite.name.Selects;
import org.thetisdb.sql.run.RowReader;
import org.thetisdb.sql.run.RunErrors;
import org.thetisdb.sql.run.Signature;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.run.scalar.CalculatedColumn;
import org.thetisdb.sql.run.scalar.CheckedRow;
import org.thetisdb.sql.statement.SqlResult;
import org.thetisdb.sql.statement.SqlStatement;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.RelativeClock;
import org.thetisdb.sql.type.SqlType;

/** Compiles the expressions of definitions. Thread-safe. */
public final class CompiledExpressions implements Expressions {
  /** What the table is called in what an index says of its rows, since it may get another name. */
  static final String ROW = "row of the index";

  @Override
  public RowCheck compile(TableDef table, CheckDef check) {
    return guarded(() -> compile(table, check, new Translator(CatalogSpace.ofTable(table))));
  }

  @Override
  public RowValue compile(TableDef table, ColumnDef column) {
    return guarded(() -> compile(table, column, new Translator(CatalogSpace.ofTable(table)), true));
  }

  @Override
  public RowValue filling(TableDef table, ColumnDef column) {
    return guarded(
        () -> compile(table, column, new Translator(CatalogSpace.ofTable(table)), false));
  }

  private static RowValue compile(
      TableDef table, ColumnDef column, Translator translator, boolean always) {
    SqlNode expression = ValueCompiler.expression(column.generatedSql());
    SqlNode from = CatalogSpace.from(table);
    QueryCompiler query = new QueryCompiler(translator);
    QueryCompiler.Part part = query.part(Selects.of(List.of(expression), from, null));
    if (part.shape() == null || part.shape().access().path().isNarrow()) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "A subquery within GENERATED ALWAYS AS");
    }
    TableAccess access = part.shape().access();
    List<RexNode> values = part.shape().values();
    if (always && values.stream().anyMatch(Volatility::changes)) {
      throw ThetisException.withMessage(
          ErrorCode.INVALID_DEFINITION,
          "Column \"%s\" cannot be calculated from time, randomness or sequences."
              .formatted(column.name()));
    }
    int[] used = query.usedBy(values, access.fields());
    for (int place : used) {
      if (table.columns().get(place).isCalculated()) {
        throw ThetisException.withMessage(
            ErrorCode.INVALID_DEFINITION,
            "Column \"%s\" cannot be calculated from column \"%s\", which is calculated itself."
                .formatted(column.name(), table.columns().get(place).name()));
      }
    }
    return new CalculatedColumn(
        column,
        query.reader(table, values, access.fields()),
        query.overTable(values, access).single(),
        QueryCompiler.types(part.rowType()).get(0));
  }

  @Override
  public RowValue compile(TableDef table, IndexExpression expression) {
    ColumnDef column =
        new ColumnDef(expression.expressionSql(), expression.type(), 0, true, null, null, true);
    return guarded(
        () -> {
          OfRow found =
              ofRow(
                  table, expression.expressionSql(), "A subquery or an aggregate within an index");
          return new CalculatedColumn(
              column,
              new RowReader(table, found.used()),
              found.query().overTable(found.values(), found.access()).single(),
              QueryCompiler.types(found.part().rowType()).get(0));
        });
  }

  @Override
  public IndexExpression expression(TableDef table, String expressionSql) {
    return guarded(
        () -> {
          OfRow found = ofRow(table, expressionSql, "A subquery or an aggregate within an index");
          requireImmutable(found.values(), "An expression of an index");
          SqlType type = QueryCompiler.types(found.part().rowType()).get(0);
          return new IndexExpression(expressionSql, type.unbounded(), found.places());
        });
  }

  /** An expression over the columns of one row. */
  private record OfRow(QueryCompiler query, QueryCompiler.Part part) {
    TableAccess access() {
      return part.shape().access();
    }

    List<RexNode> values() {
      return part.shape().values();
    }

    int[] used() {
      return query.usedBy(values(), access().fields());
    }

    List<Integer> places() {
      return Arrays.stream(used()).sorted().distinct().boxed().toList();
    }
  }

  private static OfRow ofRow(TableDef table, String expressionSql, String other) {
    TableDef bare = table.bare();
    QueryCompiler query = new QueryCompiler(new Translator(CatalogSpace.ofTable(bare)));
    SqlNode expression = ValueCompiler.expression(expressionSql);
    SqlNode from = CatalogSpace.from(bare, ROW);
    QueryCompiler.Part part = query.part(Selects.of(List.of(expression), from, null));
    if (part.shape() == null) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, other);
    }
    return new OfRow(query, part);
  }

  private static void requireImmutable(List<RexNode> values, String what) {
    if (values.stream().anyMatch(Volatility::changes)) {
      throw ThetisException.withMessage(
          ErrorCode.INVALID_DEFINITION, what + " cannot look at time, randomness or sequences.");
    }
  }

  private static <T> T guarded(Supplier<T> compiled) {
    try {
      return compiled.get();
    } catch (CalciteContextException e) {
      throw CalciteErrors.of(e, SqlCatalog.of(TableRegistry.EMPTY));
    } catch (ExceptionInInitializerError e) {
      throw RunErrors.ofConstants(e);
    } catch (StackOverflowError e) {
      throw new ThetisException(ErrorCode.STATEMENT_TOO_LARGE, "expressions nested too deep");
    }
  }

  @Override
  public Object defaultValue(SqlType type, String defaultSql, Context context) {
    SqlNode expression = ValueCompiler.read(ValueCompiler.expression(defaultSql), type);
    Object value =
        ValueCompiler.isConstant(expression)
            ? ValueCompiler.constant(expression)
            : guarded(() -> calculated(expression, context));
    return Values.toStored(type, Coercion.coerce(type, value, "DEFAULT"));
  }

  @Override
  public String keptDefault(SqlType type, String defaultSql, Context context) {
    if (!RelativeClock.isQuoted(defaultSql)
        || !(type.isClock() || type.name() == org.thetisdb.sql.type.SqlTypeName.DATE)) {
      return Expressions.super.keptDefault(type, defaultSql, context);
    }
    Object value = Values.fromStored(type, defaultValue(type, defaultSql, context));
    SqlType text = SqlType.of(org.thetisdb.sql.type.SqlTypeName.VARCHAR);
    return "'" + Coercion.coerce(text, value, "DEFAULT") + "'";
  }

  @Override
  public boolean isRandom(String defaultSql) {
    return defaultSql != null && RandomCalls.isIn(ValueCompiler.expression(defaultSql));
  }

  private static Object calculated(SqlNode expression, Context context) {
    CatalogSpace empty = new CatalogSpace(SqlCatalog.of(TableRegistry.EMPTY));
    Signature signature = new Signature("DEFAULT", List.of(), List.of(), List.of(), 1);
    SqlStatement query =
        new QueryCompiler(new Translator(empty))
            .compile(Selects.of(List.of(expression)), List.of(), () -> signature, null);
    SqlResult result =
        query.run(context, new Object[0], sequence -> 1); // a try: rows get values of the sequence
    return result.rows().get(0)[0];
  }

  @Override
  public IndexPredicate predicate(TableDef table, String conditionSql) {
    return guarded(
        () -> {
          OfRow found = ofRow(table, conditionSql, "A subquery within the condition of an index");
          if (found.part().rowType().getFieldList().get(0).getType().getSqlTypeName()
              != SqlTypeName.BOOLEAN) {
            throw ThetisException.withMessage(
                ErrorCode.SQL_TYPE_MISMATCH, "The condition of an index is true or false.");
          }
          requireImmutable(found.values(), "The condition of an index");
          return new IndexPredicate(conditionSql, found.places());
        });
  }

  private static RowCheck compile(TableDef table, CheckDef check, Translator translator) {
    SqlNode condition = ValueCompiler.expression(check.conditionSql());
    SqlNode from = CatalogSpace.from(table);
    QueryCompiler query = new QueryCompiler(translator);
    QueryCompiler.Part part = query.part(Selects.of(List.of(condition), from, null));
    if (part.shape() == null || part.shape().access().path().isNarrow()) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "A subquery within CHECK");
    }
    TableAccess access = part.shape().access();
    List<RexNode> values = part.shape().values();
    return new CheckedRow(
        query.reader(table, values, access.fields()), query.overTable(values, access).single());
  }
}
