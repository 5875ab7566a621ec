package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.schema.impl.AggregateFunctionImpl;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlUserDefinedAggFunction;
import org.apache.calcite.util.Optionality;
import org.thetisdb.sql.function.GroupText;

/**
 * STRING_AGG by a function of ours: Calcite's copies the text of a group for each row of it.
 * Stateless.
 */
final class TextAggregates {
  private static final int OPERANDS = 2;

  private static final SqlUserDefinedAggFunction GATHERED =
      new SqlUserDefinedAggFunction(
          new SqlIdentifier("group_text_", SqlParserPos.ZERO),
          SqlKind.OTHER_FUNCTION,
          SqlStdOperatorTable.LISTAGG.getReturnTypeInference(),
          null,
          null,
          AggregateFunctionImpl.create(GroupText.class),
          false,
          false,
          Optionality.OPTIONAL);

  private TextAggregates() {}

  /** A plan of which code is generated. */
  static RelNode apply(RelNode plan) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof Aggregate aggregate ? replaced(aggregate) : visited;
          }
        });
  }

  private static RelNode replaced(Aggregate aggregate) {
    if (aggregate.getAggCallList().stream().noneMatch(TextAggregates::isText)) {
      return aggregate;
    }
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      calls.add(isText(call) ? gathered(call) : call);
    }
    return aggregate.copy(
        aggregate.getTraitSet(),
        aggregate.getInput(),
        aggregate.getGroupSet(),
        aggregate.getGroupSets(),
        calls);
  }

  private static boolean isText(AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.LISTAGG
        && call.getArgList().size() == OPERANDS;
  }

  private static AggregateCall gathered(AggregateCall call) {
    return AggregateCall.create(
        call.getParserPosition(),
        GATHERED,
        call.isDistinct(),
        call.isApproximate(),
        call.ignoreNulls(),
        call.rexList,
        call.getArgList(),
        call.filterArg,
        call.distinctKeys,
        call.getCollation(),
        call.getType(),
        call.getName());
  }
}
