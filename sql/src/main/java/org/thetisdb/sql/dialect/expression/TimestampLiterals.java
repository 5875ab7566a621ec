package org.thetisdb.sql.dialect.expression;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimestampString;
import org.thetisdb.sql.dialect.TimestampTypes;

/**
 * Timestamps that a statement writes out, as numbers of microseconds for generated code, which
 * would take milliseconds of them: {@link Microseconds}. For one compilation; not thread-safe.
 */
public final class TimestampLiterals extends RexShuttle {
  private static final long US_PER_MS = 1_000;
  private static final long US_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_US = 1_000;

  private final RexBuilder builder;

  private TimestampLiterals(RexBuilder builder) {
    this.builder = builder;
  }

  /** A plan of which code is generated. */
  public static RelNode apply(RelNode plan, RexBuilder builder) {
    TimestampLiterals literals = new TimestampLiterals(builder);
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            RelNode visited = super.visit(other);
            return visited instanceof Values values
                ? literals.values(values)
                : visited.accept(literals);
          }
        });
  }

  /** An expression of which code is generated. */
  public static RexNode apply(RexNode expression, RexBuilder builder) {
    return expression.accept(new TimestampLiterals(builder));
  }

  /** Rows of numbers, and above them what the numbers mean. */
  private RelNode values(Values values) {
    List<RelDataTypeField> fields = values.getRowType().getFieldList();
    if (fields.stream().noneMatch(field -> TimestampTypes.isOne(field.getType()))) {
      return values;
    }
    RelDataTypeFactory.Builder counted = builder.getTypeFactory().builder();
    List<RexNode> meant = new ArrayList<>();
    for (RelDataTypeField field : fields) {
      boolean counts = TimestampTypes.isOne(field.getType());
      RelDataType type = counts ? number(field.getType()) : field.getType();
      counted.add(field.getName(), type);
      RexNode value = new RexInputRef(field.getIndex(), type);
      meant.add(counts ? reinterpreted(value, field.getType()) : value);
    }
    ImmutableList.Builder<ImmutableList<RexLiteral>> rows = ImmutableList.builder();
    values.getTuples().forEach(row -> rows.add(row(row)));
    RelNode numbers = LogicalValues.create(values.getCluster(), counted.build(), rows.build());
    return LogicalProject.create(
        numbers, List.of(), meant, values.getRowType().getFieldNames(), java.util.Set.of());
  }

  private ImmutableList<RexLiteral> row(List<RexLiteral> row) {
    ImmutableList.Builder<RexLiteral> counted = ImmutableList.builder();
    for (RexLiteral literal : row) {
      boolean counts = TimestampTypes.isOne(literal.getType());
      counted.add(
          !counts
              ? literal
              : literal.isNull()
                  ? builder.makeNullLiteral(number(literal.getType()))
                  : number(literal));
    }
    return counted.build();
  }

  private RelDataType number(RelDataType timestamp) {
    RelDataTypeFactory types = builder.getTypeFactory();
    return types.createTypeWithNullability(
        types.createSqlType(SqlTypeName.BIGINT), timestamp.isNullable());
  }

  private RexLiteral number(RexLiteral literal) {
    RelDataType type = builder.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    return builder.makeExactLiteral(BigDecimal.valueOf(us(literal)), type);
  }

  private RexNode reinterpreted(RexNode number, RelDataType timestamp) {
    return builder.makeCall(timestamp, SqlStdOperatorTable.REINTERPRET, List.of(number));
  }

  @Override
  public RexNode visitCall(RexCall call) {
    boolean list =
        call.getKind() == SqlKind.SEARCH
            && TimestampTypes.isOne(call.getOperands().get(0).getType());
    return list ? RexUtil.expandSearch(builder, null, call).accept(this) : super.visitCall(call);
  }

  @Override
  public RexNode visitLiteral(RexLiteral literal) {
    return literal.isNull() || !TimestampTypes.isOne(literal.getType())
        ? literal
        : reinterpreted(number(literal), literal.getType());
  }

  /** The microseconds that a literal means. */
  public static long us(RexLiteral literal) {
    String[] parts = literal.getValueAs(TimestampString.class).toString().split("\\.", 2);
    long ms = new TimestampString(parts[0]).getMillisSinceEpoch();
    String digits = (parts.length < 2 ? "" : parts[1]) + "0".repeat(TimestampTypes.DIGITS);
    return Math.multiplyExact(ms, US_PER_MS) + Long.parseLong(digits, 0, TimestampTypes.DIGITS, 10);
  }

  /** What a literal of a number of microseconds holds. */
  static TimestampString literal(long us) {
    TimestampString second =
        TimestampString.fromMillisSinceEpoch(Math.floorDiv(us, US_PER_SECOND) * US_PER_MS);
    return second.withNanos((int) Math.floorMod(us, US_PER_SECOND) * NANOS_PER_US);
  }
}
