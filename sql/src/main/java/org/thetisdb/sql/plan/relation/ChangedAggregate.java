package org.thetisdb.sql.plan.relation;

import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;

/** Copies of a call of an aggregate in which one thing is another. Stateless. */
final class ChangedAggregate {
  private ChangedAggregate() {}

  /** The same by another function. */
  static AggregateCall by(SqlAggFunction function, AggregateCall call) {
    return of(call, function, call.getType());
  }

  /** The same with a result of another type. */
  static AggregateCall ofType(RelDataType type, AggregateCall call) {
    return of(call, call.getAggregation(), type);
  }

  private static AggregateCall of(AggregateCall call, SqlAggFunction function, RelDataType type) {
    return AggregateCall.create(
        call.getParserPosition(),
        function,
        call.isDistinct(),
        call.isApproximate(),
        call.ignoreNulls(),
        call.rexList,
        call.getArgList(),
        call.filterArg,
        call.distinctKeys,
        call.getCollation(),
        type,
        call.getName());
  }
}
