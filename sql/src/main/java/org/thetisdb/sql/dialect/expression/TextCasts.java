package org.thetisdb.sql.dialect.expression;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimeString;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.value.SpecialDecimals;
import org.thetisdb.sql.dialect.Conversion;
import org.thetisdb.sql.dialect.TimestampTypes;
import org.thetisdb.sql.run.Values;
import org.thetisdb.sql.type.Coercion;
import org.thetisdb.sql.type.RelativeClock;
import org.thetisdb.sql.type.SqlType;

/**
 * Casts of texts to other types, and of truth values, numbers and times to texts, as PostgreSQL
 * reads and writes them; Calcite's know fewer spellings and other errors. A constant becomes one of
 * its type, so that keys are found by it. For one compilation; not thread-safe.
 */
public final class TextCasts extends RexShuttle {
  private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
  private static final long US_PER_DAY = TimeUnit.DAYS.toMicros(1);

  private final RexBuilder builder;

  private TextCasts(RexBuilder builder) {
    this.builder = builder;
  }

  /** The plan with such casts in place of Calcite's. */
  public static RelNode apply(RelNode plan, RexBuilder builder) {
    TextCasts casts = new TextCasts(builder);
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
    if (!(visited instanceof RexCall cast)
        || cast.getKind() != SqlKind.CAST
        || !isOurs(cast.getOperands().get(0).getType(), cast.getType())) {
      return visited;
    }
    RexNode constant =
        cast.getOperands().get(0) instanceof RexLiteral literal ? constant(literal, cast) : null;
    return constant != null
        ? constant
        : builder.makeCall(
            cast.getType(), Conversion.to(cast.getType()), List.of(cast.getOperands().get(0)));
  }

  private static boolean isOurs(RelDataType from, RelDataType to) {
    if (SqlTypeUtil.isCharacter(to)) {
      return switch (from.getSqlTypeName()) {
        case BOOLEAN, DECIMAL, REAL, FLOAT, DOUBLE, DATE, TIME -> true;
        default -> false;
      };
    }
    if (SqlTypeUtil.isApproximateNumeric(from) && SqlTypeUtil.isDecimal(to)) {
      return true;
    }
    if (from.getSqlTypeName() == SqlTypeName.TIME && to.getSqlTypeName() == SqlTypeName.TIME) {
      return to.getPrecision() < from.getPrecision();
    }
    if (from.getSqlTypeName() == SqlTypeName.ARRAY && to.getSqlTypeName() == SqlTypeName.ARRAY) {
      return true; // elements may be NULL
    }
    return SqlTypeUtil.isCharacter(from)
        && switch (to.getSqlTypeName()) {
          case BOOLEAN,
              TINYINT,
              SMALLINT,
              INTEGER,
              BIGINT,
              DECIMAL,
              REAL,
              FLOAT,
              DOUBLE,
              DATE,
              TIME,
              TIMESTAMP,
              TIMESTAMP_WITH_LOCAL_TIME_ZONE,
              UUID,
              BINARY,
              VARBINARY ->
              true;
          default -> false;
        };
  }

  /** The constant that it comes to; null if there is none, which is reported when it runs. */
  private RexNode constant(RexLiteral literal, RexCall cast) {
    if (literal.isNull() || !SqlTypeUtil.isCharacter(literal.getType())) {
      return null;
    }
    SqlType to = Conversion.target(cast.getType());
    String text = literal.getValueAs(String.class);
    if (RelativeClock.isOne(text)
        && (to.isClock() || to.name() == org.thetisdb.sql.type.SqlTypeName.DATE)) {
      return RelativeClocks.of(text, cast.getType(), builder);
    }
    Object value;
    try {
      value = Values.toCalc(to, Coercion.coerce(to, text, "a cast"));
    } catch (ThetisException e) {
      return null;
    }
    RelDataType type = cast.getType();
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> builder.makeLiteral((Boolean) value);
      case TINYINT, SMALLINT, INTEGER, BIGINT ->
          builder.makeExactLiteral(BigDecimal.valueOf(((Number) value).longValue()), type);
      case DECIMAL ->
          SpecialDecimals.isFinite((BigDecimal) value)
              ? builder.makeExactLiteral((BigDecimal) value, type)
              : null;
      case DATE -> date((Integer) value);
      case TIME -> builder.makeTimeLiteral(TimeString.fromMillisOfDay((Integer) value), 3);
      case TIMESTAMP ->
          hasFourDigits(Math.floorDiv((Long) value, US_PER_DAY))
              ? builder.makeTimestampLiteral(
                  TimestampLiterals.literal((Long) value), TimestampTypes.DIGITS)
              : null;
      default -> null;
    };
  }

  private RexNode date(int day) {
    return hasFourDigits(day) ? builder.makeDateLiteral(DateString.fromDaysSinceEpoch(day)) : null;
  }

  /** Whether the year of a day is one of Calcite's constants, which have four digits. */
  private static boolean hasFourDigits(long day) {
    return day >= FIRST_DAY && day <= LAST_DAY;
  }
}
