package org.thetisdb.sql.plan.scalar;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/** What the operators of expressions do, in the order in which they stand. For one thread. */
final class Meanings extends RexVisitorImpl<Void> {
  private final List<Object> found = new ArrayList<>();

  private Meanings() {
    super(true);
  }

  static List<Object> of(List<RexNode> expressions) {
    Meanings meanings = new Meanings();
    expressions.forEach(expression -> expression.accept(meanings));
    return meanings.found;
  }

  /** What one operator does. */
  static Object of(SqlOperator operator) {
    return operator instanceof SqlUserDefinedFunction own
        ? own.getFunction()
        : new Operator(operator);
  }

  @Override
  public Void visitCall(RexCall call) {
    found.add(of(call.getOperator()));
    return super.visitCall(call);
  }

  /** One of Calcite's, of which there may be several with one name. */
  private record Operator(SqlOperator operator) {
    @SuppressWarnings("ReferenceEquality") // equality of operators is that of their names
    @Override
    public boolean equals(Object other) {
      return other instanceof Operator that && operator == that.operator;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(operator);
    }
  }
}
