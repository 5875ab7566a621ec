package org.thetisdb.sql.dialect;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * {@code RANGE … PRECEDING} by whole numbers that ascend: Calcite's code adds the distance to what
 * it orders by, whatever the direction, and knows neither NULL nor the units of dates. Stateless.
 */
final class RangeFrames {
  private static final long US_PER_MS = 1_000;

  /** What NULL is put in place of: further from all numbers than any distance. */
  private static final long FAR = 1L << 62;

  private RangeFrames() {}

  /**
   * The same call over a frame that generated code gets right; the call itself if it has no bound
   * at a distance.
   *
   * @throws ThetisException NOT_SUPPORTED for distances of months, and numbers that are not whole
   */
  static RexOver inPlaceOf(RexOver over, RexBuilder builder) {
    RexWindow window = over.getWindow();
    boolean distant =
        window.getLowerBound().getOffset() != null || window.getUpperBound().getOffset() != null;
    if (window.isRows() || !distant || window.orderKeys.size() != 1) {
      return over;
    }
    RexFieldCollation order = window.orderKeys.get(0);
    RexNode key = ascending(order, builder);
    return (RexOver)
        builder.makeOver(
            over.getType(),
            over.getAggOperator(),
            over.getOperands(),
            window.partitionKeys,
            ImmutableList.of(new RexFieldCollation(key, Set.of())),
            bound(window.getLowerBound(), builder),
            bound(window.getUpperBound(), builder),
            window.getExclude(),
            false,
            true,
            false,
            over.isDistinct(),
            over.ignoreNulls());
  }

  private static RexNode ascending(RexFieldCollation order, RexBuilder builder) {
    RexNode number = number(order.left, builder);
    boolean descending = order.getDirection().isDescending();
    RexNode signed =
        descending
            ? builder.makeCall(number.getType(), SqlStdOperatorTable.UNARY_MINUS, List.of(number))
            : number;
    if (!order.left.getType().isNullable()) {
      return signed;
    }
    long far = order.getNullDirection() == NullDirection.FIRST ? -FAR : FAR;
    RexNode isNull = builder.makeCall(SqlStdOperatorTable.IS_NULL, order.left);
    RexNode given = builder.makeNotNull(signed);
    RexNode without = whole(BigDecimal.valueOf(far), builder);
    return builder.makeCall(
        given.getType(), SqlStdOperatorTable.CASE, List.of(isNull, without, given));
  }

  /** Microseconds of times, and whole numbers as they are. */
  private static RexNode number(RexNode key, RexBuilder builder) {
    RelDataType type = type(key.getType().isNullable(), builder);
    if (SqlTypeUtil.isIntType(key.getType())) {
      return builder.makeCast(type, key);
    }
    boolean date = key.getType().getSqlTypeName() == SqlTypeName.DATE;
    if (!date && !Microseconds.counts(key.getType())) {
      throw refused("RANGE with a distance, ordered by " + key.getType() + "; CAST it to BIGINT,");
    }
    RexNode time = date ? Microseconds.begin(key, builder) : key;
    RexNode finite = FiniteTimes.checked(time, builder);
    return builder.makeCall(type, SqlStdOperatorTable.REINTERPRET, List.of(finite));
  }

  private static RelDataType type(boolean nullable, RexBuilder builder) {
    RelDataTypeFactory types = builder.getTypeFactory();
    return types.createTypeWithNullability(types.createSqlType(SqlTypeName.BIGINT), nullable);
  }

  private static RexNode whole(BigDecimal value, RexBuilder builder) {
    return builder.makeExactLiteral(value, type(false, builder));
  }

  private static RexWindowBound bound(RexWindowBound bound, RexBuilder builder) {
    if (bound.getOffset() == null) {
      return bound;
    }
    RexNode distance = distance(bound.getOffset(), builder);
    return bound.isPreceding()
        ? RexWindowBounds.preceding(distance)
        : RexWindowBounds.following(distance);
  }

  private static RexNode distance(RexNode offset, RexBuilder builder) {
    RelDataType type = offset.getType();
    if (!(offset instanceof RexLiteral literal) || literal.isNull()) {
      throw refused("RANGE with a distance that is not a constant");
    }
    if (type.getSqlTypeName().getFamily() == SqlTypeFamily.INTERVAL_YEAR_MONTH) {
      throw refused("RANGE with a distance of months or years");
    }
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    boolean days = type.getSqlTypeName().getFamily() == SqlTypeFamily.INTERVAL_DAY_TIME;
    BigDecimal distance = days ? value.multiply(BigDecimal.valueOf(US_PER_MS)) : value;
    if (distance.signum() < 0 || distance.stripTrailingZeros().scale() > 0) {
      throw refused("RANGE with a distance that is no whole number from 0 on");
    }
    return whole(distance, builder);
  }

  private static ThetisException refused(String what) {
    return new ThetisException(ErrorCode.NOT_SUPPORTED, what);
  }
}
