package org.thetisdb.sql.dialect;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
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
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;

/**
 * Functions that Calcite does not have, or not from the transaction: time, randomness and sequences
 * come from the context of the run alone. Stateless.
 */
public final class OwnFunctions {
  private static final Map<String, SqlOperator> BY_NAME = new TreeMap<>();

  /** All of them. */
  public static final SqlOperatorTable TABLE;

  /** The next value of a sequence, which is named by a text. */
  public static final SqlOperator NEXTVAL =
      function("nextval", ReturnTypes.BIGINT, true, "nextValue", String.class);

  /** The value that the session took last of a sequence, which is named by a text. */
  public static final SqlOperator CURRVAL =
      function("currval", ReturnTypes.BIGINT, true, "currentValue", String.class);

  /** The value that the session took last of any sequence. */
  public static final SqlOperator LASTVAL =
      function("lastval", ReturnTypes.BIGINT, true, "lastValue");

  static {
    function("now", ReturnTypes.explicit(moment()), false, "nowUs");
    alias("transaction_timestamp", "now");
    alias("current_timestamp", "now");
    function("statement_timestamp", ReturnTypes.explicit(moment()), false, "statementUs");
    function("clock_timestamp", ReturnTypes.explicit(moment()), true, "clockUs");
    function("random", ReturnTypes.DOUBLE, true, "nextRandom");
    alias("rand", "random");
    function(
        "gen_random_uuid",
        ReturnTypes.explicit(org.apache.calcite.sql.type.SqlTypeName.UUID),
        true,
        "nextUuid");
    alias("random_uuid", "gen_random_uuid");
    alias("uuid_generate_v4", "gen_random_uuid");
    alias("uuid", "gen_random_uuid");
    function("current_database", ReturnTypes.explicit(text()), "currentCatalog");
    alias("current_catalog", "current_database");
    function("version", ReturnTypes.explicit(text()), "version");
    TABLE = SqlOperatorTables.of(List.copyOf(BY_NAME.values()));
  }

  private OwnFunctions() {}

  /** Whether its value comes with the call, so that it is the same while keys are planned. */
  public static boolean isOfSequence(SqlOperator operator) {
    return operator.equals(NEXTVAL) || operator.equals(CURRVAL) || operator.equals(LASTVAL);
  }

  /** The function with this name; null if there is none here. */
  public static SqlOperator byName(String name) {
    return BY_NAME.get(name);
  }

  private static org.apache.calcite.rel.type.RelProtoDataType moment() {
    return types ->
        types.createSqlType(
            org.apache.calcite.sql.type.SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE,
            TimestampTypes.DIGITS);
  }

  private static org.apache.calcite.rel.type.RelProtoDataType text() {
    return types -> SqlTypes.toCalcite(types, SqlType.of(SqlTypeName.VARCHAR), false);
  }

  /** A function that comes to the same in every run. */
  private static void function(String name, SqlReturnTypeInference type, String method) {
    BY_NAME.put(name, new OwnFunction(name, type, Kind.FIXED, method(method)));
  }

  private static void alias(String name, String of) {
    BY_NAME.put(name, BY_NAME.get(of));
  }

  private static SqlFunction function(
      String name,
      SqlReturnTypeInference type,
      boolean random,
      String method,
      Class<?>... parameters) {
    SqlFunction function =
        new OwnFunction(name, type, random ? Kind.RANDOM : Kind.OF_RUN, method(method, parameters));
    BY_NAME.put(name, function);
    return function;
  }

  private static Method method(String name, Class<?>... parameters) {
    try {
      return RunContext.class.getMethod(name, parameters);
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }

  /** How often a function comes to something else. */
  private enum Kind {
    /** Never. */
    FIXED,
    /** In each run. */
    OF_RUN,
    /** Each time. */
    RANDOM
  }

  /** A function that is a method of the context of the run. */
  private static final class OwnFunction extends SqlUserDefinedFunction {
    private final Kind change;

    OwnFunction(String name, SqlReturnTypeInference type, Kind change, Method method) {
      super(
          new SqlIdentifier(name, SqlParserPos.ZERO),
          SqlKind.OTHER_FUNCTION,
          type,
          InferTypes.FIRST_KNOWN,
          operands(method, change == Kind.RANDOM),
          new MethodOfRun(method));
      this.change = change;
    }

    /** A function that is random may have the number of its call behind its operands. */
    private static SqlOperandMetadata operands(Method method, boolean numbered) {
      int own = method.getParameterCount();
      List<SqlTypeFamily> families =
          new ArrayList<>(Collections.nCopies(own, SqlTypeFamily.CHARACTER));
      if (numbered) {
        families.add(SqlTypeFamily.NUMERIC);
      }
      return OperandTypes.operandMetadata(
          families,
          types ->
              IntStream.range(0, families.size())
                  .mapToObj(place -> place < own ? text(types) : number(types))
                  .toList(),
          place -> place < own ? "name" : "call",
          place -> place >= own);
    }

    private static RelDataType number(RelDataTypeFactory types) {
      return types.createSqlType(org.apache.calcite.sql.type.SqlTypeName.INTEGER);
    }

    private static RelDataType text(RelDataTypeFactory types) {
      return types.createSqlType(org.apache.calcite.sql.type.SqlTypeName.VARCHAR);
    }

    @Override
    public boolean isDeterministic() {
      return change != Kind.RANDOM;
    }

    @Override
    public boolean isDynamicFunction() {
      return change == Kind.OF_RUN;
    }
  }

  private record MethodOfRun(Method method) implements ScalarFunction, ImplementableFunction {
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
            int own = method.getParameterCount();
            Expression run = Expressions.convert_(translator.getRoot(), RunContext.class);
            if (operands.size() > own && operands.get(own).getType() == int.class) {
              run = Expressions.call(run, "forCall", operands.get(own)); // else NEXT VALUE FOR
            }
            return Expressions.call(run, method, operands.subList(0, own));
          },
          NullPolicy.NONE,
          false);
    }
  }
}
