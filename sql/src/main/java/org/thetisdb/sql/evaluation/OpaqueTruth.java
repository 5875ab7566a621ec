package org.thetisdb.sql.evaluation;

import java.util.List;
import org.apache.calcite.linq4j.function.Deterministic;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.sql.dialect.OperandType;
import org.thetisdb.sql.dialect.TypedFunction;

/**
 * The truth of a subquery as a value that is compared. Calcite (1.42.0) simplifies what {@code
 * SEARCH} looks at as if unknown were false wherever that is so for the whole condition; it does
 * not look into this function. Stateless.
 */
@Deterministic
public final class OpaqueTruth {
  private static final TypedFunction OPERATOR = operator();

  private OpaqueTruth() {}

  private static TypedFunction operator() {
    try {
      return new TypedFunction(
          "truth_",
          (types, all) -> all.get(0),
          List.of(OperandType.ANY),
          false,
          true,
          OpaqueTruth.class.getMethod("truth", boolean.class));
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  /** The same truth, which nobody looks into. */
  static RexNode of(RexNode truth, RexBuilder builder) {
    return builder.makeCall(truth.getType(), OPERATOR, List.of(truth));
  }

  /**
   * A comparison, or a condition of some, whose truths nobody looks into if they are compared by
   * their order.
   */
  public static RexNode ofCompared(RexNode condition, RexBuilder builder) {
    if (!(condition instanceof RexCall call)) {
      return condition;
    }
    return switch (call.getKind()) {
      case AND, OR, NOT ->
          call.clone(
              call.getType(),
              call.getOperands().stream().map(part -> ofCompared(part, builder)).toList());
      case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          isTruth(call.getOperands().get(0)) && isTruth(call.getOperands().get(1))
              ? call.clone(
                  call.getType(),
                  call.getOperands().stream().map(truth -> opaque(truth, builder)).toList())
              : call;
      default -> call;
    };
  }

  private static RexNode opaque(RexNode truth, RexBuilder builder) {
    return truth instanceof RexLiteral ? truth : of(truth, builder);
  }

  private static boolean isTruth(RexNode node) {
    return node.getType().getSqlTypeName() == SqlTypeName.BOOLEAN;
  }

  /** What the function does: generated code calls it. */
  public static boolean truth(boolean value) {
    return value;
  }
}
