package org.thetisdb.sql.dialect.expression;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.sql.dialect.OwnFunctions;
import org.thetisdb.sql.dialect.TimestampTypes;
import org.thetisdb.sql.type.RelativeClock;

/**
 * Casts of words such as {@code 'today'}: what they come to is asked for when the statement runs,
 * for its plan is kept. Stateless.
 */
final class RelativeClocks {
  private static final long MS_PER_DAY = 86_400_000;

  private RelativeClocks() {}

  /** The expression for a word as a date, a time or a timestamp; null for other types. */
  static RexNode of(String word, RelDataType type, RexBuilder builder) {
    RelDataTypeFactory types = builder.getTypeFactory();
    RelDataType timestamp = types.createSqlType(SqlTypeName.TIMESTAMP, TimestampTypes.DIGITS);
    RexNode clock = builder.makeCall(timestamp, OwnFunctions.byName("now"), List.of());
    if (!RelativeClock.isMoment(word)) {
      if (type.getSqlTypeName() == SqlTypeName.TIME) {
        return null;
      }
      RexNode day = builder.makeAbstractCast(types.createSqlType(SqlTypeName.DATE), clock, false);
      clock = moved(builder.makeAbstractCast(timestamp, day, false), word, builder);
    }
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
        ? builder.makeCall(type, SqlStdOperatorTable.REINTERPRET, List.of(clock))
        : builder.makeAbstractCast(type, clock, false);
  }

  private static RexNode moved(RexNode clock, String word, RexBuilder builder) {
    int days = RelativeClock.days(word);
    if (days == 0) {
      return clock;
    }
    RexNode span =
        builder.makeIntervalLiteral(
            BigDecimal.valueOf(days * MS_PER_DAY),
            new SqlIntervalQualifier(TimeUnit.DAY, null, SqlParserPos.ZERO));
    return builder.makeCall(
        clock.getType(), SqlStdOperatorTable.DATETIME_PLUS, List.of(clock, span));
  }
}
