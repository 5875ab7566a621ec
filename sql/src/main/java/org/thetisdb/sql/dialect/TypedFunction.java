package org.thetisdb.sql.dialect;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.type.SqlType;

/**
 * A function of JSON or arrays, which brings its operands into the types that it wants, as
 * PostgreSQL does with constants: a text is read where a document or an array is wanted. Stateless.
 */
public final class TypedFunction extends SqlUserDefinedFunction {
  /** What a function makes of its operands' types. */
  @FunctionalInterface
  public interface Result {
    RelDataType of(RelDataTypeFactory types, List<RelDataType> operands);
  }

  /** Knows classes of types alone. */
  private static final JavaTypeFactory TYPES = SqlTypes.newFactory();

  private final List<OperandType> wants;
  private final boolean variadic;
  private final Class<?> declaringClass;

  /**
   * A function.
   *
   * @param wants of each operand
   * @param variadic whether it may be called with any number of the last one, which the method gets
   *     as a list
   * @param strict whether it is null if an operand is
   * @param method does it
   */
  public TypedFunction(
      String name,
      Result result,
      List<OperandType> wants,
      boolean variadic,
      boolean strict,
      Method method) {
    super(
        new SqlIdentifier(name, SqlParserPos.ZERO),
        SqlKind.OTHER_FUNCTION,
        binding -> result.of(binding.getTypeFactory(), binding.collectOperandTypes()),
        null,
        new ValueFunctions.Operands(OperandTypes.VARIADIC),
        new MethodOfOperands(method, variadic ? wants.size() - 1 : -1, strict));
    this.wants = List.copyOf(wants);
    this.declaringClass = method.getDeclaringClass();
    this.variadic = variadic;
  }

  /** Whether it can be called with so many operands. */
  public boolean takes(int operands) {
    return variadic ? operands >= wants.size() - 1 : operands == wants.size();
  }

  private OperandType want(int operand) {
    return wants.get(Math.min(operand, wants.size() - 1));
  }

  /** How many operands a method takes, beside the run. */
  static int operandsOf(Method method) {
    return method.getParameterCount() - (takesRun(method) ? 1 : 0);
  }

  private static boolean takesRun(Method method) {
    return method.getParameterCount() > 0 && method.getParameterTypes()[0].equals(RunContext.class);
  }

  /** The type of a parameter as this operand; null if the other operands or the value tell it. */
  public RelDataType parameterType(int operand, RelDataTypeFactory types, List<RelDataType> known) {
    return want(operand).parameterType(types, known);
  }

  /** Whether the value of a parameter gives its type better than {@link #parameterType}. */
  public boolean staysOpen(int operand) {
    return want(operand) == OperandType.ARRAY;
  }

  /** The class whose method does it. */
  public Class<?> declaringClass() {
    return declaringClass;
  }

  /** Calcite would look for a function of this name among those that everybody may call. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    ((ParameterTyper) validator).typeParameters(scope, call);
    List<RelDataType> types = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      types.add(validator.deriveType(scope, operand));
    }
    for (int i = 0; i < types.size(); i++) {
      SqlNode fitted = want(i).fit(getName(), call, i, types, validator.getTypeFactory());
      if (fitted != call.operand(i)) {
        call.setOperand(i, fitted);
        validator.deriveType(scope, fitted);
      }
    }
    return inferReturnType(new SqlCallBinding(validator, scope, call));
  }

  private record MethodOfOperands(Method method, int listFrom, boolean strict)
      implements ScalarFunction, ImplementableFunction {
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
            int own = listFrom < 0 ? operands.size() : listFrom;
            List<Expression> given = new ArrayList<>();
            if (takesRun(method)) {
              given.add(Expressions.convert_(translator.getRoot(), RunContext.class));
            }
            for (int i = 0; i < own; i++) {
              given.add(as(method.getParameterTypes()[given.size()], operands.get(i)));
            }
            if (listFrom >= 0) {
              List<Expression> rest = new ArrayList<>();
              operands.subList(own, operands.size()).forEach(o -> rest.add(as(Object.class, o)));
              given.add(
                  Expressions.call(
                      Arrays.class, "asList", Expressions.newArrayInit(Object.class, rest)));
            }
            addTypes(call, given);
            Expression result = Expressions.call(method, given);
            return method.getReturnType() == Object.class ? typed(result, call.getType()) : result;
          },
          strict ? NullPolicy.SEMI_STRICT : NullPolicy.NONE,
          false);
    }

    /** What a method takes beyond its operands: the code of the first one's type, its precision. */
    private void addTypes(RexCall call, List<Expression> given) {
      int more = method.getParameterCount() - given.size();
      if (more == 0) {
        return;
      }
      RelDataType first = call.getOperands().get(0).getType();
      SqlTypeName name = first.getSqlTypeName();
      boolean untyped = name == SqlTypeName.CHAR || name == SqlTypeName.NULL;
      SqlType type = untyped ? null : SqlTypes.fromCalcite(first);
      given.add(Expressions.constant(type == null ? 0 : type.code()));
      if (more == 2) {
        given.add(Expressions.constant(type == null ? 0 : type.precision()));
      }
    }
  }

  /** What a method gave as an Object, in the class of values of a type. */
  static Expression typed(Expression object, RelDataType type) {
    Class<?> wanted = Types.toClass(TYPES.getJavaClass(type));
    Primitive primitive = Primitive.of(wanted);
    return primitive == null
        ? Expressions.convert_(object, wanted)
        : Expressions.unbox(Expressions.convert_(object, primitive.boxClass));
  }

  public static Expression as(Class<?> wanted, Expression operand) {
    boolean boxed = !wanted.isPrimitive() && Primitive.is(operand.getType());
    return Expressions.convert_(boxed ? Expressions.box(operand) : operand, wanted);
  }
}
