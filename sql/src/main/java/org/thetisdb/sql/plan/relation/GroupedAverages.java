package org.thetisdb.sql.plan.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * Averages of a column by which rows are grouped. Calcite takes the column for its average, which
 * is so but for the digits: an average has those of a division. So it averages a copy. Stateless.
 */
public final class GroupedAverages {
  private GroupedAverages() {}

  /** The same query, in which no average is one of a group's key. */
  public static RelNode apply(RelNode query, RexBuilder builder) {
    return query.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof Aggregate groups
                    && groups.getAggCallList().stream().anyMatch(call -> isOfKey(call, groups))
                ? withCopies(groups, builder)
                : visited;
          }
        });
  }

  private static boolean isOfKey(AggregateCall call, Aggregate groups) {
    return call.getAggregation().getKind() == SqlKind.AVG
        && groups.getGroupSet().get(call.getArgList().get(0));
  }

  private static RelNode withCopies(Aggregate groups, RexBuilder builder) {
    RelNode input = groups.getInput();
    List<RexNode> columns = new ArrayList<>(builder.identityProjects(input.getRowType()));
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : groups.getAggCallList()) {
      if (isOfKey(call, groups)) {
        int argument = call.getArgList().get(0);
        calls.add(call.withArgList(List.of(columns.size())));
        columns.add(columns.get(argument));
      } else {
        calls.add(call);
      }
    }
    RelDataType type = RexUtil.createStructType(builder.getTypeFactory(), columns, null, null);
    RelNode copies = LogicalProject.create(input, List.of(), columns, type, Set.of());
    return groups.copy(
        groups.getTraitSet(), copies, groups.getGroupSet(), groups.getGroupSets(), calls);
  }
}
