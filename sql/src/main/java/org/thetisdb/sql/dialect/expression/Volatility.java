package org.thetisdb.sql.dialect.expression;

import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.dialect.OwnFunctions;

/** Which expressions come to something else in each run. Stateless. */
public final class Volatility {
  private Volatility() {}

  /** Whether it asks for time or randomness; sequences are handed in while planning, too. */
  public static boolean needsRun(RexNode expression) {
    return asks(expression, false);
  }

  /** Whether it asks for time, randomness or sequences. */
  public static boolean changes(RexNode expression) {
    return asks(expression, true);
  }

  private static boolean asks(RexNode expression, boolean forSequences) {
    try {
      expression.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitCall(RexCall call) {
              boolean own = OwnFunctions.isOfSequence(call.getOperator());
              if ((forSequences || !own)
                  && (call.getOperator().isDynamicFunction()
                      || !call.getOperator().isDeterministic())) {
                throw Util.FoundOne.NULL;
              }
              return super.visitCall(call);
            }
          });
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }
}
