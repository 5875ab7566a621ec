package org.thetisdb.sql.dialect.expression;

import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * A clock without a zone shows UTC, so a TIMESTAMP becomes a point in time as it is. Calcite would
 * go by way of a text, which loses what is less than a second. So are points in time moved by
 * months. For one compilation; not thread-safe.
 */
public final class ZonedCasts extends RexShuttle {
  private final RexBuilder builder;

  private ZonedCasts(RexBuilder builder) {
    this.builder = builder;
  }

  /** The plan with such casts in place of Calcite's. */
  public static RelNode apply(RelNode plan, RexBuilder builder) {
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
    if (visited instanceof RexCall inner && isZoned(inner)) {
      return builder.makeCall(
          inner.getType(), SqlStdOperatorTable.REINTERPRET, List.of(rounded(inner)));
    }
    return visited instanceof RexCall sum && isShiftedByMonths(sum) ? shifted(sum) : visited;
  }

  /** The clock with as many digits of the second as are wanted. */
  private RexNode rounded(RexCall cast) {
    RexNode clock = cast.getOperands().get(0);
    return cast.getType().getPrecision() < clock.getType().getPrecision()
        ? builder.makeAbstractCast(local(cast.getType()), clock, false)
        : clock;
  }

  /** Calcite's code takes months for milliseconds there; the server's zone is UTC. */
  private static boolean isShiftedByMonths(RexCall call) {
    if ((call.getKind() != SqlKind.PLUS && call.getKind() != SqlKind.MINUS)
        || call.getOperands().size() != 2) {
      return false;
    }
    RexNode first = call.getOperands().get(0);
    RexNode second = call.getOperands().get(1);
    return (isZoned(first.getType()) && isMonths(second))
        || (isMonths(first) && isZoned(second.getType()));
  }

  private static boolean isMonths(RexNode node) {
    return node.getType().getSqlTypeName().getFamily() == SqlTypeFamily.INTERVAL_YEAR_MONTH;
  }

  private RexNode shifted(RexCall sum) {
    int at = isMonths(sum.getOperands().get(0)) ? 1 : 0;
    RexNode time = sum.getOperands().get(at);
    RexNode months = sum.getOperands().get(1 - at);
    SqlOperator shift =
        sum.getKind() == SqlKind.PLUS
            ? SqlStdOperatorTable.DATETIME_PLUS
            : SqlStdOperatorTable.MINUS_DATE;
    RexNode local =
        builder.makeCall(local(time.getType()), SqlStdOperatorTable.REINTERPRET, List.of(time));
    RexNode moved = builder.makeCall(local(sum.getType()), shift, List.of(local, months));
    return builder.makeCall(sum.getType(), SqlStdOperatorTable.REINTERPRET, List.of(moved));
  }

  /** The type of the same number without a zone. */
  private RelDataType local(RelDataType zoned) {
    RelDataTypeFactory types = builder.getTypeFactory();
    return types.createTypeWithNullability(
        types.createSqlType(SqlTypeName.TIMESTAMP, zoned.getPrecision()), zoned.isNullable());
  }

  private static boolean isZoned(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  private static boolean isZoned(RexCall call) {
    return call.getKind() == SqlKind.CAST
        && isZoned(call.getType())
        && call.getOperands().get(0).getType().getSqlTypeName() == SqlTypeName.TIMESTAMP;
  }
}
