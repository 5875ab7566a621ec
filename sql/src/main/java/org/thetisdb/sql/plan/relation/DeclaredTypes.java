package org.thetisdb.sql.plan.relation;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/**
 * Expressions of the types that are declared above them. A rule that proves a value to be there
 * leaves expressions and row types above as they were: columns that may be NULL. The planner takes
 * these for columns of other types. Stateless.
 */
public final class DeclaredTypes {
  private DeclaredTypes() {}

  /** The plan in which columns that are there, and may be NULL by what stands above, are cast. */
  public static RelNode apply(RelNode plan, RexBuilder builder) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            if (visited instanceof Project project) {
              return declared(project, builder);
            }
            return visited instanceof Filter filter
                ? filter.accept(new Columns(filter.getInput(), builder))
                : visited;
          }
        });
  }

  private static RelNode declared(Project project, RexBuilder builder) {
    Columns columns = new Columns(project.getInput(), builder);
    List<RexNode> values = new ArrayList<>();
    for (int i = 0; i < project.getProjects().size(); i++) {
      RexNode value = project.getProjects().get(i).accept(columns);
      RelDataType type = project.getRowType().getFieldList().get(i).getType();
      boolean mayBeNull = type.isNullable() && !value.getType().isNullable();
      values.add(mayBeNull ? builder.makeAbstractCast(type, value, false) : value);
    }
    return values.equals(project.getProjects())
        ? project
        : project.copy(project.getTraitSet(), project.getInput(), values, project.getRowType());
  }

  /** Columns of an input as they are by now. */
  private static final class Columns extends RexShuttle {
    private final RelDataType input;
    private final RexBuilder builder;

    Columns(RelNode input, RexBuilder builder) {
      this.input = input.getRowType();
      this.builder = builder;
    }

    @Override
    public RexNode visitInputRef(RexInputRef column) {
      RelDataType type = input.getFieldList().get(column.getIndex()).getType();
      boolean isThere = column.getType().isNullable() && !type.isNullable();
      return isThere
          ? builder.makeAbstractCast(
              column.getType(), RexInputRef.of(column.getIndex(), input), false)
          : column;
    }
  }
}
