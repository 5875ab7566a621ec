package org.thetisdb.sql.plan;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * Projections whose columns may be NULL by their row type, but not by their expressions: a rule
 * that proves a value to be there leaves the row type as it was. The planner takes that for an
 * expression of another type. Stateless.
 */
final class DeclaredTypes {
  private DeclaredTypes() {}

  /** The plan with expressions of the declared types. */
  static RelNode apply(RelNode plan, RexBuilder builder) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof Project project ? declared(project, builder) : visited;
          }
        });
  }

  /** A column of the type that the input has by now. */
  private static RexNode ofInput(RexNode value, RelNode input) {
    return value instanceof RexInputRef column
        ? RexInputRef.of(column.getIndex(), input.getRowType())
        : value;
  }

  private static RelNode declared(Project project, RexBuilder builder) {
    List<RexNode> values = new ArrayList<>();
    boolean differs = false;
    for (int i = 0; i < project.getProjects().size(); i++) {
      RexNode value = ofInput(project.getProjects().get(i), project.getInput());
      RelDataType type = project.getRowType().getFieldList().get(i).getType();
      boolean mayBeNull = type.isNullable() && !value.getType().isNullable();
      differs |= mayBeNull;
      values.add(mayBeNull ? builder.makeAbstractCast(type, value, false) : value);
    }
    return differs
        ? project.copy(project.getTraitSet(), project.getInput(), values, project.getRowType())
        : project;
  }
}
