package org.thetisdb.sql.plan.relation;

import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.rewrite.name.Selects;

/**
 * Subqueries that look at columns of a query with GROUP BY around them. They see rows of its
 * groups, while names are found in the rows before these. Calcite moves the first column that a
 * subquery looks at to its place among the groups, and leaves others, and those that are named
 * deeper, at a place that has another column or none. Stateless.
 */
public final class GroupedCorrelation {
  private static final int NOT_FOUND = -1;

  private GroupedCorrelation() {}

  /**
   * Whether a query has groups and subqueries beside them. These groups are to stay, though their
   * keys may be unique before: Calcite would take the rows around the subquery away.
   */
  public static boolean mayBeIn(SqlNode query) {
    boolean[] found = new boolean[1];
    query.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlCall call) {
            found[0] |=
                call instanceof SqlSelect select
                    && select.getGroup() != null
                    && (Selects.holdsQuery(select.getSelectList())
                        || isQueried(select.getHaving())
                        || isQueried(select.getOrderList()));
            return found[0] ? null : super.visit(call);
          }
        });
    return found[0];
  }

  private static boolean isQueried(SqlNode clause) {
    return clause != null && Selects.holdsQuery(clause);
  }

  /** The same query, in which each of them looks at the column that it names. */
  public static RelNode apply(RelNode query, RexBuilder builder) {
    return query.accept(new Queries(builder));
  }

  /** Goes through all queries, the inner ones first. */
  private static final class Queries extends RelHomogeneousShuttle {
    private final RexBuilder builder;

    Queries(RexBuilder builder) {
      this.builder = builder;
    }

    @Override
    public RelNode visit(RelNode other) {
      RelNode visited = super.visit(other).accept(new Within(this));
      if (!(visited instanceof Project) && !(visited instanceof Filter)) {
        return visited;
      }
      Aggregate groups = groupsBelow(visited.getInput(0));
      if (groups == null) {
        return visited;
      }
      RelNode result = visited;
      for (CorrelationId id : visited.getVariablesSet()) {
        result = result.accept(new Subqueries(new Moved(id, groups, result, builder), builder));
      }
      return result;
    }

    private static Aggregate groupsBelow(RelNode node) {
      RelNode below = node;
      while (below instanceof Filter having && !FencedRows.isOne(below)) {
        below = having.getInput();
      }
      return below instanceof Aggregate groups ? groups : null;
    }
  }

  /** Subqueries of expressions, each as a query of its own. */
  private static final class Within extends RexShuttle {
    private final RelHomogeneousShuttle queries;

    Within(RelHomogeneousShuttle queries) {
      this.queries = queries;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery written) {
      RexSubQuery query = (RexSubQuery) super.visitSubQuery(written);
      RelNode rel = query.rel.accept(queries);
      return rel.equals(query.rel) ? query : query.clone(rel);
    }
  }

  /** Subqueries of expressions whose columns of the query around move. */
  private static final class Subqueries extends RexShuttle {
    private final Moved moved;
    private final RexBuilder builder;

    Subqueries(Moved moved, RexBuilder builder) {
      this.moved = moved;
      this.builder = builder;
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery written) {
      RexSubQuery query = (RexSubQuery) super.visitSubQuery(written);
      return new NullableColumns(moved, builder).within(query);
    }
  }

  /** Where a column of the rows before grouping is among the groups. Immutable. */
  static final class Moved {
    private final CorrelationId id;
    private final Aggregate groups;
    private final RelDataType row;
    private final RexBuilder builder;

    Moved(CorrelationId id, Aggregate groups, RelNode around, RexBuilder builder) {
      this.id = id;
      this.groups = groups;
      this.row = around.getInput(0).getRowType();
      this.builder = builder;
    }

    /** The column that is meant; the same if it is no column of these rows, or in its place. */
    RexNode of(RexFieldAccess access) {
      if (!(access.getReferenceExpr() instanceof RexCorrelVariable variable)
          || !variable.id.equals(id)
          || variable.getType().equals(row)) {
        return access;
      }
      int place = place(variable.getType(), access.getField());
      return place == NOT_FOUND
          ? access
          : builder.makeFieldAccess(builder.makeCorrel(row, id), place);
    }

    /** Whether it is a column that a total has NULL in, though no row before it has. */
    boolean becameNullable(RexNode column) {
      if (!(column instanceof RexFieldAccess access)
          || !(access.getReferenceExpr() instanceof RexCorrelVariable variable)
          || !variable.id.equals(id)
          || access.getField().getIndex() >= groups.getGroupCount()) {
        return false;
      }
      int before = groups.getGroupSet().nth(access.getField().getIndex());
      boolean couldBeNull =
          groups.getInput().getRowType().getFieldList().get(before).getType().isNullable();
      return access.getType().isNullable() && !couldBeNull;
    }

    /** Nothing is merged with the rows of FROM, before which fences stand ({@link FencedRows}). */
    private int place(RelDataType from, RelDataTypeField column) {
      RelNode input = groups.getInput();
      if (!(input instanceof Project values)) {
        return sameTypes(from, input) ? ordinal(column.getIndex()) : NOT_FOUND;
      }
      if (!sameTypes(from, values.getInput())) {
        throw new ThetisException(
            ErrorCode.NOT_SUPPORTED,
            "A subquery that looks at column \"%s\" of a query with GROUP BY around it"
                .formatted(column.getName()));
      }
      return byPlace(values, column.getIndex());
    }

    /** Names may differ: those of a list behind AS are known to the validator alone. */
    private static boolean sameTypes(RelDataType one, RelNode other) {
      return RelOptUtil.areRowTypesEqual(one, other.getRowType(), false);
    }

    private int byPlace(Project values, int index) {
      for (int i = 0; i < values.getProjects().size(); i++) {
        if (values.getProjects().get(i) instanceof RexInputRef ref && ref.getIndex() == index) {
          int place = ordinal(i);
          if (place != NOT_FOUND) {
            return place;
          }
        }
      }
      return NOT_FOUND;
    }

    private int ordinal(int column) {
      return groups.getGroupSet().get(column) ? groups.getGroupSet().indexOf(column) : NOT_FOUND;
    }
  }
}
