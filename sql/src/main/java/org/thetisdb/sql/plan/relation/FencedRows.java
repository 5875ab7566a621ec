package org.thetisdb.sql.plan.relation;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.validate.SqlValidator;
import org.thetisdb.sql.rewrite.name.Selects;

/**
 * Rows of FROM that what looks at them stays apart from while it is converted. Calcite merges a
 * select list with what FROM calculates, and where a subquery of the list looks at these rows, it
 * converts it a second time: columns are then counted before FROM, and taken from behind it. And
 * groups of FROM are not those of the query itself ({@link GroupedCorrelation}). The fence is a
 * condition that always holds. Stateless.
 */
public final class FencedRows {
  private FencedRows() {}

  /** Whether a query's rows are to have one: subqueries may look at them. */
  static boolean areNeeded(SqlSelect select, SqlValidator validator) {
    boolean isListed =
        Selects.holdsQuery(select.getSelectList()) || isQueried(select.getOrderList());
    return select.getFrom() != null
        && (isListed
            || isQueried(select.getWhere())
            || (validator.isAggregate(select)
                && (isQueried(select.getGroup()) || isQueried(select.getHaving()))));
  }

  private static boolean isQueried(SqlNode clause) {
    return clause != null && Selects.holdsQuery(clause);
  }

  /** The rows behind a fence. */
  static RelNode of(RelNode rows) {
    return LogicalFilter.create(rows, rows.getCluster().getRexBuilder().makeLiteral(true));
  }

  /** Whether it is a fence. */
  static boolean isOne(RelNode node) {
    return node instanceof Filter filter && filter.getCondition().isAlwaysTrue();
  }

  /** The query without fences. */
  public static RelNode open(RelNode query) {
    return query.accept(new Opening());
  }

  /** Goes through all queries. */
  private static final class Opening extends RelHomogeneousShuttle {
    private final RexShuttle within =
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery written) {
            RexSubQuery query = (RexSubQuery) super.visitSubQuery(written);
            RelNode rows = query.rel.accept(Opening.this);
            return rows.equals(query.rel) ? query : query.clone(rows);
          }
        };

    @Override
    public RelNode visit(RelNode other) {
      RelNode visited = super.visit(other).accept(within);
      return isOne(visited) ? visited.getInput(0) : visited;
    }
  }
}
