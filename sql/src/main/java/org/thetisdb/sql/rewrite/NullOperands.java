package org.thetisdb.sql.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A bare NULL as the operand of a function: it has the type that PostgreSQL would take, since
 * Calcite makes no code for values of no type. Stateless.
 */
final class NullOperands {
  private static final Map<String, SqlTypeName> TYPES = new HashMap<>();

  static {
    put(SqlTypeName.DOUBLE, "abs", "@", "exp", "ln", "log10", "floor", "ceil", "ceiling", "sign");
    put(SqlTypeName.DOUBLE, "sqrt", "cbrt", "degrees", "radians", "sin", "cos", "tan", "cot");
    put(SqlTypeName.DOUBLE, "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh");
    put(SqlTypeName.DOUBLE, "asinh", "acosh", "atanh", "sum", "avg", "stddev", "stddev_pop");
    put(SqlTypeName.DOUBLE, "stddev_samp", "variance", "var_pop", "var_samp");
    put(SqlTypeName.INTEGER, "mod", "%");
    put(SqlTypeName.DECIMAL, "round", "trunc", "truncate");
    put(SqlTypeName.VARCHAR, "min", "max");
    put(SqlTypeName.BOOLEAN, "bool_and", "bool_or", "every");
  }

  private NullOperands() {}

  private static void put(SqlTypeName type, String... functions) {
    for (String function : functions) {
      TYPES.put(function, type);
    }
  }

  /** The call with NULLs of a type; as it is if there is nothing to do. */
  static SqlCall typed(SqlCall call) {
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    if (call.getOperandList().stream().noneMatch(NullOperands::isNull)) {
      return call;
    }
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    if (name.equals("string_agg") || name.equals("listagg")) {
      return call.operandCount() == 2 ? withoutSeparator(call, operands) : call;
    }
    SqlTypeName type = TYPES.get(name);
    if (type == null) {
      return call;
    }
    for (int i = 0; i < operands.size(); i++) {
      if (isNull(operands.get(i))) {
        operands.set(
            i,
            cast(
                operands.get(i),
                i == 1 && name.matches("round|trunc.*") ? SqlTypeName.INTEGER : type));
      }
    }
    return call.getOperator()
        .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
  }

  private static SqlCall withoutSeparator(SqlCall call, List<SqlNode> operands) {
    if (!isNull(operands.get(1))) {
      return call;
    }
    operands.set(1, SqlLiteral.createCharString("", call.getParserPosition()));
    return call.getOperator()
        .createCall(call.getFunctionQuantifier(), call.getParserPosition(), operands);
  }

  /** Whether it is NULL without a type. */
  static boolean isNull(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.NULL;
  }

  private static SqlNode cast(SqlNode value, SqlTypeName type) {
    SqlParserPos place = value.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(
        place, value, new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, place), place));
  }
}
