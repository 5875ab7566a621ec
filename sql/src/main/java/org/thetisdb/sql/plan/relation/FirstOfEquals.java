package org.thetisdb.sql.plan.relation;

import com.google.common.collect.Lists;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;

/**
 * GREATEST and LEAST give the first of values that are equal, as 1.5 and 1.50 are. Calcite makes
 * comparisons of them that find the last, so they get the values the other way round. Stateless.
 */
final class FirstOfEquals implements SqlRexConvertletTable {
  static final FirstOfEquals INSTANCE = new FirstOfEquals();

  private FirstOfEquals() {}

  @Override
  public SqlRexConvertlet get(SqlCall call) {
    SqlRexConvertlet standard = StandardConvertletTable.INSTANCE.get(call);
    return switch (call.getKind()) {
      case GREATEST_PG, LEAST_PG -> (context, choice) -> reversed(standard, context, choice);
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
