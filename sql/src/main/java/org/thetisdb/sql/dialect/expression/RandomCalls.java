package org.thetisdb.sql.dialect.expression;

import java.util.Locale;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.thetisdb.sql.dialect.OwnFunctions;

/** Which texts ask for random values. Stateless. */
public final class RandomCalls {
  private RandomCalls() {}

  /** Whether an expression that is not validated yet asks for any. */
  public static boolean isIn(SqlNode expression) {
    return asks(expression, RandomCalls::isRandom);
  }

  /** Whether a call in it comes to something else each time, as those of sequences do, too. */
  public static boolean changesEachTime(SqlNode tree) {
    return asks(
        tree,
        operator -> {
          SqlOperator own = OwnFunctions.byName(operator.getName().toLowerCase(Locale.ROOT));
          return own != null && !own.isDeterministic();
        });
  }

  private static boolean asks(SqlNode expression, Predicate<SqlOperator> wanted) {
    try {
      expression.accept(
          new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
              if (wanted.test(call.getOperator())) {
                throw Util.FoundOne.NULL;
              }
              return super.visit(call);
            }
          });
      return false;
    } catch (Util.FoundOne e) {
      return true;
    }
  }

  private static boolean isRandom(SqlOperator operator) {
    SqlOperator own = OwnFunctions.byName(operator.getName().toLowerCase(Locale.ROOT));
    return own != null && !own.isDeterministic() && !OwnFunctions.isOfSequence(own);
  }
}
