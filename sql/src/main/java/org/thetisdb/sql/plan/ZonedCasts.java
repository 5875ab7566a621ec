package org.thetisdb.sql.plan;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A clock without a zone shows UTC, so a TIMESTAMP becomes a point in time as it is. Calcite would
 * go by way of a text, which loses what is less than a second. For one compilation; not
 * thread-safe.
 */
final class ZonedCasts extends RexShuttle {
  private final RexBuilder builder;

  private ZonedCasts(RexBuilder builder) {
    this.builder = builder;
  }

  /** The plan with such casts in place of Calcite's. */
  static RelNode apply(RelNode plan, RexBuilder builder) {
    ZonedCasts casts = new ZonedCasts(builder);
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(casts);
          }
        });
  }

  @Override
  public RexNode visitCall(RexCall call) {
    RexNode visited = super.visitCall(call);
    return visited instanceof RexCall inner && isZoned(inner)
        ? builder.makeCall(inner.getType(), SqlStdOperatorTable.REINTERPRET, inner.getOperands())
        : visited;
  }

  private static boolean isZoned(RexCall call) {
    return call.getKind() == SqlKind.CAST
        && call.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
        && call.getOperands().get(0).getType().getSqlTypeName() == SqlTypeName.TIMESTAMP;
  }
}
