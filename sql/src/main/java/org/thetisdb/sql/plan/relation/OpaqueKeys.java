package org.thetisdb.sql.plan.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * Columns that a subquery looks at and that nobody may take for never NULL. Calcite (1.42.0) finds
 * a column not NULL if a join below compares it, also where an outer join keeps the rows that do
 * not match; then it joins the subquery by {@code =} in place of {@code IS NOT DISTINCT FROM}, and
 * rows around with NULL there meet no count of zero. It does not look into a function. Stateless.
 */
public final class OpaqueKeys {
  private static final SqlFunction OPAQUE =
      new SqlFunction(
          "opaque_key",
          SqlKind.OTHER_FUNCTION,
          ReturnTypes.ARG0,
          null,
          OperandTypes.ANY,
          SqlFunctionCategory.USER_DEFINED_FUNCTION);

  private OpaqueKeys() {}

  /** The plan before decorrelation: such columns are results of a function. */
  public static RelNode hidden(RelNode plan) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof Correlate correlate ? hidden(correlate) : visited;
          }
        });
  }

  private static RelNode hidden(Correlate correlate) {
    RelNode left = correlate.getLeft();
    List<RelDataTypeField> fields = left.getRowType().getFieldList();
    RexBuilder builder = correlate.getCluster().getRexBuilder();
    List<RexNode> columns = new ArrayList<>();
    boolean hides = false;
    for (RelDataTypeField field : fields) {
      RexNode column = builder.makeInputRef(left, field.getIndex());
      boolean isHidden =
          field.getType().isNullable()
              && correlate.getRequiredColumns().get(field.getIndex())
              && isKeptByOuterJoin(left, field.getIndex());
      hides |= isHidden;
      columns.add(isHidden ? builder.makeCall(field.getType(), OPAQUE, List.of(column)) : column);
    }
    return hides
        ? correlate.copy(
            correlate.getTraitSet(),
            List.of(
                LogicalProject.create(
                    left, List.of(), columns, left.getRowType().getFieldNames(), Set.of()),
                correlate.getRight()))
        : correlate;
  }

  /** Whether a column comes from the side of an outer join of which all rows are kept. */
  private static boolean isKeptByOuterJoin(RelNode node, int column) {
    if (node instanceof Project project) {
      return project.getProjects().get(column) instanceof RexInputRef below
          && isKeptByOuterJoin(project.getInput(), below.getIndex());
    }
    if (node instanceof Aggregate groups) {
      return column < groups.getGroupCount()
          && isKeptByOuterJoin(groups.getInput(), groups.getGroupSet().nth(column));
    }
    if (node instanceof Filter || node instanceof Sort) {
      return isKeptByOuterJoin(node.getInput(0), column);
    }
    if (node instanceof Correlate correlate) {
      int first = correlate.getLeft().getRowType().getFieldCount();
      return column < first
          && (correlate.getJoinType().isOuterJoin()
              || isKeptByOuterJoin(correlate.getLeft(), column));
    }
    return node instanceof Join join && isKeptByOuterJoin(join, column);
  }

  private static boolean isKeptByOuterJoin(Join join, int column) {
    int first = join.getLeft().getRowType().getFieldCount();
    boolean isLeft = column < first;
    boolean isKept =
        isLeft
            ? join.getJoinType().generatesNullsOnRight()
            : join.getJoinType().generatesNullsOnLeft();
    return isKept
        || (isLeft
            ? isKeptByOuterJoin(join.getLeft(), column)
            : isKeptByOuterJoin(join.getRight(), column - first));
  }

  /** The plan behind decorrelation: the columns are themselves again. */
  public static RelNode shown(RelNode plan) {
    RexShuttle bare =
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            return OPAQUE.equals(call.getOperator())
                ? call.getOperands().get(0).accept(this)
                : super.visitCall(call);
          }
        };
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(bare);
          }
        });
  }
}
