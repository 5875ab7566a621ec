package org.thetisdb.sql.plan.relation;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexVisitorImpl;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Aggregates within a subquery that look at columns of a query around it alone. By the standard
 * such a one belongs to that query; Calcite takes it for one of the subquery, so it is refused.
 * Stateless.
 */
public final class OuterAggregates {
  private OuterAggregates() {}

  /** Refuses a query that has one. */
  public static void requireNone(RelNode query) {
    query.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            if (other instanceof Aggregate groups && groups.getInput() instanceof Project values) {
              groups.getAggCallList().forEach(call -> require(call, values));
            }
            RelHomogeneousShuttle within = this;
            other.accept(
                new RexShuttle() {
                  @Override
                  public RexNode visitSubQuery(RexSubQuery subquery) {
                    subquery.rel.accept(within);
                    return super.visitSubQuery(subquery);
                  }
                });
            return super.visit(other);
          }
        });
  }

  private static void require(AggregateCall call, Project values) {
    boolean outer = false;
    for (int operand : call.getArgList()) {
      Columns columns = new Columns();
      values.getProjects().get(operand).accept(columns);
      if (columns.ofInput) {
        return;
      }
      outer |= columns.ofOuter;
    }
    if (outer) {
      throw ThetisException.withMessage(
          ErrorCode.NOT_SUPPORTED,
          "An aggregate of columns of the query around a subquery belongs to that query, and is not"
              + " supported here. Calculate it there, in a subquery of FROM, and name its column.");
    }
  }

  private static final class Columns extends RexVisitorImpl<Void> {
    private boolean ofInput;
    private boolean ofOuter;

    Columns() {
      super(true);
    }

    @Override
    public Void visitInputRef(RexInputRef column) {
      ofInput = true;
      return null;
    }

    @Override
    public Void visitCorrelVariable(RexCorrelVariable variable) {
      ofOuter = true;
      return null;
    }

    @Override
    public Void visitSubQuery(RexSubQuery subquery) {
      ofInput = true; // looks at rows of its own
      return null;
    }
  }
}
