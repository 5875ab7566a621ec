package org.thetisdb.sql.plan.relation;

import com.google.common.collect.Lists;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.thetisdb.sql.evaluation.OpaqueTruth;

/**
 * What Calcite makes of some expressions, changed where it would come to other values.
 *
 * <p>GREATEST and LEAST give the first of values that are equal, as 1.5 and 1.50 are. Calcite makes
 * comparisons of them that find the last, so they get the values the other way round.
 *
 * <p>Truths that are compared by their order, as {@code BETWEEN false AND true} does, become a
 * SEARCH whose operand Calcite simplifies as if unknown were false: it may not look into it.
 *
 * <p>Stateless.
 */
final class Convertlets implements SqlRexConvertletTable {
  static final Convertlets INSTANCE = new Convertlets();

  private Convertlets() {}

  @Override
  public SqlRexConvertlet get(SqlCall call) {
    SqlRexConvertlet standard = StandardConvertletTable.INSTANCE.get(call);
    return switch (call.getKind()) {
      case GREATEST_PG, LEAST_PG -> (context, choice) -> reversed(standard, context, choice);
      case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL, BETWEEN ->
          (context, order) ->
              OpaqueTruth.ofCompared(standard.convertCall(context, order), context.getRexBuilder());
      default -> standard;
    };
  }

  private static RexNode reversed(SqlRexConvertlet standard, SqlRexContext context, SqlCall call) {
    SqlCall other =
        call.getOperator()
            .createCall(call.getParserPosition(), Lists.reverse(call.getOperandList()));
    context
        .getValidator()
        .setValidatedNodeType(other, context.getValidator().getValidatedNodeType(call));
    return standard.convertCall(context, other);
  }
}
