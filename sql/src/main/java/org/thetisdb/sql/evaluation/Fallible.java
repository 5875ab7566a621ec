package org.thetisdb.sql.evaluation;

import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.dialect.expression.NumberCalls;

/**
 * Which expressions may end in an error, by the values that they are given. What is not known here
 * may. Stateless.
 */
public final class Fallible {
  /** Operators that come to a value for all values of their operands. */
  private static final Set<SqlKind> SURE =
      EnumSet.of(
          SqlKind.AND,
          SqlKind.OR,
          SqlKind.NOT,
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM,
          SqlKind.IS_NULL,
          SqlKind.IS_NOT_NULL,
          SqlKind.IS_TRUE,
          SqlKind.IS_NOT_TRUE,
          SqlKind.IS_FALSE,
          SqlKind.IS_NOT_FALSE,
          SqlKind.IS_UNKNOWN,
          SqlKind.CASE,
          SqlKind.COALESCE,
          SqlKind.NULLIF,
          SqlKind.GREATEST,
          SqlKind.LEAST,
          SqlKind.SEARCH,
          SqlKind.IN,
          SqlKind.ROW,
          SqlKind.PLUS_PREFIX,
          SqlKind.TRIM,
          SqlKind.EXTRACT,
          SqlKind.POSITION,
          SqlKind.ARRAY_VALUE_CONSTRUCTOR);

  /** Calculation that fails where a value is beyond its type. */
  private static final Set<SqlKind> ARITHMETIC =
      EnumSet.of(
          SqlKind.PLUS,
          SqlKind.MINUS,
          SqlKind.TIMES,
          SqlKind.MINUS_PREFIX,
          SqlKind.CHECKED_PLUS,
          SqlKind.CHECKED_MINUS,
          SqlKind.CHECKED_TIMES,
          SqlKind.CHECKED_MINUS_PREFIX);

  private static final Set<SqlKind> DIVISIONS =
      EnumSet.of(SqlKind.DIVIDE, SqlKind.MOD, SqlKind.CHECKED_DIVIDE);

  /** Patterns are the same for all rows if they look at none. */
  private static final Set<SqlKind> PATTERNS =
      EnumSet.of(SqlKind.LIKE, SqlKind.SIMILAR, SqlKind.POSIX_REGEX_CASE_SENSITIVE);

  private static final Set<String> SURE_NAMES =
      Set.of(
          "UPPER",
          "LOWER",
          "CHAR_LENGTH",
          "CHARACTER_LENGTH",
          "LENGTH",
          "OCTET_LENGTH",
          "||",
          "CURRENT_DATE",
          "CURRENT_TIMESTAMP",
          "LOCALTIMESTAMP",
          "NOW",
          "GROUPING",
          "truth_");

  private Fallible() {}

  /** Whether it may fail, or what it comes to depends on how often it is calculated. */
  public static boolean mayFail(RexNode expression) {
    try {
      expression.accept(new Finder(true));
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }

  /**
   * Whether a query may fail for a reason that a condition around it would be written for: an
   * overflow is none.
   */
  public static boolean mayFail(RelNode query) {
    try {
      new RelVisitor() {
        @Override
        public void visit(RelNode node, int ordinal, RelNode parent) {
          boolean single =
              node instanceof Aggregate aggregate
                  && aggregate.getAggCallList().stream()
                      .anyMatch(call -> call.getAggregation().getKind() == SqlKind.SINGLE_VALUE);
          if (single) {
            throw Util.FoundOne.NULL;
          }
          node.accept(new Finder(false));
          super.visit(node, ordinal, parent);
        }
      }.go(query);
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }

  /** Ends with an exception where it finds one. */
  private static final class Finder extends RexShuttle {
    private final boolean arithmetic;

    Finder(boolean arithmetic) {
      this.arithmetic = arithmetic;
    }

    @Override
    public RexNode visitCall(RexCall call) {
      if (!isSure(call)) {
        throw Util.FoundOne.NULL;
      }
      return super.visitCall(call);
    }

    private boolean isSure(RexCall call) {
      SqlKind kind = NumberCalls.kindOf(call);
      if (SURE.contains(kind)) {
        return true;
      }
      if (ARITHMETIC.contains(kind)) {
        return !arithmetic;
      }
      if (kind == SqlKind.CAST || kind == SqlKind.REINTERPRET) {
        return isWider(call.getOperands().get(0).getType(), call.getType());
      }
      if (isPattern(kind)) {
        return call.getOperands().stream().skip(1).noneMatch(RexUtil::containsInputRef);
      }
      if (DIVISIONS.contains(kind)) {
        return !arithmetic && isOther(call.getOperands().get(1), BigDecimal.ZERO);
      }
      return SURE_NAMES.contains(call.getOperator().getName().toUpperCase(Locale.ROOT));
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery query) {
      if (query.getKind() == SqlKind.SCALAR_QUERY || mayFail(query.rel)) {
        throw Util.FoundOne.NULL;
      }
      return super.visitSubQuery(query);
    }
  }

  private static boolean isOther(RexNode number, BigDecimal than) {
    return number instanceof RexLiteral literal
        && !literal.isNull()
        && SqlTypeUtil.isNumeric(literal.getType())
        && literal.getValueAs(BigDecimal.class).compareTo(than) != 0;
  }

  private static boolean isPattern(SqlKind kind) {
    return PATTERNS.contains(kind) || kind == SqlKind.POSIX_REGEX_CASE_INSENSITIVE;
  }

  /** Whether each value of a type has one of the other type. */
  private static boolean isWider(RelDataType from, RelDataType to) {
    SqlTypeName name = to.getSqlTypeName();
    if (SqlTypeUtil.equalSansNullability(from, to) || from.getSqlTypeName() == SqlTypeName.NULL) {
      return true;
    }
    if (SqlTypeUtil.isCharacter(to)) {
      return SqlTypeUtil.isAtomic(from) && !SqlTypeUtil.isBinary(from);
    }
    if (SqlTypeUtil.isNumeric(from) && SqlTypeUtil.isNumeric(to)) {
      return name == SqlTypeName.DOUBLE
          || (isExact(from, to)
              && (isOfAnyScale(to)
                  || (!isOfAnyScale(from) && wholeDigits(to) >= wholeDigits(from))));
    }
    boolean same = from.getSqlTypeName() == name && SqlTypeUtil.isDatetime(from);
    return same || (from.getSqlTypeName() == SqlTypeName.DATE && name == SqlTypeName.TIMESTAMP);
  }

  private static boolean isExact(RelDataType from, RelDataType to) {
    return SqlTypeUtil.isExactNumeric(from) && SqlTypeUtil.isExactNumeric(to);
  }

  private static boolean isOfAnyScale(RelDataType exact) {
    return exact.getScale() == RelDataType.SCALE_NOT_SPECIFIED;
  }

  private static int wholeDigits(RelDataType exact) {
    return exact.getPrecision() - Math.max(0, exact.getScale());
  }
}
