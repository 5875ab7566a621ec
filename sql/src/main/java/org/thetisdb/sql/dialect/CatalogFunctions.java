package org.thetisdb.sql.dialect;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
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
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandMetadata;
import org.apache.calcite.sql.type.SqlOperandTypeInference;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;
import org.thetisdb.core.wire.SearchPath;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.SystemFunctions;
import org.thetisdb.sql.type.SqlType;

/**
 * Calls of functions that look at the catalog, such as {@code pg_get_indexdef}, and casts to types
 * that stand for objects, such as {@code regclass}, which are calls here. Stateless.
 */
public final class CatalogFunctions {
  /** What stands for an operand. */
  private enum Operand {
    /** A number, or what becomes one. */
    NUMBER,
    /** A text. */
    TEXT,
    /** A number or a text. */
    EITHER,
    /** Nothing that the function looks at. */
    UNUSED
  }

  /**
   * A function.
   *
   * @param constants what its method is given behind the operands
   * @param along whether the search path comes last
   */
  private record Defined(
      SqlOperator operator, List<Operand> operands, List<Integer> constants, boolean along) {}

  private static final Map<String, List<Defined>> BY_NAME = new HashMap<>();

  /** Each function once, by its name and number of operands. */
  private static final Map<String, SqlOperator> OPERATORS = new TreeMap<>();

  /** All of them. */
  public static final SqlOperatorTable TABLE;

  /** The number that a cast to a type gives, and its text, by the name of the type. */
  private static final Map<String, String> CASTS =
      Map.of(
          "regclass", "relation",
          "regtype", "type",
          "regnamespace", "schema",
          "regproc", "procedure",
          "regprocedure", "procedure");

  private static final String NAME = "Name";
  private static final String CAST = "cast:";
  private static final String TEXT_OF = "text:";

  static {
    define("format_type", "formatType", Operand.NUMBER, Operand.NUMBER);
    define("pg_get_constraintdef", "constraint", Operand.NUMBER);
    define("pg_get_constraintdef", "constraint", Operand.NUMBER, Operand.UNUSED);
    withConstant("pg_get_indexdef", "index", Operand.NUMBER);
    define("pg_get_indexdef", "index", Operand.NUMBER, Operand.NUMBER, Operand.UNUSED);
    along("pg_get_viewdef", "view", Operand.EITHER);
    along("pg_get_viewdef", "view", Operand.EITHER, Operand.UNUSED);
    withConstant("obj_description", "description", Operand.NUMBER);
    withConstant("obj_description", "description", Operand.NUMBER, Operand.UNUSED);
    define("col_description", "description", Operand.NUMBER, Operand.NUMBER);
    define("shobj_description", "nothing", Operand.UNUSED, Operand.UNUSED);
    define("pg_get_userbyid", "user", Operand.NUMBER);
    define("pg_get_expr", "same", Operand.TEXT, Operand.UNUSED);
    define("pg_get_expr", "same", Operand.TEXT, Operand.UNUSED, Operand.UNUSED);
    along("pg_table_is_visible", "isVisible", Operand.NUMBER);
    along("pg_get_serial_sequence", "sequence", Operand.EITHER, Operand.TEXT);
    along("to_regclass", "knownRelation", Operand.TEXT);
    define("pg_encoding_to_char", "encoding", Operand.NUMBER);
    define("pg_is_in_recovery", "no");
    for (String name :
        List.of("pg_type_is_visible", "pg_function_is_visible", "pg_collation_is_visible")) {
      define(name, "yes", Operand.UNUSED);
    }
    for (String name :
        List.of(
            "pg_get_function_arguments",
            "pg_get_function_identity_arguments",
            "pg_get_function_result",
            "pg_get_functiondef",
            "pg_get_partkeydef",
            "pg_get_statisticsobjdef_columns")) {
      define(name, "nothing", Operand.UNUSED);
    }
    for (String name : List.of("pg_get_triggerdef", "pg_get_ruledef")) {
      define(name, "nothing", Operand.UNUSED);
      define(name, "nothing", Operand.UNUSED, Operand.UNUSED);
    }
    for (String name :
        List.of(
            "pg_relation_size",
            "pg_total_relation_size",
            "pg_table_size",
            "pg_indexes_size",
            "pg_database_size")) {
      define(name, "noSize", Operand.UNUSED);
    }
    for (String name : List.of("has_database_privilege")) {
      define(name, "yes", Operand.UNUSED, Operand.UNUSED);
      define(name, "yes", Operand.UNUSED, Operand.UNUSED, Operand.UNUSED);
    }
    for (String name :
        List.of("has_table_privilege", "has_any_column_privilege", "has_sequence_privilege")) {
      along(name, "mayRelation", Operand.EITHER, Operand.TEXT);
      along(name, "userMayRelation", Operand.EITHER, Operand.EITHER, Operand.TEXT);
    }
    define("has_schema_privilege", "maySchema", Operand.EITHER, Operand.TEXT);
    define("has_schema_privilege", "userMaySchema", Operand.EITHER, Operand.EITHER, Operand.TEXT);
    define("pg_has_role", "hasRole", Operand.EITHER, Operand.UNUSED);
    define("pg_has_role", "userHasRole", Operand.EITHER, Operand.EITHER, Operand.UNUSED);
    along(CAST + "relation", "relation", Operand.EITHER);
    along(TEXT_OF + "relation", "relationName", Operand.EITHER);
    for (String kind : List.of("type", "schema")) {
      define(CAST + kind, kind, Operand.EITHER);
      define(TEXT_OF + kind, kind + NAME, Operand.EITHER);
    }
    define(CAST + "procedure", "procedure", Operand.EITHER);
    TABLE = SqlOperatorTables.of(List.copyOf(OPERATORS.values()));
  }

  private CatalogFunctions() {}

  private static void define(String name, String method, Operand... operands) {
    add(name, method, List.of(), false, operands);
  }

  /** Of which the method is given a zero for the operand that is left out. */
  private static void withConstant(String name, String method, Operand... operands) {
    add(name, method, List.of(0), false, operands);
  }

  private static void along(String name, String method, Operand... operands) {
    add(name, method, List.of(), true, operands);
  }

  private static void add(
      String name, String method, List<Integer> constants, boolean along, Operand... operands) {
    Method of =
        Arrays.stream(SystemFunctions.class.getMethods())
            .filter(each -> each.getName().equals(method))
            .findFirst()
            .orElseThrow(() -> new AssertionError(method));
    String shown = name.replace(':', '_') + '_';
    int given = (int) Arrays.stream(operands).filter(each -> each != Operand.UNUSED).count();
    int all = given + constants.size() + (along ? 1 : 0);
    if (of.getParameterCount() != all + 1) {
      throw new AssertionError(name + " gives " + method + " " + all + " arguments");
    }
    SqlOperator operator =
        OPERATORS.computeIfAbsent(shown + all, each -> new CatalogFunction(shown, of, all));
    BY_NAME
        .computeIfAbsent(name, each -> new ArrayList<>())
        .add(new Defined(operator, List.of(operands), constants, along));
  }

  /** The call of a function of these as it runs; null if it is none. */
  public static SqlNode inPlaceOf(SqlCall call, SearchPath path) {
    String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
    return made(name, call.getOperandList(), path, call.getParserPosition());
  }

  private static SqlNode made(
      String name, List<SqlNode> given, SearchPath path, SqlParserPos place) {
    for (Defined defined : BY_NAME.getOrDefault(name, List.of())) {
      if (defined.operands().size() == given.size()) {
        return made(defined, given, path, place);
      }
    }
    return null;
  }

  private static SqlNode made(
      Defined defined, List<SqlNode> given, SearchPath path, SqlParserPos place) {
    List<SqlNode> operands = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      if (defined.operands().get(i) != Operand.UNUSED) {
        operands.add(given.get(i));
      }
    }
    for (int constant : defined.constants()) {
      operands.add(SqlLiteral.createExactNumeric("" + constant, place));
    }
    if (defined.along()) {
      operands.add(SqlLiteral.createCharString(path.appendTo(""), place));
    }
    return defined.operator().createCall(place, operands);
  }

  /**
   * A cast to a type that stands for an object; null if the type is none of these.
   *
   * @param type its name without a schema
   */
  public static SqlNode cast(SqlNode value, String type, SearchPath path, SqlParserPos place) {
    String kind = CASTS.get(type.toLowerCase(Locale.ROOT));
    return kind == null ? null : made(CAST + kind, List.of(value), path, place);
  }

  /** What such a cast shows as a text; null for anything else. */
  public static SqlNode textOf(SqlNode value) {
    if (!(value instanceof SqlCall call)) {
      return null;
    }
    for (String kind : List.of("relation", "type", "schema")) {
      Defined number = BY_NAME.get(CAST + kind).get(0);
      if (call.getOperator().equals(number.operator())) {
        SqlOperator text = BY_NAME.get(TEXT_OF + kind).get(0).operator();
        return text.createCall(call.getParserPosition(), call.getOperandList());
      }
    }
    return null;
  }

  /** A function that is a static method, which is given the run first. */
  private static final class CatalogFunction extends SqlUserDefinedFunction {
    CatalogFunction(String name, Method method, int operands) {
      super(
          new SqlIdentifier(name, SqlParserPos.ZERO),
          SqlKind.OTHER_FUNCTION,
          returned(method.getReturnType()),
          parameters(),
          operands(operands),
          new MethodWithRun(method));
    }

    private static SqlReturnTypeInference returned(Class<?> type) {
      if (type == String.class) {
        return ReturnTypes.explicit(
            types ->
                SqlTypes.toCalcite(
                    types, SqlType.of(org.thetisdb.sql.type.SqlTypeName.VARCHAR), true));
      }
      return type == Long.class
          ? ReturnTypes.BIGINT_FORCE_NULLABLE
          : ReturnTypes.BOOLEAN_FORCE_NULLABLE;
    }

    /** Parameters are texts: names are asked for more often than numbers. */
    private static SqlOperandTypeInference parameters() {
      return (binding, returned, types) ->
          Arrays.fill(
              types,
              binding
                  .getTypeFactory()
                  .createTypeWithNullability(
                      binding.getTypeFactory().createSqlType(SqlTypeName.VARCHAR), true));
    }

    private static SqlOperandMetadata operands(int count) {
      return OperandTypes.operandMetadata(
          java.util.Collections.nCopies(count, SqlTypeFamily.ANY),
          types -> java.util.Collections.nCopies(count, types.createSqlType(SqlTypeName.ANY)),
          place -> "operand",
          place -> false);
    }

    @Override
    public boolean isDynamicFunction() {
      return true;
    }
  }

  private record MethodWithRun(Method method) implements ScalarFunction, ImplementableFunction {
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
            List<Expression> arguments = new ArrayList<>();
            arguments.add(Expressions.convert_(translator.getRoot(), RunContext.class));
            for (int i = 0; i < operands.size(); i++) {
              Class<?> wanted = method.getParameterTypes()[i + 1];
              arguments.add(Expressions.convert_(Expressions.box(operands.get(i)), wanted));
            }
            return Expressions.call(method, arguments);
          },
          NullPolicy.NONE,
          false);
    }
  }
}
