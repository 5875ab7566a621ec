package org.thetisdb.sql.access;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.thetisdb.sql.dialect.TypedFunctions;
import org.thetisdb.sql.function.ArrayFunctions;

/** Takes conditions apart. Stateless. */
final class Conjuncts {
  private Conjuncts() {}

  /** What all must be true, each as simple as can be. */
  static List<RexNode> of(RexBuilder builder, RexNode condition) {
    List<RexNode> parts = new ArrayList<>();
    for (RexNode part : RelOptUtil.conjunctions(condition)) {
      parts.addAll(RelOptUtil.conjunctions(RexUtil.expandSearch(builder, null, part)));
    }
    return parts;
  }

  /** A comparison of one column with something that does not depend on the row. */
  record Comparison(int column, SqlKind kind, RexNode value) {}

  /** The comparison that this is; null if it is none. */
  static Comparison comparison(RexNode condition) {
    if (!(condition instanceof RexCall call) || call.getOperands().size() != 2) {
      return null;
    }
    RexNode left = call.getOperands().get(0);
    RexNode right = call.getOperands().get(1);
    return switch (call.getKind()) {
      case EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL -> {
        Comparison straight = comparison(left, call.getKind(), right);
        yield straight != null ? straight : comparison(right, call.getKind().reverse(), left);
      }
      default -> null;
    };
  }

  private static Comparison comparison(RexNode column, SqlKind kind, RexNode value) {
    RexNode bare = withoutLosslessCast(column);
    if (!(bare instanceof RexInputRef ref) || !isConstant(value)) {
      return null;
    }
    return comparable(ref.getType(), value.getType())
        ? new Comparison(ref.getIndex(), kind, value)
        : null;
  }

  private static RexNode withoutLosslessCast(RexNode node) {
    if (node.getKind() != SqlKind.CAST) {
      return node;
    }
    RexNode inner = ((RexCall) node).getOperands().get(0);
    return isLossless(inner.getType(), node.getType()) ? inner : node;
  }

  private static boolean isLossless(RelDataType from, RelDataType to) {
    if (SqlTypeUtil.isIntType(from)) {
      return SqlTypeUtil.isIntType(to) ? width(to) >= width(from) : isWideDecimal(to);
    }
    if (SqlTypeUtil.isDecimal(from) && SqlTypeUtil.isDecimal(to)) {
      return isOfAnyScale(to);
    }
    boolean texts = SqlTypeUtil.isCharacter(from) && to.getSqlTypeName() == SqlTypeName.VARCHAR;
    return texts && (to.getPrecision() < 0 || to.getPrecision() >= from.getPrecision());
  }

  private static boolean isWideDecimal(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL
        && (isOfAnyScale(type) || type.getPrecision() - type.getScale() >= 19);
  }

  private static boolean isOfAnyScale(RelDataType decimal) {
    return decimal.getScale() == RelDataType.SCALE_NOT_SPECIFIED;
  }

  private static int width(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case TINYINT -> 1;
      case SMALLINT -> 2;
      case INTEGER -> 4;
      default -> 8;
    };
  }

  /** Whether a key of the column's type can be made of the value. */
  private static boolean comparable(RelDataType column, RelDataType value) {
    SqlTypeName name = value.getSqlTypeName();
    return switch (column.getSqlTypeName()) {
      case TINYINT, SMALLINT, INTEGER, BIGINT -> SqlTypeUtil.isNumeric(value);
      case DECIMAL -> SqlTypeUtil.isExactNumeric(value);
      case REAL, FLOAT, DOUBLE -> SqlTypeUtil.isNumeric(value);
      case CHAR, VARCHAR -> SqlTypeUtil.isCharacter(value);
      case BINARY, VARBINARY -> SqlTypeUtil.isBinary(value);
      case DATE -> name == SqlTypeName.DATE;
      case TIMESTAMP -> name == SqlTypeName.TIMESTAMP || name == SqlTypeName.DATE;
      case TIME, BOOLEAN, UUID, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> name == column.getSqlTypeName();
      default -> false;
    };
  }

  /** Whether the value is the same for all rows of the table. */
  static boolean isConstant(RexNode node) {
    return !RexUtil.containsInputRef(node) && RexUtil.isDeterministic(node);
  }

  /** The values that one column may have by this condition; null if it says nothing like that. */
  static Alternatives alternatives(RexNode condition) {
    if (condition instanceof RexCall call && call.getOperator().equals(TypedFunctions.ANY)) {
      return elements(call);
    }
    if (condition.getKind() != SqlKind.OR) {
      Comparison single = comparison(condition);
      return single == null || single.kind() != SqlKind.EQUALS
          ? null
          : new Alternatives(single.column(), List.of(single.value()));
    }
    List<RexNode> values = new ArrayList<>();
    int column = -1;
    for (RexNode part : RelOptUtil.disjunctions(condition)) {
      Comparison comparison = comparison(part);
      if (comparison == null
          || comparison.kind() != SqlKind.EQUALS
          || (column >= 0 && column != comparison.column())) {
        return null;
      }
      column = comparison.column();
      values.add(comparison.value());
    }
    return new Alternatives(column, values);
  }

  /** {@code column = ANY (array)}. */
  private static Alternatives elements(RexCall any) {
    RexNode column = withoutLosslessCast(any.getOperands().get(0));
    RexNode array = any.getOperands().get(1);
    RexLiteral how = (RexLiteral) any.getOperands().get(2);
    boolean equal = how.getValueAs(String.class).equals(ArrayFunctions.Comparison.EQUAL.symbol());
    boolean keys =
        equal
            && column instanceof RexInputRef
            && isConstant(array)
            && comparable(column.getType(), array.getType().getComponentType());
    return keys ? new Alternatives(((RexInputRef) column).getIndex(), List.of(array)) : null;
  }

  /**
   * Values that one column may have.
   *
   * @param values one by one, or one array of all
   */
  record Alternatives(int column, List<RexNode> values) {
    /** How many there are, or about as many. */
    int count() {
      return count(values);
    }

    static int count(List<RexNode> values) {
      return isArray(values) ? ELEMENTS : values.size();
    }

    private static boolean isArray(List<RexNode> values) {
      return values.get(0).getType().getSqlTypeName() == SqlTypeName.ARRAY;
    }
  }

  /** As many elements an array is taken to have. */
  private static final int ELEMENTS = 20;
}
