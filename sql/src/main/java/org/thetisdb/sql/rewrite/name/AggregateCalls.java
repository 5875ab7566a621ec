package org.thetisdb.sql.rewrite.name;

import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;

/** Which calls are aggregates, before the validator knows it. Stateless. */
public final class AggregateCalls {
  /** Those that stand as functions of unknown kind here. */
  private static final Set<String> AGGREGATES =
      Set.of(
          "any_value",
          "array_agg",
          "avg",
          "bit_and",
          "bit_or",
          "bit_xor",
          "bool_and",
          "bool_or",
          "count",
          "every",
          "json_agg",
          "json_object_agg",
          "jsonb_agg",
          "jsonb_object_agg",
          "max",
          "min",
          "stddev",
          "stddev_pop",
          "stddev_samp",
          "string_agg",
          "sum",
          "var_pop",
          "var_samp",
          "variance");

  private AggregateCalls() {}

  /** Whether a call is an aggregate, also one whose name the grammar does not know. */
  public static boolean isAggregate(SqlCall call) {
    return call.getOperator().isAggregator()
        || call.getKind() == SqlKind.FILTER
        || call.getKind() == SqlKind.WITHIN_GROUP
        || AGGREGATES.contains(call.getOperator().getName().toLowerCase(Locale.ROOT));
  }
}
