package org.thetisdb.sql.dialect.expression;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.thetisdb.sql.dialect.Conversion;
import org.thetisdb.sql.dialect.OperandType;
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.dialect.TypeFactory;
import org.thetisdb.sql.dialect.TypedFunction;
import org.thetisdb.sql.dialect.TypedFunctions;
import org.thetisdb.sql.function.DecimalCasts;
import org.thetisdb.sql.function.number.DecimalArithmetic;
import org.thetisdb.sql.function.number.RealArithmetic;
import org.thetisdb.sql.function.number.RealOrder;
import org.thetisdb.sql.function.number.WholeArithmetic;
import org.thetisdb.sql.type.SqlType;

/**
 * Arithmetic of numbers as PostgreSQL has it, in place of Calcite's: of decimals with PostgreSQL's
 * scales, of whole and floating numbers with errors where a result is out of range. Comparisons of
 * floating numbers know NaN; these are put in where code is generated, since rules look for {@code
 * =} and {@code <} until then. For one compilation; not thread-safe.
 */
public final class NumberCalls extends RexShuttle {
  /** Operators that Calcite checks by itself, of whole numbers. */
  private static final Map<SqlKind, SqlOperator> CHECKED =
      Map.of(
          SqlKind.PLUS, SqlStdOperatorTable.CHECKED_PLUS,
          SqlKind.MINUS, SqlStdOperatorTable.CHECKED_MINUS,
          SqlKind.TIMES, SqlStdOperatorTable.CHECKED_MULTIPLY,
          SqlKind.DIVIDE, SqlStdOperatorTable.CHECKED_DIVIDE,
          SqlKind.MINUS_PREFIX, SqlStdOperatorTable.CHECKED_UNARY_MINUS);

  private static final Map<SqlOperator, String> METHODS =
      Map.of(
          SqlStdOperatorTable.PLUS, "add",
          SqlStdOperatorTable.MINUS, "subtract",
          SqlStdOperatorTable.MULTIPLY, "multiply",
          SqlStdOperatorTable.DIVIDE, "divide",
          SqlStdOperatorTable.MOD, "remainder");

  private static final Map<SqlKind, SqlOperator> DECIMAL = new EnumMap<>(SqlKind.class);
  private static final Map<SqlKind, SqlOperator> DOUBLE = new EnumMap<>(SqlKind.class);
  private static final Map<SqlKind, SqlOperator> REAL = new EnumMap<>(SqlKind.class);

  private static final Map<SqlKind, SqlOperator> COMPARED =
      Map.of(
          SqlKind.EQUALS, comparison(SqlKind.EQUALS, "equal"),
          SqlKind.NOT_EQUALS, comparison(SqlKind.NOT_EQUALS, "differs"),
          SqlKind.LESS_THAN, comparison(SqlKind.LESS_THAN, "less"),
          SqlKind.LESS_THAN_OR_EQUAL, comparison(SqlKind.LESS_THAN_OR_EQUAL, "atMost"),
          SqlKind.GREATER_THAN, comparison(SqlKind.GREATER_THAN, "greater"),
          SqlKind.GREATER_THAN_OR_EQUAL, comparison(SqlKind.GREATER_THAN_OR_EQUAL, "atLeast"));

  private static final SqlOperator TO_REAL =
      function("CAST_TO_REAL", method(RealArithmetic.class, "toReal", double.class));
  private static final SqlOperator DECIMAL_TO_REAL =
      function("CAST_TO_REAL", method(RealArithmetic.class, "decimalToReal", BigDecimal.class));
  private static final SqlOperator DECIMAL_TO_DOUBLE =
      function("CAST_TO_DOUBLE", method(RealArithmetic.class, "toDouble", BigDecimal.class));

  private static final Map<SqlTypeName, SqlOperator> OF_DECIMAL_TO =
      Map.of(
          SqlTypeName.TINYINT, castOf("toByte", BigDecimal.class),
          SqlTypeName.SMALLINT, castOf("toShort", BigDecimal.class),
          SqlTypeName.INTEGER, castOf("toInt", BigDecimal.class),
          SqlTypeName.BIGINT, castOf("toLong", BigDecimal.class));
  private static final SqlOperator TO_DECIMAL =
      castOf("toDecimal", BigDecimal.class, int.class, int.class);

  static {
    METHODS.forEach(
        (operator, name) -> {
          SqlKind kind = operator.getKind();
          DECIMAL.put(kind, binary(operator, DecimalArithmetic.class, name, BigDecimal.class));
          if (kind != SqlKind.MOD) {
            DOUBLE.put(kind, binary(operator, RealArithmetic.class, name, double.class));
            REAL.put(kind, binary(operator, RealArithmetic.class, name, float.class));
          }
        });
  }

  private static final Map<SqlOperator, SqlOperator> OF_DECIMAL =
      Map.of(
          SqlStdOperatorTable.UNARY_MINUS, ofDecimal("-", "negate"),
          SqlStdOperatorTable.SIGN, ofDecimal("SIGN", "sign"),
          SqlStdOperatorTable.FLOOR, ofDecimal("FLOOR", "floor"),
          SqlStdOperatorTable.CEIL, ofDecimal("CEIL", "ceil"));

  /** What is meant by the operators above. */
  private static final Map<SqlOperator, SqlKind> KINDS = new HashMap<>();

  static {
    List.of(DECIMAL, DOUBLE, REAL, COMPARED)
        .forEach(all -> all.forEach((kind, operator) -> KINDS.put(operator, kind)));
  }

  private final RexBuilder builder;
  private final boolean comparisons;

  private NumberCalls(RexBuilder builder, boolean comparisons) {
    this.builder = builder;
    this.comparisons = comparisons;
  }

  /** A plan before it is shaped: no rule is to simplify what has a scale or an error. */
  public static RelNode arithmetic(RelNode plan, RexBuilder builder) {
    return apply(plan, new NumberCalls(builder, false));
  }

  /** A plan of which code is generated. */
  public static RelNode apply(RelNode plan, RexBuilder builder) {
    return apply(plan, new NumberCalls(builder, true));
  }

  /** An expression of which code is generated. */
  public static RexNode apply(RexNode expression, RexBuilder builder) {
    return expression.accept(new NumberCalls(builder, true));
  }

  /** What a call is, whether Calcite's operator or one of ours stands there. */
  public static SqlKind kindOf(RexCall call) {
    return call.getOperator() instanceof TypedFunction function
        ? KINDS.getOrDefault(function, call.getKind())
        : call.getKind();
  }

  /** Whether it is a calculation of decimals as Calcite has it. */
  static boolean isDecimal(RexCall call) {
    return call.getType().getSqlTypeName() == SqlTypeName.DECIMAL
        && DECIMAL.containsKey(call.getKind())
        && areNumbers(call);
  }

  /** The same calculation of decimals. */
  static RexNode decimal(RexCall call, RexBuilder builder) {
    return new NumberCalls(builder, false).calculated(call);
  }

  private static boolean areNumbers(RexCall call) {
    return call.getOperands().stream()
        .allMatch(operand -> SqlTypeUtil.isNumeric(operand.getType()));
  }

  private static RelNode apply(RelNode plan, NumberCalls calls) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited.accept(
                visited instanceof Join && calls.comparisons ? calls.ofJoin() : calls);
          }
        });
  }

  /** Joins find their keys by equality of columns, and compare these as PostgreSQL does. */
  private RexShuttle ofJoin() {
    return new RexShuttle() {
      @Override
      public RexNode visitCall(RexCall call) {
        if (call.getKind() == SqlKind.AND) {
          return super.visitCall(call);
        }
        boolean key =
            call.getKind() == SqlKind.EQUALS
                && call.getOperands().stream().allMatch(RexInputRef.class::isInstance);
        return key ? call : NumberCalls.this.visitCall(call);
      }
    };
  }

  private static SqlOperator comparison(SqlKind kind, String name) {
    return function(kind.sql, method(RealOrder.class, name, double.class, double.class));
  }

  private static SqlOperator castOf(String name, Class<?>... parameters) {
    return function("CAST_OF_DECIMAL", method(DecimalCasts.class, name, parameters));
  }

  private static SqlOperator ofDecimal(String name, String method) {
    return function(name, method(DecimalArithmetic.class, method, BigDecimal.class));
  }

  private static Method method(Class<?> of, String name, Class<?>... parameters) {
    try {
      return of.getMethod(name, parameters);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  private static SqlOperator binary(
      SqlOperator operator, Class<?> of, String name, Class<?> operand) {
    return function(operator.getName(), method(of, name, operand, operand));
  }

  private static SqlOperator function(String name, Method method) {
    return new TypedFunction(
        name,
        (types, all) -> all.get(0), // that of the call is given
        Collections.nCopies(method.getParameterCount(), OperandType.ANY),
        false,
        true,
        method);
  }

  @Override
  public RexNode visitSubQuery(RexSubQuery query) {
    RexSubQuery visited = (RexSubQuery) super.visitSubQuery(query);
    return visited.clone(apply(visited.rel, this));
  }

  @Override
  public RexNode visitCall(RexCall call) {
    RexNode visited = super.visitCall(call);
    if (!(visited instanceof RexCall inner)) {
      return visited;
    }
    if (inner.getKind() == SqlKind.CAST) {
      return cast(inner);
    }
    if (comparisons && isOfDocuments(inner)) {
      return documents(inner);
    }
    return comparisons && isOfFloating(inner) ? compared(inner) : calculated(inner);
  }

  private RexNode cast(RexCall cast) {
    RelDataType type = cast.getOperands().get(0).getType();
    SqlTypeName from = type.getSqlTypeName();
    SqlTypeName to = cast.getType().getSqlTypeName();
    if (comparisons && from == SqlTypeName.DECIMAL && SqlTypeUtil.isExactNumeric(cast.getType())) {
      return exact(cast);
    }
    if (comparisons && from == SqlTypeName.ARRAY && to == SqlTypeName.ARRAY) {
      // a rule has made it; Calcite's looks at elements that may be NULL
      boolean same = !Conversion.isNeeded(type, cast.getType());
      SqlOperator meant = same ? SqlStdOperatorTable.REINTERPRET : Conversion.to(cast.getType());
      return builder.makeCall(cast.getType(), meant, cast.getOperands());
    }
    boolean wide = from == SqlTypeName.DOUBLE || from == SqlTypeName.FLOAT;
    SqlOperator meant =
        to == SqlTypeName.REAL
            ? wide ? TO_REAL : from == SqlTypeName.DECIMAL ? DECIMAL_TO_REAL : null
            : (to == SqlTypeName.DOUBLE || to == SqlTypeName.FLOAT) && from == SqlTypeName.DECIMAL
                ? DECIMAL_TO_DOUBLE
                : null;
    return meant == null ? cast : builder.makeCall(cast.getType(), meant, cast.getOperands());
  }

  /** A cast of a decimal to a whole number, or to a decimal with bounds. */
  private RexNode exact(RexCall cast) {
    RelDataType to = cast.getType();
    if (to.getSqlTypeName() != SqlTypeName.DECIMAL) {
      SqlOperator whole = OF_DECIMAL_TO.get(to.getSqlTypeName());
      return whole == null ? cast : builder.makeCall(to, whole, cast.getOperands());
    }
    SqlType bounded = SqlTypes.fromCalcite(to);
    if (bounded.precision() == 0) {
      return cast;
    }
    List<RexNode> operands =
        List.of(
            cast.getOperands().get(0),
            builder.makeExactLiteral(BigDecimal.valueOf(bounded.precision())),
            builder.makeExactLiteral(BigDecimal.valueOf(bounded.scale())));
    return builder.makeCall(to, TO_DECIMAL, operands);
  }

  private static boolean isOfFloating(RexCall call) {
    return COMPARED.containsKey(call.getKind())
        && areNumbers(call)
        && call.getOperands().stream()
            .anyMatch(operand -> SqlTypeUtil.isApproximateNumeric(operand.getType()));
  }

  /** What a subquery behind ALL or ANY comes to. */
  private static boolean isOfDocuments(RexCall call) {
    return switch (call.getKind()) {
      case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          call.getOperands().stream().allMatch(operand -> TypeFactory.isJson(operand.getType()));
      default -> false;
    };
  }

  private RexNode documents(RexCall call) {
    RexNode order = builder.makeCall(TypedFunctions.COMPARE, call.getOperands());
    return builder.makeCall(
        call.getType(),
        call.getOperator(),
        List.of(order, builder.makeExactLiteral(BigDecimal.ZERO)));
  }

  private RexNode compared(RexCall call) {
    return builder.makeCall(
        call.getType(), COMPARED.get(call.getKind()), asOf(SqlTypeName.DOUBLE, call.getOperands()));
  }

  private RexNode calculated(RexCall call) {
    if (!areNumbers(call)) {
      return call;
    }
    SqlTypeName result = call.getType().getSqlTypeName();
    SqlOperator meant =
        switch (result) {
          case DECIMAL -> DECIMAL.get(call.getKind());
          case DOUBLE, FLOAT -> DOUBLE.get(call.getKind());
          case REAL -> REAL.get(call.getKind());
          case TINYINT, SMALLINT, INTEGER, BIGINT -> CHECKED.get(call.getKind());
          default -> null;
        };
    if (meant == null) {
      return call.getOperands().size() == 1 ? ofOne(call) : call;
    }
    return CHECKED.containsValue(meant)
        ? builder.makeCall(call.getType(), meant, call.getOperands())
        : builder.makeCall(call.getType(), meant, asOf(result, call.getOperands()));
  }

  /** A function of one number. */
  private RexNode ofOne(RexCall call) {
    if (SqlTypeUtil.isDecimal(call.getType())
        && SqlTypeUtil.isDecimal(call.getOperands().get(0).getType())) {
      SqlOperator own = OF_DECIMAL.get(call.getOperator());
      return own == null ? call : builder.makeCall(call.getType(), own, call.getOperands());
    }
    return call.getKind() == SqlKind.OTHER_FUNCTION ? absolute(call) : call;
  }

  /** ABS of a whole number, of which the least has none. */
  private RexNode absolute(RexCall call) {
    if (!call.getOperator().equals(SqlStdOperatorTable.ABS)
        || !SqlTypeUtil.isIntType(call.getType())) {
      return call;
    }
    Method method =
        Arrays.stream(WholeArithmetic.class.getMethods())
            .filter(one -> one.getName().equals("abs"))
            .filter(one -> one.getReturnType() == javaClass(call.getType()))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no abs of " + call.getType()));
    return builder.makeCall(call.getType(), function("ABS", method), call.getOperands());
  }

  private static Class<?> javaClass(RelDataType whole) {
    return switch (whole.getSqlTypeName()) {
      case TINYINT -> byte.class;
      case SMALLINT -> short.class;
      case INTEGER -> int.class;
      default -> long.class;
    };
  }

  /** Operands as numbers of one type, decimals of any scale. */
  private List<RexNode> asOf(SqlTypeName name, List<RexNode> operands) {
    List<RexNode> all = new ArrayList<>(operands.size());
    for (RexNode operand : operands) {
      RelDataType type = operand.getType();
      RelDataType wanted =
          builder
              .getTypeFactory()
              .createTypeWithNullability(
                  builder.getTypeFactory().createSqlType(name), type.isNullable());
      all.add(type.getSqlTypeName() == name ? operand : builder.makeCast(wanted, operand));
    }
    return all;
  }
}
