package org.thetisdb.sql.dialect.validation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.CompositeOperandTypeChecker;
import org.apache.calcite.sql.type.ImplicitCastOperandTypeChecker;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.sql.dialect.ValueFunctions;

/**
 * What a function wants as its operands, for parameters that stand there. Stateless.
 *
 * @param named the types that are known of the function's name, the last one for all that follow;
 *     null if none are
 * @param checker what Calcite says of them; null for nothing
 */
record FunctionOperands(List<SqlTypeName> named, SqlOperandTypeChecker checker) {
  private static final SqlTypeName TEXT = SqlTypeName.VARCHAR;
  private static final SqlTypeName WHOLE = SqlTypeName.INTEGER;
  private static final SqlTypeName NUMBER = SqlTypeName.DECIMAL;

  private static final Map<String, List<SqlTypeName>> BY_NAME =
      Map.ofEntries(
          Map.entry("EXTRACT", List.of(SqlTypeName.TIMESTAMP)),
          Map.entry("YEAR", List.of(SqlTypeName.TIMESTAMP)),
          Map.entry("QUARTER", List.of(SqlTypeName.TIMESTAMP)),
          Map.entry("MONTH", List.of(SqlTypeName.TIMESTAMP)),
          Map.entry("WEEK", List.of(SqlTypeName.TIMESTAMP)),
          Map.entry("DAYOFYEAR", List.of(SqlTypeName.TIMESTAMP)),
          Map.entry("DAYOFMONTH", List.of(SqlTypeName.TIMESTAMP)),
          Map.entry("DAYOFWEEK", List.of(SqlTypeName.TIMESTAMP)),
          Map.entry("HOUR", List.of(SqlTypeName.TIMESTAMP)),
          Map.entry("MINUTE", List.of(SqlTypeName.TIMESTAMP)),
          Map.entry("SECOND", List.of(SqlTypeName.TIMESTAMP)),
          Map.entry("SUBSTRING", List.of(TEXT, WHOLE)),
          Map.entry("SUBSTR", List.of(TEXT, WHOLE)),
          Map.entry("LEFT", List.of(TEXT, WHOLE)),
          Map.entry("RIGHT", List.of(TEXT, WHOLE)),
          Map.entry("REPEAT", List.of(TEXT, WHOLE)),
          Map.entry("LPAD", List.of(TEXT, WHOLE, TEXT)),
          Map.entry("RPAD", List.of(TEXT, WHOLE, TEXT)),
          Map.entry("SPLIT_PART", List.of(TEXT, TEXT, WHOLE)),
          Map.entry("OVERLAY", List.of(TEXT, TEXT, WHOLE)),
          Map.entry("POSITION", List.of(TEXT, TEXT, WHOLE)),
          Map.entry("ROUND", List.of(NUMBER, WHOLE)),
          Map.entry("TRUNCATE", List.of(NUMBER, WHOLE)),
          Map.entry("REPLACE", List.of(TEXT)),
          Map.entry("TRANSLATE", List.of(TEXT)),
          Map.entry("CONCAT", List.of(TEXT)),
          Map.entry("CONCAT_WS", List.of(TEXT)),
          Map.entry("REVERSE", List.of(TEXT)),
          Map.entry("TRIM", List.of(TEXT)),
          Map.entry("LTRIM", List.of(TEXT)),
          Map.entry("RTRIM", List.of(TEXT)),
          Map.entry("LENGTH", List.of(TEXT)),
          Map.entry("CHAR_LENGTH", List.of(TEXT)),
          Map.entry("CHARACTER_LENGTH", List.of(TEXT)),
          Map.entry("UPPER", List.of(TEXT)),
          Map.entry("LOWER", List.of(TEXT)),
          Map.entry("INITCAP", List.of(TEXT)),
          Map.entry("||", List.of(TEXT)),
          Map.entry("NEXTVAL", List.of(TEXT)));

  /** What this operator wants. */
  static FunctionOperands of(SqlOperator operator) {
    String name = operator.getName().toUpperCase(Locale.ROOT);
    return new FunctionOperands(BY_NAME.get(name), operator.getOperandTypeChecker());
  }

  /** The type of an operand; null if any will do. */
  SqlTypeName type(int operand) {
    if (named != null) {
      return named.get(Math.min(operand, named.size() - 1));
    }
    SqlTypeFamily family = family(checker, operand);
    return family == null ? null : type(family);
  }

  /** Whether the other operands tell the type of one that may be any. */
  boolean isLikeOthers(int operand) {
    return named == null && family(checker, operand) != SqlTypeFamily.CHARACTER;
  }

  private static SqlTypeFamily family(SqlOperandTypeChecker checker, int operand) {
    try {
      if (checker instanceof ValueFunctions.Operands ours) {
        return family(ours.rule(), operand);
      }
      if (checker instanceof CompositeOperandTypeChecker composite) {
        return composite.getRules().stream()
            .map(rule -> family(rule, operand))
            .filter(family -> family != null && family != SqlTypeFamily.ANY)
            .findFirst()
            .orElse(null);
      }
      return checker instanceof ImplicitCastOperandTypeChecker one
          ? one.getOperandSqlTypeFamily(operand)
          : null;
    } catch (IndexOutOfBoundsException e) {
      return null; // a function that is given more operands than it takes is refused later
    }
  }

  private static SqlTypeName type(SqlTypeFamily family) {
    if (Arrays.asList(SqlTypeFamily.CHARACTER, SqlTypeFamily.STRING).contains(family)) {
      return TEXT;
    }
    return switch (family) {
      case NUMERIC, EXACT_NUMERIC, DECIMAL -> NUMBER;
      case APPROXIMATE_NUMERIC -> SqlTypeName.DOUBLE;
      case INTEGER, UNSIGNED_NUMERIC -> WHOLE;
      case BOOLEAN -> SqlTypeName.BOOLEAN;
      case BINARY -> SqlTypeName.VARBINARY;
      case DATE -> SqlTypeName.DATE;
      case TIME -> SqlTypeName.TIME;
      case TIMESTAMP, DATETIME -> SqlTypeName.TIMESTAMP;
      default -> null;
    };
  }
}
