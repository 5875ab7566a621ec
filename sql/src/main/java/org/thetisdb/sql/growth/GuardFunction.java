package org.thetisdb.sql.growth;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.linq4j.tree.Types;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.thetisdb.sql.dialect.SqlTypes;

/** Gives one of its operands if a function of all of them may be called. Immutable. */
final class GuardFunction extends SqlUserDefinedFunction {
  private static final int MOST_PLACES = 4;

  /** Knows classes of types alone. */
  private static final JavaTypeFactory TYPES = SqlTypes.newFactory();

  private static final Map<Growth, List<GuardFunction>> KEPT = new EnumMap<>(Growth.class);

  static {
    for (Growth growth : Growth.values()) {
      List<GuardFunction> places = new ArrayList<>();
      for (int place = 0; place < MOST_PLACES; place++) {
        places.add(new GuardFunction(growth, place));
      }
      KEPT.put(growth, places);
    }
  }

  private GuardFunction(Growth growth, int place) {
    super(
        new SqlIdentifier("guard_" + growth + "_" + place, SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0,
        null,
        null,
        new Guard(growth, place));
  }

  /** One that gives the operand at a place. */
  static GuardFunction of(Growth growth, int place) {
    return place < MOST_PLACES ? KEPT.get(growth).get(place) : new GuardFunction(growth, place);
  }

  private record Guard(Growth growth, int place) implements ScalarFunction, ImplementableFunction {
    @Override
    public RelDataType getReturnType(RelDataTypeFactory types) {
      return types.createJavaType(Object.class);
    }

    @Override
    public List<FunctionParameter> getParameters() {
      return List.of();
    }

    @Override
    public CallImplementor getImplementor() {
      return RexImpTable.createImplementor(
          (translator, call, operands) -> {
            List<Expression> boxed =
                operands.stream()
                    .map(each -> Primitive.is(each.getType()) ? Expressions.box(each) : each)
                    .toList();
            Expression given =
                Expressions.call(
                    Growth.class,
                    "required",
                    Expressions.constant(growth, Growth.class),
                    Expressions.constant(place),
                    Expressions.newArrayInit(Object.class, boxed));
            return Expressions.convert_(given, Types.toClass(TYPES.getJavaClass(call.getType())));
          },
          NullPolicy.NONE,
          false);
    }
  }
}
