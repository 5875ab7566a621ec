package org.thetisdb.sql.dialect.syntax;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.parse.form.QueryClauses;

/**
 * Frames of GROUPS by a number of groups: groups are numbered by DENSE_RANK, and the frame is one
 * of RANGE over the numbers. The grammar has no GROUPS, so such frames come as those of ROWS by
 * numbers that no table has rows for. Stateless.
 */
public final class GroupFrames {
  private GroupFrames() {}

  /** The plan without such frames. */
  public static RelNode apply(RelNode plan, RexBuilder builder) {
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof Project project
                    && RexOver.containsOver(project.getProjects(), null)
                ? numbered(project, builder)
                : visited;
          }
        });
  }

  private static RelNode numbered(Project project, RexBuilder builder) {
    Numbering numbering = new Numbering(project.getInput(), builder);
    List<RexNode> projects = numbering.apply(project.getProjects());
    if (numbering.ranks.isEmpty()) {
      return project;
    }
    List<RexNode> below = new ArrayList<>();
    project
        .getInput()
        .getRowType()
        .getFieldList()
        .forEach(
            field -> below.add(RexInputRef.of(field.getIndex(), project.getInput().getRowType())));
    below.addAll(numbering.ranks);
    RelNode inner =
        LogicalProject.create(project.getInput(), List.of(), below, (List<String>) null, Set.of());
    return LogicalProject.create(
        inner,
        project.getHints(),
        projects,
        project.getRowType().getFieldNames(),
        project.getVariablesSet());
  }

  /** For one projection; not thread-safe. */
  private static final class Numbering extends RexShuttle {
    private final RexBuilder builder;
    private final int width;
    private final RelDataType number;
    private final List<RexNode> ranks = new ArrayList<>();

    Numbering(RelNode input, RexBuilder builder) {
      this.builder = builder;
      this.width = input.getRowType().getFieldCount();
      this.number = builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    }

    @Override
    public RexNode visitOver(RexOver over) {
      RexWindow window = over.getWindow();
      if (!window.isRows()
          || !(isMarked(window.getLowerBound()) || isMarked(window.getUpperBound()))) {
        return super.visitOver(over);
      }
      if (window.orderKeys.isEmpty()) {
        throw ThetisException.withMessage(
            ErrorCode.MISPLACED_WINDOW, "A frame of GROUPS needs an ORDER BY.");
      }
      RexFieldCollation order =
          new RexFieldCollation(new RexInputRef(width + rank(window), number), Set.of());
      return builder.makeOver(
          over.getType(),
          over.getAggOperator(),
          over.getOperands(),
          window.partitionKeys,
          ImmutableList.of(order),
          plain(window.getLowerBound()),
          plain(window.getUpperBound()),
          window.getExclude(),
          false,
          true,
          false,
          over.isDistinct(),
          over.ignoreNulls());
    }

    private int rank(RexWindow window) {
      RexNode rank =
          builder.makeOver(
              number,
              SqlStdOperatorTable.DENSE_RANK,
              List.of(),
              window.partitionKeys,
              window.orderKeys,
              RexWindowBounds.UNBOUNDED_PRECEDING,
              RexWindowBounds.CURRENT_ROW,
              RexWindowExclusion.EXCLUDE_NO_OTHER,
              false,
              true,
              false,
              false,
              false);
      int known = ranks.indexOf(rank);
      if (known < 0) {
        ranks.add(rank);
      }
      return known < 0 ? ranks.size() - 1 : known;
    }

    private RexWindowBound plain(RexWindowBound bound) {
      if (!isMarked(bound)) {
        return bound;
      }
      BigDecimal groups = value(bound).subtract(BigDecimal.valueOf(QueryClauses.GROUPS_MARK));
      RexNode distance = builder.makeExactLiteral(groups, number);
      return bound.isPreceding()
          ? RexWindowBounds.preceding(distance)
          : RexWindowBounds.following(distance);
    }

    private static boolean isMarked(RexWindowBound bound) {
      BigDecimal value = value(bound);
      return value != null && value.compareTo(BigDecimal.valueOf(QueryClauses.GROUPS_MARK)) >= 0;
    }

    private static BigDecimal value(RexWindowBound bound) {
      return bound.getOffset() instanceof RexLiteral literal && !literal.isNull()
          ? literal.getValueAs(BigDecimal.class)
          : null;
    }
  }
}
