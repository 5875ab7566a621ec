package org.thetisdb.sql.dialect.syntax;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AggregateFunctionImpl;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlUserDefinedAggFunction;
import org.apache.calcite.util.Litmus;
import org.apache.calcite.util.Optionality;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.dialect.OperandType;
import org.thetisdb.sql.dialect.TypedFunction;
import org.thetisdb.sql.dialect.ValueFunctions;
import org.thetisdb.sql.function.GroupFunctions;
import org.thetisdb.sql.function.Regression;

/**
 * Aggregates that Calcite's generated code does not have: percentiles and MODE as functions of all
 * values of a group, regressions as functions of what {@link Regression} gathers. Stateless.
 */
public final class GroupSyntax {
  private static final Set<String> REGRESSIONS =
      Set.of(
          "corr",
          "covar_pop",
          "covar_samp",
          "regr_avgx",
          "regr_avgy",
          "regr_sxx",
          "regr_syy",
          "regr_sxy",
          "regr_slope",
          "regr_intercept",
          "regr_r2");

  private static final TypedFunction.Result FLOATING =
      (types, all) ->
          types.createTypeWithNullability(types.createSqlType(SqlTypeName.DOUBLE), true);

  private static final TypedFunction CONT =
      function(
          "percentile_cont",
          GroupSyntax::continuous,
          OperandType.ANY,
          OperandType.ARRAY,
          OperandType.TRUTH);
  private static final TypedFunction DISC =
      function(
          "percentile_disc",
          GroupSyntax::discrete,
          OperandType.ANY,
          OperandType.ARRAY,
          OperandType.TRUTH);
  private static final TypedFunction MODE =
      function(
          "mode",
          (types, all) -> types.createTypeWithNullability(all.get(0).getComponentType(), true),
          OperandType.ARRAY,
          OperandType.TRUTH);
  private static final TypedFunction COUNT =
      function(
          "count",
          (types, all) ->
              types.createTypeWithNullability(types.createSqlType(SqlTypeName.BIGINT), true),
          OperandType.ARRAY);
  private static final TypedFunction SORTED =
      function(
          "sorted",
          (types, all) -> types.createTypeWithNullability(all.get(0), true),
          OperandType.ARRAY,
          OperandType.TRUTH,
          OperandType.TRUTH);
  private static final TypedFunction REGRESSION =
      function("regression", FLOATING, OperandType.ARRAY, OperandType.TEXT);

  private static final SqlUserDefinedAggFunction SUMS =
      new SqlUserDefinedAggFunction(
          new SqlIdentifier("regression_sums_", SqlParserPos.ZERO),
          SqlKind.OTHER_FUNCTION,
          binding -> sums(binding.getTypeFactory()),
          InferTypes.FIRST_KNOWN,
          new ValueFunctions.Operands(OperandTypes.NUMERIC_NUMERIC),
          AggregateFunctionImpl.create(Regression.class),
          false,
          false,
          Optionality.FORBIDDEN);

  /** What the validator looks for by name. */
  public static final SqlOperatorTable TABLE = SqlOperatorTables.of(List.of(SUMS));

  private GroupSyntax() {}

  private static RelDataType sums(RelDataTypeFactory types) {
    RelDataType list = types.createArrayType(types.createSqlType(SqlTypeName.DOUBLE), -1);
    return types.createTypeWithNullability(list, true);
  }

  private static TypedFunction function(
      String name, TypedFunction.Result result, OperandType... wants) {
    String camel =
        name.replace("percentile_c", "percentileC").replace("percentile_d", "percentileD");
    Method method =
        Arrays.stream(GroupFunctions.class.getMethods())
            .filter(one -> one.getName().equals(camel))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no method " + camel));
    return new TypedFunction(name + "_", result, List.of(wants), false, false, method);
  }

  private static RelDataType continuous(RelDataTypeFactory types, List<RelDataType> all) {
    if (!SqlTypeUtil.isNumeric(all.get(1).getComponentType())) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "PERCENTILE_CONT of what is no number");
    }
    return listed(types, all.get(0), types.createSqlType(SqlTypeName.DOUBLE));
  }

  private static RelDataType discrete(RelDataTypeFactory types, List<RelDataType> all) {
    return listed(types, all.get(0), all.get(1).getComponentType());
  }

  /** Of several fractions there are several percentiles. */
  private static RelDataType listed(
      RelDataTypeFactory types, RelDataType fraction, RelDataType one) {
    boolean several = OperandType.isArray(fraction);
    if (!several && !SqlTypeUtil.isNumeric(fraction)) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_TYPE_MISMATCH, "A percentile is a number between 0 and 1, or an array.");
    }
    RelDataType nullable = types.createTypeWithNullability(one, true);
    return several
        ? types.createTypeWithNullability(types.createArrayType(nullable, -1), true)
        : nullable;
  }

  /** Whether it is one of these, around an aggregate that Calcite knows. */
  static boolean isOne(TypedFunction function) {
    return function.equals(CONT)
        || function.equals(DISC)
        || function.equals(MODE)
        || function.equals(COUNT)
        || function.equals(SORTED)
        || function.equals(REGRESSION);
  }

  /** What an aggregate means here; null if it is none of these. */
  static SqlNode inPlaceOf(SqlCall call) {
    if (call.getKind() == SqlKind.WITHIN_GROUP) {
      return ofSorted(call);
    }
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    if (call.operandCount() != 2 || call.getFunctionQuantifier() != null) {
      return null;
    }
    SqlParserPos place = call.getParserPosition();
    if (name.equals("regr_count")) {
      return COUNT.createCall(place, sumsOf(call));
    }
    return REGRESSIONS.contains(name)
        ? REGRESSION.createCall(place, sumsOf(call), SqlLiteral.createCharString(name, place))
        : null;
  }

  /** Whether an order goes by a value, and by it alone. */
  static boolean isOrderOf(SqlNodeList order, SqlNode value) {
    return order.size() == 1 && bare(order.get(0)).equalsDeep(value, Litmus.IGNORE);
  }

  private static SqlNode bare(SqlNode item) {
    SqlNode value = item;
    while (value.getKind() == SqlKind.DESCENDING
        || value.getKind() == SqlKind.NULLS_FIRST
        || value.getKind() == SqlKind.NULLS_LAST) {
      value = ((SqlCall) value).operand(0);
    }
    return value;
  }

  /** An array in the order of its elements that an item of ORDER BY names. */
  static SqlNode sorted(SqlNode array, SqlNode item) {
    boolean descending = false;
    Boolean nullsFirst = null;
    SqlNode value = item;
    while (value != bare(item)) {
      descending |= value.getKind() == SqlKind.DESCENDING;
      if (value.getKind() != SqlKind.DESCENDING) {
        nullsFirst = value.getKind() == SqlKind.NULLS_FIRST;
      }
      value = ((SqlCall) value).operand(0);
    }
    SqlParserPos place = item.getParserPosition();
    return SORTED.createCall(
        place,
        array,
        SqlLiteral.createBoolean(descending, place),
        SqlLiteral.createBoolean(nullsFirst == null ? descending : nullsFirst, place));
  }

  private static SqlNode sumsOf(SqlCall call) {
    return SUMS.createCall(
        call.getParserPosition(), floating(call.operand(0)), floating(call.operand(1)));
  }

  private static SqlNode floating(SqlNode value) {
    SqlParserPos place = value.getParserPosition();
    SqlDataTypeSpec type =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.DOUBLE, place), place);
    return SqlStdOperatorTable.CAST.createCall(place, value, type);
  }

  /** {@code percentile_cont(0.5) WITHIN GROUP (ORDER BY x)} and its like. */
  private static SqlNode ofSorted(SqlCall call) {
    SqlCall aggregate = call.operand(0);
    SqlNodeList order = call.operand(1);
    String name = aggregate.getOperator().getName().toLowerCase(Locale.ROOT);
    TypedFunction function =
        switch (name) {
          case "percentile_cont" -> CONT;
          case "percentile_disc" -> DISC;
          case "mode" -> MODE;
          default -> null;
        };
    if (function == null) {
      return HypotheticalRanks.inPlaceOf(call);
    }
    if (order.size() != 1 || aggregate.operandCount() != (function.equals(MODE) ? 0 : 1)) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID,
          "%s is written as %s WITHIN GROUP (ORDER BY value)."
              .formatted(
                  name.toUpperCase(Locale.ROOT),
                  function.equals(MODE) ? "MODE()" : name.toUpperCase(Locale.ROOT) + "(fraction)"));
    }
    SqlNode value = order.get(0);
    boolean descending = false;
    while (value != bare(value)) {
      descending |= value.getKind() == SqlKind.DESCENDING;
      value = ((SqlCall) value).operand(0);
    }
    SqlParserPos place = call.getParserPosition();
    SqlNode values = TypedSyntax.collected(aggregate, value, null);
    SqlNode direction = SqlLiteral.createBoolean(descending, place);
    return function.equals(MODE)
        ? MODE.createCall(place, values, direction)
        : function.createCall(place, aggregate.operand(0), values, direction);
  }
}
