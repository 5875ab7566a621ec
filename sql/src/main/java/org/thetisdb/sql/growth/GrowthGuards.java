package org.thetisdb.sql.growth;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Puts a guard before each function whose result may be long: {@code f(a, b)} becomes {@code
 * f(guard(a, b), b)}, and the guard gives {@code a}, or refuses. So no function has to be listed
 * here to be guarded, but only those that grow in another way than by what they are given. For one
 * compilation; not thread-safe.
 */
public final class GrowthGuards extends RexShuttle {
  /** Those that give one of their operands, or a part that is there already. */
  private static final Set<SqlKind> MAKING_NOTHING =
      EnumSet.of(
          SqlKind.CASE,
          SqlKind.COALESCE,
          SqlKind.NULLIF,
          SqlKind.GREATEST,
          SqlKind.LEAST,
          SqlKind.ITEM,
          SqlKind.DOT,
          SqlKind.REINTERPRET,
          SqlKind.DEFAULT,
          SqlKind.ROW,
          SqlKind.SCALAR_QUERY,
          SqlKind.OVER,
          SqlKind.ARRAY_VALUE_CONSTRUCTOR,
          SqlKind.MULTISET_VALUE_CONSTRUCTOR);

  private static final Map<String, Growth> BY_NAME =
      Map.ofEntries(
          Map.entry("REPEAT", Growth.TIMES),
          Map.entry("REPLACE", Growth.REPLACED),
          Map.entry("LPAD", Growth.LENGTH),
          Map.entry("RPAD", Growth.LENGTH),
          Map.entry("JSON_OBJECT", Growth.QUOTED),
          Map.entry("JSON_ARRAY", Growth.QUOTED),
          Map.entry("JSON_QUERY", Growth.QUOTED),
          Map.entry("JSON_SET", Growth.QUOTED),
          Map.entry("JSON_INSERT", Growth.QUOTED),
          Map.entry("JSON_REPLACE", Growth.QUOTED),
          Map.entry("JSON_REMOVE", Growth.QUOTED),
          Map.entry("JSON_PRETTY", Growth.QUOTED));

  private final RexBuilder builder;

  private GrowthGuards(RexBuilder builder) {
    this.builder = builder;
  }

  /** A plan of which code is generated. */
  public static RelNode apply(RelNode plan, RexBuilder builder) {
    GrowthGuards guards = new GrowthGuards(builder);
    return plan.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            return super.visit(other).accept(guards);
          }
        });
  }

  /** An expression of which code is generated. */
  public static RexNode apply(RexNode expression, RexBuilder builder) {
    return expression.accept(new GrowthGuards(builder));
  }

  @Override
  public RexNode visitCall(RexCall call) {
    RexNode visited = super.visitCall(call);
    return visited instanceof RexCall inner && grows(inner) ? guarded(inner) : visited;
  }

  private static boolean grows(RexCall call) {
    if (!isLong(call.getType())
        || call.getOperator() instanceof GuardFunction
        || MAKING_NOTHING.contains(call.getKind())) {
      return false;
    }
    return call.getKind() != SqlKind.CAST || castGrows(call);
  }

  /** Numbers and times are short as texts, and a text stays one, unless blanks are added. */
  private static boolean castGrows(RexCall cast) {
    RelDataType from = cast.getOperands().get(0).getType();
    return isLong(from)
        && (cast.getType().getFamily() != from.getFamily()
            || cast.getType().getSqlTypeName() == SqlTypeName.BINARY
            || cast.getType().getSqlTypeName() == SqlTypeName.CHAR);
  }

  private static boolean isLong(RelDataType type) {
    SqlTypeName name = type.getSqlTypeName();
    return SqlTypeName.STRING_TYPES.contains(name)
        || !(SqlTypeName.NUMERIC_TYPES.contains(name)
            || SqlTypeName.DATETIME_TYPES.contains(name)
            || SqlTypeName.INTERVAL_TYPES.contains(name)
            || name == SqlTypeName.BOOLEAN
            || name == SqlTypeName.UUID
            || name == SqlTypeName.SYMBOL
            || name == SqlTypeName.NULL);
  }

  /** The largest operand is the guarded one, since the others stand there twice. */
  private RexNode guarded(RexCall call) {
    List<RexNode> looked = new ArrayList<>();
    int first = -1;
    int place = -1;
    for (int i = 0; i < call.getOperands().size(); i++) {
      RexNode operand = call.getOperands().get(i);
      SqlTypeName type = operand.getType().getSqlTypeName();
      if (type == SqlTypeName.SYMBOL || type == SqlTypeName.NULL) {
        continue;
      }
      if (isLong(operand.getType())
          && (first < 0 || operand.nodeCount() > call.getOperands().get(first).nodeCount())) {
        first = i;
        place = looked.size();
      }
      looked.add(operand);
    }
    if (first < 0) {
      return call;
    }
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT).replaceFirst("_$", "");
    GuardFunction guard = GuardFunction.of(BY_NAME.getOrDefault(name, Growth.SUM), place);
    List<RexNode> operands = new ArrayList<>(call.getOperands());
    operands.set(first, builder.makeCall(operands.get(first).getType(), guard, looked));
    return call.clone(call.getType(), operands);
  }
}
