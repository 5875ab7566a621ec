package org.thetisdb.sql.dialect;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expression;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.linq4j.tree.Primitive;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.InferTypes;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.thetisdb.sql.function.ByteFunctions;
import org.thetisdb.sql.function.TextFunctions;
import org.thetisdb.sql.function.number.NumberFormat;
import org.thetisdb.sql.function.number.Rounding;
import org.thetisdb.sql.function.time.DateFormat;
import org.thetisdb.sql.function.time.DateFunctions;
import org.thetisdb.sql.run.LargeMark;

/**
 * Functions of values alone that Calcite does not have, or that are other in PostgreSQL. Their
 * names end with an underscore, so that Calcite does not find its own. Stateless.
 */
public final class ValueFunctions {
  private static final Map<String, ValueFunction> BY_NAME = new TreeMap<>();

  private static final SqlTypeFamily NUMBER = SqlTypeFamily.NUMERIC;
  private static final SqlTypeFamily WHOLE = SqlTypeFamily.INTEGER;
  private static final SqlTypeFamily TEXT = SqlTypeFamily.CHARACTER;
  private static final SqlTypeFamily BYTES = SqlTypeFamily.BINARY;
  private static final SqlTypeFamily DAY = SqlTypeFamily.DATE;

  private static final SqlTypeFamily EXACT = SqlTypeFamily.EXACT_NUMERIC;
  private static final SqlTypeFamily DOUBLE = SqlTypeFamily.APPROXIMATE_NUMERIC;

  /** The days from 1970-01-01 to a date. */
  public static final SqlOperator DAYS_OF;

  /** The whole number that is nearest to a double. */
  public static final SqlOperator NEAREST;

  /** A timestamp as it is written, with what it has of milliseconds. */
  public static final SqlOperator TEXT_OF_TIMESTAMP;

  /** A text as CHAR(n) keeps it: without the blanks at its end. */
  public static final SqlOperator PADDED;

  /** A text with a character for each byte. */
  public static final SqlOperator TEXT_OF_BYTES;

  /** How many characters a text has, whether it is here or a large value. */
  public static final SqlOperator CHAR_LENGTH;

  static {
    SqlReturnTypeInference date = type(SqlTypeName.DATE, -1);
    SqlReturnTypeInference zoned =
        type(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, TimestampTypes.DIGITS);
    SqlReturnTypeInference text = type(SqlTypeName.VARCHAR, -1);
    Class<?> dates = DateFunctions.class;
    CHAR_LENGTH =
        add(
            "char_length",
            type(SqlTypeName.INTEGER, -1),
            form(LargeMark.class, "charLength", TEXT));
    DAYS_OF = add("days_of", type(SqlTypeName.INTEGER, -1), form(dates, "daysOf", DAY));
    add(
        "to_timestamp",
        zoned,
        form(dates, "secondsToTimestamp", NUMBER),
        form(dates, "textToTimestamp", TEXT, TEXT));
    add("to_date", date, form(dates, "textToDate", TEXT, TEXT));
    add("make_date", date, form(dates, "makeDate", WHOLE, WHOLE, WHOLE));
    add("make_time", type(SqlTypeName.TIME, 3), form(dates, "makeTime", WHOLE, WHOLE, NUMBER));
    add(
        "make_timestamp",
        type(SqlTypeName.TIMESTAMP, TimestampTypes.DIGITS),
        form(dates, "makeTimestamp", WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, NUMBER));
    TEXT_OF_TIMESTAMP =
        add("timestamp_text", text, form(dates, "timestampText", SqlTypeFamily.TIMESTAMP));
    NEAREST =
        add("nearest", ReturnTypes.DOUBLE_NULLABLE, form(Rounding.class, "toNearest", DOUBLE));
    add(
        "round",
        ValueFunctions::rounded,
        form(Rounding.class, "toWhole", EXACT),
        form(Rounding.class, "round", EXACT, WHOLE),
        form(Rounding.class, "nearest", DOUBLE),
        form(Rounding.class, "nearest", DOUBLE, WHOLE));
    for (String name : List.of("trunc", "truncate")) {
      add(
          name,
          ValueFunctions::rounded,
          form(Rounding.class, "cutToWhole", EXACT),
          form(Rounding.class, "cut", EXACT, WHOLE),
          form(Rounding.class, "towardsZero", DOUBLE),
          form(Rounding.class, "towardsZero", DOUBLE, WHOLE));
    }
    add("to_hex", text, form(NumberFormat.class, "toHex", WHOLE));
    add(
        "to_char",
        ReturnTypes.explicit(types -> types.createSqlType(SqlTypeName.VARCHAR))
            .andThen(SqlTypeTransforms.FORCE_NULLABLE),
        form(NumberFormat.class, "toChar", NUMBER, TEXT),
        form(DateFormat.class, "dateToChar", DAY, TEXT),
        zoned(form(DateFormat.class, "zonedToChar", SqlTypeFamily.TIMESTAMP, TEXT)),
        form(DateFormat.class, "timestampToChar", SqlTypeFamily.TIMESTAMP, TEXT));
    Class<?> texts = TextFunctions.class;
    add(
        "btrim",
        ValueFunctions::trimmed,
        form(texts, "trimBoth", TEXT, TEXT),
        form(ByteFunctions.class, "trimBoth", BYTES, BYTES));
    add(
        "ltrim",
        ValueFunctions::trimmed,
        form(texts, "trimLeft", TEXT, TEXT),
        form(ByteFunctions.class, "trimLeft", BYTES, BYTES));
    add(
        "rtrim",
        ValueFunctions::trimmed,
        form(texts, "trimRight", TEXT, TEXT),
        form(ByteFunctions.class, "trimRight", BYTES, BYTES));
    PADDED = add("padded text", ValueFunctions::trimmed, form(texts, "trimRight", TEXT, TEXT));
    TEXT_OF_BYTES = add("text of bytes", text, form(ByteFunctions.class, "characters", BYTES));
    // Calcite's take their result for one that is never null
    add(
        "lpad",
        text,
        form(texts, "padLeft", TEXT, WHOLE, TEXT),
        form(texts, "blankLeft", TEXT, WHOLE));
    add(
        "rpad",
        text,
        form(texts, "padRight", TEXT, WHOLE, TEXT),
        form(texts, "blankRight", TEXT, WHOLE));
  }

  /** All of them. */
  public static final SqlOperatorTable TABLE = SqlOperatorTables.of(List.copyOf(BY_NAME.values()));

  private ValueFunctions() {}

  /** The function with this name and number of operands; null if there is none here. */
  public static SqlOperator byName(String name, int operands) {
    ValueFunction function = BY_NAME.get(name);
    return function != null && function.takes(operands) ? function : null;
  }

  private static SqlReturnTypeInference type(SqlTypeName name, int precision) {
    return ReturnTypes.explicit(
            types ->
                precision < 0 ? types.createSqlType(name) : types.createSqlType(name, precision))
        .andThen(SqlTypeTransforms.TO_NULLABLE);
  }

  /** Decimals have as many digits behind the point as are asked for. */
  private static RelDataType rounded(SqlOperatorBinding binding) {
    RelDataTypeFactory types = binding.getTypeFactory();
    boolean nullable = binding.collectOperandTypes().stream().anyMatch(RelDataType::isNullable);
    RelDataType type =
        SqlTypeUtil.isApproximateNumeric(binding.getOperandType(0))
            ? types.createSqlType(SqlTypeName.DOUBLE)
            : SqlTypes.unbounded(types);
    return types.createTypeWithNullability(type, nullable);
  }

  private static RelDataType trimmed(SqlOperatorBinding call) {
    SqlTypeName type =
        SqlTypeUtil.isBinary(call.getOperandType(0)) ? SqlTypeName.VARBINARY : SqlTypeName.VARCHAR;
    return call.getTypeFactory()
        .createTypeWithNullability(
            call.getTypeFactory().createSqlType(type),
            call.collectOperandTypes().stream().anyMatch(RelDataType::isNullable));
  }

  private static ValueFunction add(String name, SqlReturnTypeInference type, Form... forms) {
    ValueFunction function = new ValueFunction(name + "_", type, List.of(forms));
    BY_NAME.put(name, function);
    return function;
  }

  /** One way to call a function: the types of the operands, and what does it. */
  private record Form(List<SqlTypeFamily> families, Method method, boolean zoned) {
    boolean fits(List<RexNode> operands) {
      SqlTypeName first = operands.get(0).getType().getSqlTypeName();
      return families.size() == operands.size()
          && families.get(0).getTypeNames().contains(first)
          && (!zoned || first == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
    }

    SqlOperandTypeChecker checker() {
      return OperandTypes.family(families);
    }
  }

  private static Form form(Class<?> of, String name, SqlTypeFamily... families) {
    for (Method method : of.getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == families.length) {
        return new Form(Arrays.asList(families), method, false);
      }
    }
    throw new AssertionError("no method " + name);
  }

  /** The same of points in time alone, which are of the family of timestamps. */
  private static Form zoned(Form form) {
    return new Form(form.families(), form.method(), true);
  }

  private static final class ValueFunction extends SqlUserDefinedFunction {
    private final List<Form> forms;

    ValueFunction(String name, SqlReturnTypeInference type, List<Form> forms) {
      super(
          new SqlIdentifier(name, SqlParserPos.ZERO),
          SqlKind.OTHER_FUNCTION,
          type,
          InferTypes.FIRST_KNOWN,
          new Operands(
              forms.stream().map(Form::checker).reduce(SqlOperandTypeChecker::or).orElseThrow()),
          new MethodOfValues(forms));
      this.forms = forms;
    }

    boolean takes(int operands) {
      return forms.stream().anyMatch(form -> form.families().size() == operands);
    }
  }

  /** What a function takes, by a rule of Calcite's. */
  public record Operands(SqlOperandTypeChecker rule) implements SqlOperandMetadata {
    @Override
    public List<RelDataType> paramTypes(RelDataTypeFactory types) {
      return List.of();
    }

    @Override
    public List<String> paramNames() {
      return List.of();
    }

    @Override
    public boolean isFixedParameters() {
      return false;
    }

    @Override
    public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
      return rule.checkOperandTypes(binding, throwOnFailure);
    }

    @Override
    public SqlOperandCountRange getOperandCountRange() {
      return rule.getOperandCountRange();
    }

    @Override
    public String getAllowedSignatures(SqlOperator operator, String name) {
      return rule.getAllowedSignatures(operator, name.replaceFirst("_$", ""));
    }
  }

  private record MethodOfValues(List<Form> forms) implements ScalarFunction, ImplementableFunction {
    @Override
    public RelDataType getReturnType(RelDataTypeFactory types) {
      return types.createJavaType(forms.get(0).method().getReturnType());
    }

    @Override
    public List<FunctionParameter> getParameters() {
      return List.of();
    }

    @Override
    public CallImplementor getImplementor() {
      return RexImpTable.createImplementor(
          (translator, call, operands) -> {
            Method method =
                forms.stream()
                    .filter(form -> form.fits(call.getOperands()))
                    .findFirst()
                    .orElse(forms.get(0))
                    .method();
            List<Expression> given = new ArrayList<>();
            for (int i = 0; i < operands.size(); i++) {
              given.add(as(method.getParameterTypes()[i], operands.get(i)));
            }
            return Expressions.call(method, given);
          },
          NullPolicy.STRICT,
          false);
    }

    private static Expression as(Class<?> wanted, Expression operand) {
      boolean boxed = !wanted.isPrimitive() && Primitive.is(operand.getType());
      return Expressions.convert_(boxed ? Expressions.box(operand) : operand, wanted);
    }
  }
}
