package org.thetisdb.sql.plan.query;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.catalog.ColumnDef;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.dialect.expression.Volatility;
import org.thetisdb.sql.dialect.validation.Dialect;
import org.thetisdb.sql.parse.form.PlannerText;
import org.thetisdb.sql.plan.error.CalciteErrors;
import org.thetisdb.sql.plan.scalar.Scalars;
import org.thetisdb.sql.rewrite.Rewrites;
import org.thetisdb.sql.rewrite.name.Selects;
import org.thetisdb.sql.run.query.RowFunction;
import org.thetisdb.sql.run.scalar.ValueSource;
import org.thetisdb.sql.type.RelativeClock;
import org.thetisdb.sql.type.SqlType;

/**
 * Compiles values that go into columns: arguments and constants are taken as they are, expressions
 * are collected and compiled together. Not thread-safe.
 */
public final class ValueCompiler {
  /** The planner looks at each of the expressions of a query for each other one. */
  private static final int TOGETHER = 40;

  /** More calls than one text has. */
  private static final int CALLS_OF_DEFAULT = 1 << 12;

  private final Translator translator;
  private final Parameters parameters;
  private final List<SqlNode> expressions = new ArrayList<>();

  /**
   * Behind the numbers of all calls so far: each row has another value of a sequence, or random
   * number, though it has the same text.
   */
  private int defaults;

  public ValueCompiler(Translator translator, Parameters parameters) {
    this.translator = translator;
    this.parameters = parameters;
  }

  /** What was found so far; {@code type} of expressions is filled in later. */
  public List<SqlNode> expressions() {
    return expressions;
  }

  /** A source for a column; its type is not known yet if it is an expression. */
  public ValueSource source(SqlNode written, ColumnDef column) {
    SqlNode value = read(written, column.type());
    if (value instanceof SqlDynamicParam parameter) {
      parameters.assign(parameter.getIndex(), column.type());
      return new ValueSource.Argument(parameter.getIndex());
    }
    if (value.getKind() == SqlKind.DEFAULT) {
      return defaultOf(column);
    }
    if (isConstant(value)) {
      return new ValueSource.Constant(constant(value));
    }
    expressions.add(value);
    return new ValueSource.Calculated(expressions.size() - 1, null);
  }

  /** A word such as 'today' for a time is asked for when the statement runs. */
  static SqlNode read(SqlNode value, SqlType type) {
    if (!(value instanceof SqlCharStringLiteral text)
        || !RelativeClock.isOne(text.getValueAs(String.class))) {
      return value;
    }
    SqlTypeName name =
        switch (type.name()) {
          case DATE -> SqlTypeName.DATE;
          case TIME -> SqlTypeName.TIME;
          case TIMESTAMP -> SqlTypeName.TIMESTAMP;
          case TIMESTAMPTZ -> SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
          default -> null;
        };
    SqlParserPos place = value.getParserPosition();
    return name == null
        ? value
        : SqlStdOperatorTable.CAST.createCall(
            place, value, new SqlDataTypeSpec(new SqlBasicTypeNameSpec(name, place), place));
  }

  /**
   * A source for a column of a row that is there.
   *
   * @throws ThetisException NOT_SUPPORTED for the next value of a sequence: nobody knows yet how
   *     many rows will be changed
   */
  public ValueSource changedTo(SqlNode value, ColumnDef column) {
    if (column.isCalculated() && value.getKind() != SqlKind.DEFAULT) {
      throw new ThetisException(
          ErrorCode.GENERATED_ALWAYS,
          "Column \"%s\" is calculated; it can only be set to DEFAULT.".formatted(column.name()));
    }
    if (column.alwaysGenerated() && value.getKind() != SqlKind.DEFAULT) {
      throw new ThetisException(
          ErrorCode.GENERATED_ALWAYS,
          "Column \"%s\" is GENERATED ALWAYS AS IDENTITY; it can only be set to DEFAULT."
              .formatted(column.name()));
    }
    ValueSource source = source(value, column);
    if (source instanceof ValueSource.Next) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED,
          "SET \"%s\" = DEFAULT, which is the next value of a sequence,".formatted(column.name()));
    }
    return source;
  }

  /** What a column gets that is not given. */
  public ValueSource defaultOf(ColumnDef column) {
    if (column.sequence() != null) {
      return new ValueSource.Next(column.sequence());
    }
    if (column.defaultSql() == null) {
      return new ValueSource.Constant(null);
    }
    defaults += CALLS_OF_DEFAULT;
    SqlNode parsed = expression(column.defaultSql(), defaults);
    parameters.add(parsed);
    return source(parsed, column);
  }

  /** Parses an expression that the catalog holds as text. */
  static SqlNode expression(String text) {
    return expression(text, 0);
  }

  private static SqlNode expression(String text, int calls) {
    try {
      return Rewrites.apply(
          SqlParser.create(PlannerText.of(text), Dialect.PARSER).parseExpression(), calls);
    } catch (SqlParseException e) {
      throw CalciteErrors.of(e);
    }
  }

  static boolean isConstant(SqlNode value) {
    if (value.getKind() == SqlKind.MINUS_PREFIX) {
      return ((SqlCall) value).operand(0) instanceof SqlNumericLiteral;
    }
    if (!(value instanceof SqlLiteral literal)) {
      return false;
    }
    return value instanceof SqlNumericLiteral
        || value instanceof SqlCharStringLiteral
        || literal.getTypeName() == SqlTypeName.BOOLEAN
        || literal.getTypeName() == SqlTypeName.NULL;
  }

  /** The value of a constant in a client's form. */
  static Object constant(SqlNode value) {
    if (value.getKind() == SqlKind.MINUS_PREFIX) {
      return number(((SqlNumericLiteral) ((SqlCall) value).operand(0)), true);
    }
    if (value instanceof SqlNumericLiteral number) {
      return number(number, false);
    }
    SqlLiteral literal = (SqlLiteral) value;
    if (literal.getTypeName() == SqlTypeName.NULL) {
      return null;
    }
    return literal.getTypeName() == SqlTypeName.BOOLEAN
        ? literal.booleanValue()
        : (Object) literal.getValueAs(String.class);
  }

  private static Object number(SqlNumericLiteral literal, boolean negative) {
    BigDecimal number = literal.bigDecimalValue();
    BigDecimal signed = negative ? number.negate() : number;
    return signed.scale() <= 0 && signed.precision() - signed.scale() < 19
        ? (Object) signed.longValueExact()
        : signed;
  }

  /** The expressions of values that look at no row, and the sources with their types. */
  public record Listed(List<List<ValueSource>> rows, RowFunction function, boolean planned) {}

  /**
   * Compiles the expressions of all rows.
   *
   * @param keys the columns that say which rows are written
   */
  public Listed finish(List<List<ValueSource>> rows, List<Integer> keys) {
    if (expressions.isEmpty()) {
      return new Listed(rows, noExpressions(), true);
    }
    List<RexNode> compiled = new ArrayList<>();
    for (int from = 0; from < expressions.size(); from += TOGETHER) {
      List<SqlNode> some = expressions.subList(from, Math.min(expressions.size(), from + TOGETHER));
      RelNode logical = translator.toRel(Selects.of(some)).project(true);
      compiled.addAll(expressionsOf(new Optimizer(translator).optimize(logical)));
    }
    List<List<ValueSource>> typed = rows.stream().map(row -> typed(row, compiled)).toList();
    return new Listed(typed, function(compiled), isPlanned(rows, keys, compiled));
  }

  /** The values of the only row of a query without tables. */
  private static List<RexNode> expressionsOf(RelNode rel) {
    if (rel instanceof Project project && project.getInput() instanceof Values) {
      return project.getProjects();
    }
    if (rel instanceof Values values && values.getTuples().size() == 1) {
      return List.copyOf(values.getTuples().get(0));
    }
    throw new ThetisException(ErrorCode.NOT_SUPPORTED, "A subquery within VALUES");
  }

  RowFunction function(List<RexNode> compiled) {
    return Scalars.compile(translator.rexBuilder(), compiled, translator.types().builder().build());
  }

  RowFunction noExpressions() {
    return function(List.of());
  }

  public static List<ValueSource> typed(List<ValueSource> sources, List<RexNode> expressions) {
    List<ValueSource> typed = new ArrayList<>(sources.size());
    for (ValueSource source : sources) {
      typed.add(
          source instanceof ValueSource.Calculated calculated
              ? new ValueSource.Calculated(
                  calculated.index(),
                  SqlTypes.fromCalcite(expressions.get(calculated.index()).getType()))
              : source);
    }
    return typed;
  }

  /** Time and randomness are known only in a run. */
  private static boolean isPlanned(
      List<List<ValueSource>> rows, List<Integer> keys, List<RexNode> expressions) {
    for (List<ValueSource> row : rows) {
      for (int key : keys) {
        if (row.get(key) instanceof ValueSource.Calculated calculated
            && Volatility.needsRun(expressions.get(calculated.index()))) {
          return false;
        }
      }
    }
    return true;
  }
}
