package org.thetisdb.sql.dialect.expression;

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
import org.thetisdb.sql.dialect.SqlTypes;
import org.thetisdb.sql.dialect.TimestampTypes;

/**
 * {@code RANGE … PRECEDING} by whole numbers that ascend: Calcite's code adds the distance to what
 * it orders by, whatever the direction, and knows neither NULL nor the units of dates. Stateless.
 */
final class RangeFrames {
  private static final int DIGITS_OF_US = 3;

  /** Decimals of more digits are no whole numbers of their last digit. */
  private static final int MOST_DIGITS = 18;

  /** A longer distance is as good as this one. */
  private static final long FARTHEST = 1L << 60;

  /** What NULL is put in place of: further from all numbers than any distance. */
  private static final long FAR = 1L << 62;

  private RangeFrames() {}

  /**
   * The same call over a frame that generated code gets right; the call itself if it has no bound
   * at a distance.
   *
   * @throws ThetisException NOT_SUPPORTED for distances that are no constants, and decimals without
   *     a bound
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
            bound(window.getLowerBound(), order, builder),
            bound(window.getUpperBound(), order, builder),
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
    boolean first = order.getNullDirection() == NullDirection.FIRST;
    RexNode isNull = builder.makeCall(SqlStdOperatorTable.IS_NULL, order.left);
    RexNode given = builder.makeNotNull(signed);
    BigDecimal farthest = BigDecimal.valueOf(Double.MAX_VALUE);
    RexNode without =
        SqlTypeUtil.isApproximateNumeric(number.getType())
            ? builder.makeApproxLiteral(
                first ? farthest.negate() : farthest, floating(false, builder))
            : whole(BigDecimal.valueOf(first ? -FAR : FAR), builder);
    return builder.makeCall(
        given.getType(), SqlStdOperatorTable.CASE, List.of(isNull, without, given));
  }

  /** Microseconds of times, whole numbers and doubles as they are, and decimals by their digits. */
  private static RexNode number(RexNode key, RexBuilder builder) {
    RelDataType type = type(key.getType().isNullable(), builder);
    if (SqlTypeUtil.isIntType(key.getType())) {
      return builder.makeCast(type, key);
    }
    if (SqlTypeUtil.isApproximateNumeric(key.getType())) {
      return builder.makeCast(floating(key.getType().isNullable(), builder), key);
    }
    if (SqlTypeUtil.isDecimal(key.getType())
        && SqlTypes.fromCalcite(key.getType()).precision() != 0
        && key.getType().getPrecision() <= MOST_DIGITS) {
      RexNode power =
          builder.makeExactLiteral(
              BigDecimal.ONE.scaleByPowerOfTen(key.getType().getScale()).setScale(0));
      return builder.makeCast(type, builder.makeCall(SqlStdOperatorTable.MULTIPLY, key, power));
    }
    boolean date = key.getType().getSqlTypeName() == SqlTypeName.DATE;
    if (!date && !TimestampTypes.isOne(key.getType())) {
      throw refused(
          "RANGE with a distance, ordered by "
              + key.getType()
              + "; CAST it to BIGINT or NUMERIC(18, s),");
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

  private static RexWindowBound bound(
      RexWindowBound bound, RexFieldCollation order, RexBuilder builder) {
    if (bound.getOffset() == null) {
      return bound;
    }
    RexNode distance = distance(bound.getOffset(), order, builder);
    return bound.isPreceding()
        ? RexWindowBounds.preceding(distance)
        : RexWindowBounds.following(distance);
  }

  private static RexNode distance(RexNode offset, RexFieldCollation order, RexBuilder builder) {
    RelDataType type = offset.getType();
    if (!(offset instanceof RexLiteral literal) || literal.isNull()) {
      throw refused("RANGE with a distance that is not a constant");
    }
    BigDecimal value = literal.getValueAs(BigDecimal.class);
    if (value.signum() < 0) {
      throw ThetisException.withMessage(
          ErrorCode.SQL_INVALID, "A frame of RANGE is bounded by a distance from 0 on.");
    }
    if (type.getSqlTypeName().getFamily() == SqlTypeFamily.INTERVAL_YEAR_MONTH) {
      boolean descending = order.getDirection().isDescending();
      return whole(
          BigDecimal.valueOf(MonthFrames.mark(value.intValueExact(), descending)), builder);
    }
    RelDataType key = order.left.getType();
    if (SqlTypeUtil.isApproximateNumeric(key)) {
      return builder.makeApproxLiteral(value, floating(false, builder));
    }
    boolean days = type.getSqlTypeName().getFamily() == SqlTypeFamily.INTERVAL_DAY_TIME;
    BigDecimal distance = value.scaleByPowerOfTen(days ? DIGITS_OF_US : scale(key));
    if (distance.stripTrailingZeros().scale() > 0) {
      throw refused(
          "RANGE with a distance of more digits behind the point than what it is ordered by has");
    }
    if (distance.compareTo(BigDecimal.valueOf(FARTHEST)) > 0) {
      return whole(BigDecimal.valueOf(FARTHEST), builder);
    }
    return whole(distance, builder);
  }

  /** How many digits behind the point a key has that is counted in its last digit. */
  private static int scale(RelDataType key) {
    return SqlTypeUtil.isDecimal(key) ? key.getScale() : 0;
  }

  private static RelDataType floating(boolean nullable, RexBuilder builder) {
    RelDataTypeFactory types = builder.getTypeFactory();
    return types.createTypeWithNullability(types.createSqlType(SqlTypeName.DOUBLE), nullable);
  }

  private static ThetisException refused(String what) {
    return new ThetisException(ErrorCode.NOT_SUPPORTED, what);
  }
}
