package org.thetisdb.sql.dialect;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.thetisdb.sql.run.Conversions;
import org.thetisdb.sql.type.SqlType;

/**
 * A cast from or to a type that Calcite does not know how to cast: by way of the form that clients
 * get. Immutable.
 */
public final class Conversion extends SqlUserDefinedFunction {
  private static final Method CONVERT = method("convert");
  private static final Method TO_JSON_VALUE = method("toJsonValue");
  private static final Method TO_WRITTEN = method("toWritten");

  private final RelDataType to;
  private final Method method;

  private Conversion(RelDataType to, Method method) {
    super(
        new SqlIdentifier("convert_" + method.getName() + "_" + to + "_", SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        binding ->
            binding
                .getTypeFactory()
                .createTypeWithNullability(
                    to, mayBeNull(to, method, binding.getOperandType(0).isNullable())),
        InferTypes.FIRST_KNOWN,
        new ValueFunctions.Operands(OperandTypes.VARIADIC),
        new MethodOfTypes(method));
    this.to = to;
    this.method = method;
  }

  private static Method method(String name) {
    for (Method method : Conversions.class.getMethods()) {
      if (method.getName().equals(name)) {
        return method;
      }
    }
    throw new AssertionError("no method " + name);
  }

  /** A cast to a type. */
  public static Conversion to(RelDataType to) {
    return new Conversion(to, CONVERT);
  }

  /** What {@code to_jsonb} does. */
  static Conversion toJsonValue(RelDataTypeFactory types) {
    return new Conversion(TypeFactory.json(types), TO_JSON_VALUE);
  }

  /** The text in which FORMAT and the like write a value. */
  static Conversion toWritten(RelDataType text) {
    return new Conversion(text, TO_WRITTEN);
  }

  /** The type of a cast, whose clocks are rounded to the digits that it names. */
  public static SqlType target(RelDataType to) {
    SqlType type = SqlTypes.fromCalcite(to);
    return type.isClock() ? SqlType.ofClock(type.name(), to.getPrecision()) : type;
  }

  /** Whether values of a type are of another form than those of another one. */
  public static boolean isNeeded(RelDataType from, RelDataType to) {
    if (SqlTypeUtil.equalSansNullability(from, to)) {
      return false;
    }
    if (from.getSqlTypeName() == SqlTypeName.ARRAY && to.getSqlTypeName() == SqlTypeName.ARRAY) {
      return isNeeded(from.getComponentType(), to.getComponentType());
    }
    return !(SqlTypeUtil.isCharacter(from) && SqlTypeUtil.isCharacter(to));
  }

  /** Whether it is one of the types that are not Calcite's to cast. */
  public static boolean isOwn(RelDataType type) {
    return TypeFactory.isJson(type)
        || TypeFactory.isInterval(type)
        || type.getSqlTypeName() == SqlTypeName.ARRAY;
  }

  /** Parts of a set operation agree on that, so an array that is converted keeps it. */
  private static boolean mayBeNull(RelDataType to, Method method, boolean given) {
    return given || !method.equals(CONVERT) || to.getSqlTypeName() != SqlTypeName.ARRAY;
  }

  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    boolean given = validator.deriveType(scope, call.operand(0)).isNullable();
    return validator.getTypeFactory().createTypeWithNullability(to, mayBeNull(to, method, given));
  }

  private record MethodOfTypes(Method method) implements ScalarFunction, ImplementableFunction {
    @Override
    public RelDataType getReturnType(RelDataTypeFactory types) {
      return types.createJavaType(method.getReturnType());
    }

    @Override
    public List<FunctionParameter> getParameters() {
      return List.of();
    }

    @Override
    public CallImplementor getImplementor() {
      return RexImpTable.createImplementor(
          (translator, call, operands) -> {
            List<Expression> given = new ArrayList<>();
            given.add(TypedFunction.as(Object.class, operands.get(0)));
            add(SqlTypes.fromCalcite(call.getOperands().get(0).getType()), given);
            add(target(call.getType()), given);
            return TypedFunction.typed(Expressions.call(method, given), call.getType());
          },
          NullPolicy.STRICT,
          false);
    }

    private static void add(SqlType ours, List<Expression> given) {
      given.add(Expressions.constant(ours.code()));
      given.add(Expressions.constant(ours.precision()));
      given.add(Expressions.constant(ours.scale()));
    }
  }
}
