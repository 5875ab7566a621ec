package org.thetisdb.sql.dialect;

import static org.thetisdb.sql.dialect.OperandType.ARRAY;
import static org.thetisdb.sql.dialect.OperandType.ARRAY_OF_COMPARED;
import static org.thetisdb.sql.dialect.OperandType.COMPARED;
import static org.thetisdb.sql.dialect.OperandType.ELEMENT;
import static org.thetisdb.sql.dialect.OperandType.ELEMENT_OF_LAST;
import static org.thetisdb.sql.dialect.OperandType.JSON;
import static org.thetisdb.sql.dialect.OperandType.MEMBER;
import static org.thetisdb.sql.dialect.OperandType.SAME;
import static org.thetisdb.sql.dialect.OperandType.STEP;
import static org.thetisdb.sql.dialect.OperandType.STEPS;
import static org.thetisdb.sql.dialect.OperandType.TEXT;
import static org.thetisdb.sql.dialect.OperandType.TEXTS;
import static org.thetisdb.sql.dialect.OperandType.TRUTH;
import static org.thetisdb.sql.dialect.OperandType.VALUE;
import static org.thetisdb.sql.dialect.OperandType.WHOLE;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.thetisdb.sql.function.ArrayFunctions;
import org.thetisdb.sql.json.JsonFunctions;
import org.thetisdb.sql.parse.form.RowFunctions;
import org.thetisdb.sql.run.GeneratedSeries;
import org.thetisdb.sql.type.SqlType;

/**
 * The functions and operators of JSON and arrays, by the names that SQL has for them. Stateless.
 */
public final class TypedFunctions {
  private static final Map<String, List<TypedFunction>> BY_NAME = new TreeMap<>();

  private static final TypedFunction.Result DOCUMENT = (types, all) -> TypeFactory.json(types);
  private static final TypedFunction.Result WORDS =
      (types, all) ->
          SqlTypes.toCalcite(types, SqlType.of(org.thetisdb.sql.type.SqlTypeName.VARCHAR), true);
  private static final TypedFunction.Result BOOLEAN =
      (types, all) ->
          types.createTypeWithNullability(types.createSqlType(SqlTypeName.BOOLEAN), true);
  private static final TypedFunction.Result INTEGER =
      (types, all) ->
          types.createTypeWithNullability(types.createSqlType(SqlTypeName.INTEGER), true);
  private static final TypedFunction.Result DOCUMENTS =
      (types, all) -> types.createArrayType(TypeFactory.json(types), -1);
  private static final TypedFunction.Result SERIES =
      (types, all) ->
          types.createTypeWithNullability(
              types.createArrayType(
                  types.createTypeWithNullability(OperandType.member(all, types), false), -1),
              true);
  private static final TypedFunction.Result MEMBERS_OF_JSON =
      (types, all) -> types.createMapType(WORDS.of(types, all), DOCUMENT.of(types, all));
  private static final TypedFunction.Result TEXTS_OF_JSON =
      (types, all) -> types.createMapType(WORDS.of(types, all), WORDS.of(types, all));
  private static final TypedFunction.Result TEXT_ARRAY =
      (types, all) -> types.createArrayType(WORDS.of(types, all), -1);

  /** The type of the first operand that is a document, an array or an interval. */
  private static final TypedFunction.Result OWN =
      (types, all) ->
          types.createTypeWithNullability(
              all.stream().filter(Conversion::isOwn).findFirst().orElseThrow(), true);

  /** A cast to JSON. */
  public static final TypedFunction TO_JSON;

  /** {@code one || other} of documents. */
  public static final TypedFunction JSON_CONCAT;

  /** {@code doc - 'name'}. */
  public static final TypedFunction JSON_WITHOUT;

  /** {@code one || other} of arrays. */
  public static final TypedFunction ARRAY_CONCAT;

  /** {@code array || element}. */
  public static final TypedFunction ARRAY_APPEND;

  /** {@code element || array}. */
  public static final TypedFunction ARRAY_PREPEND;

  /** The order of two values, as a number below, at or above 0. */
  public static final TypedFunction COMPARE;

  /** BETWEEN of documents, arrays or intervals. */
  public static final TypedFunction BETWEEN;

  /** NOT BETWEEN of such. */
  public static final TypedFunction NOT_BETWEEN;

  /** GREATEST of such. */
  public static final TypedFunction GREATEST;

  /** LEAST of such. */
  public static final TypedFunction LEAST;

  /** GREATEST of UUIDs. */
  public static final TypedFunction GREATEST_UUID;

  /** LEAST of UUIDs. */
  public static final TypedFunction LEAST_UUID;

  /** Whether a value compares so with an element of an array. */
  public static final TypedFunction ANY;

  /** Whether a value compares so with all elements of an array. */
  public static final TypedFunction ALL;

  /** An array of documents as one, for {@code jsonb_agg}. */
  public static final TypedFunction JSON_OF_ELEMENTS;

  /** An array of any values as a document, for {@code jsonb_agg} of distinct ones. */
  public static final TypedFunction JSON_OF_VALUES;

  /** Arrays of names and of values as one document, for {@code jsonb_object_agg}. */
  public static final TypedFunction JSON_OF_MEMBERS;

  /** A value as an array of one element, which is not null even if the value is. */
  public static final TypedFunction ALONE;

  /** Several arrays as one of rows, for UNNEST of these. */
  public static final TypedFunction TOGETHER;

  /** The elements of an array of arrays; null if there are none. */
  public static final TypedFunction ELEMENTS;

  static {
    Class<?> json = JsonFunctions.class;
    operator("->", DOCUMENT, json, "get", JSON, STEP);
    operator("->>", WORDS, json, "getText", JSON, STEP);
    operator("#>", DOCUMENT, json, "at", JSON, TEXTS);
    operator("#>>", WORDS, json, "textAt", JSON, TEXTS);
    operator("#-", DOCUMENT, json, "withoutPath", JSON, TEXTS);
    operator("??", BOOLEAN, json, "has", JSON, TEXT);
    operator("??|", BOOLEAN, json, "hasAny", JSON, TEXTS);
    operator("??&", BOOLEAN, json, "hasAll", JSON, TEXTS);
    TO_JSON = strict("jsonb", DOCUMENT, json, "itself", JSON);
    JSON_CONCAT = strict("json_concat", DOCUMENT, json, "concat", JSON, JSON);
    JSON_WITHOUT = strict("json_without", DOCUMENT, json, "without", JSON, STEPS);
    operator("to_json", DOCUMENT, json, "itself", VALUE);
    operator("to_jsonb", DOCUMENT, json, "itself", VALUE);
    bothNames("typeof", WORDS, json, "kind", JSON);
    bothNames("array_length", INTEGER, json, "length", JSON);
    bothNames("strip_nulls", DOCUMENT, json, "withoutNulls", JSON);
    operator("jsonb_pretty", WORDS, json, "pretty", JSON);
    operator("jsonb_set", DOCUMENT, json, "set", JSON, TEXTS, JSON, TRUTH);
    operator("jsonb_contains", BOOLEAN, json, "contains", JSON, JSON);
    operator("jsonb_exists", BOOLEAN, json, "has", JSON, TEXT);
    bothNames("array_elements", DOCUMENTS, json, "elements", JSON);
    bothNames("array_elements_text", TEXT_ARRAY, json, "elementsAsText", JSON);
    bothNames("object_keys", TEXT_ARRAY, json, "keys", JSON);
    for (String name : List.of("json_each", "jsonb_each")) {
      lenient(name, MEMBERS_OF_JSON, json, "members", JSON);
      lenient(name + "_text", TEXTS_OF_JSON, json, "membersAsText", JSON);
    }
    variadic("build_array", DOCUMENT, true, method(json, "array", 1), VALUE);
    variadic("build_object", DOCUMENT, true, method(json, "object", 1), VALUE);
    variadic("extract_path", DOCUMENT, false, method(json, "at", 2), JSON, TEXT);
    variadic("extract_path_text", WORDS, false, method(json, "textAt", 2), JSON, TEXT);
    JSON_OF_ELEMENTS = strict("json_of_elements", DOCUMENT, json, "array", ARRAY);
    JSON_OF_VALUES = strict("json_of_values", DOCUMENT, json, "itself", VALUE);
    JSON_OF_MEMBERS =
        new TypedFunction(
            "json_of_members_",
            DOCUMENT,
            List.of(ARRAY, ARRAY),
            false,
            true,
            method(json, "object", 2));
    Class<?> arrays = ArrayFunctions.class;
    TypedFunction.Result first = (types, all) -> types.createTypeWithNullability(all.get(0), true);
    TypedFunction.Result second = (types, all) -> types.createTypeWithNullability(all.get(1), true);
    operator("@>", BOOLEAN, arrays, "contains", SAME, SAME);
    operator("<@", BOOLEAN, arrays, "isContained", SAME, SAME);
    operator("&&", BOOLEAN, arrays, "overlap", SAME, SAME);
    operator("array_length", INTEGER, arrays, "length", ARRAY, WHOLE);
    operator("array_upper", INTEGER, arrays, "length", ARRAY, WHOLE);
    operator("array_lower", INTEGER, arrays, "lower", ARRAY, WHOLE);
    operator("array_to_string", WORDS, arrays, "join", OperandType.WRITTEN_LIST, TEXT);
    BY_NAME.put(
        "generate_series",
        List.of(
            strict("generate_series", SERIES, GeneratedSeries.class, "of", MEMBER, MEMBER),
            strict(
                "generate_series", SERIES, GeneratedSeries.class, "of", MEMBER, MEMBER, MEMBER)));
    ARRAY_CONCAT = lenient("array_cat", first, arrays, "concat", SAME, SAME);
    ARRAY_APPEND = lenient("array_append", first, arrays, "append", ARRAY, ELEMENT);
    ARRAY_PREPEND = lenient("array_prepend", second, arrays, "prepend", ELEMENT_OF_LAST, ARRAY);
    lenient("array_remove", first, arrays, "remove", ARRAY, ELEMENT);
    lenient("array_position", INTEGER, arrays, "position", ARRAY, ELEMENT);
    ALONE =
        new TypedFunction(
            "alone_",
            (types, all) ->
                types.createTypeWithNullability(types.createArrayType(all.get(0), -1), false),
            List.of(OperandType.ANY),
            false,
            false,
            method(arrays, "alone", 1));
    TOGETHER =
        new TypedFunction(
            "together_",
            TypedFunctions::rows,
            List.of(ARRAY),
            true,
            false,
            method(arrays, "together", 1));
    operator("any_array", first, arrays, "itself", ARRAY);
    ELEMENTS =
        strict(
            "elements",
            (types, all) -> types.createTypeWithNullability(all.get(0).getComponentType(), true),
            arrays,
            "elements",
            ARRAY);
    COMPARE = strict("compare", INTEGER, arrays, "compare", SAME, SAME);
    BETWEEN = three("between", BOOLEAN, method(arrays, "between", 3));
    NOT_BETWEEN = three("not_between", BOOLEAN, method(arrays, "notBetween", 3));
    GREATEST =
        new TypedFunction(
            "greatest_", OWN, List.of(SAME), true, false, method(arrays, "greatest", 1));
    LEAST =
        new TypedFunction("least_", OWN, List.of(SAME), true, false, method(arrays, "least", 1));
    TypedFunction.Result uuid =
        (types, all) ->
            types.createTypeWithNullability(types.createSqlType(SqlTypeName.UUID), true);
    GREATEST_UUID =
        new TypedFunction(
            "greatest_",
            uuid,
            List.of(OperandType.ANY),
            true,
            false,
            method(arrays, "greatest", 1));
    LEAST_UUID =
        new TypedFunction(
            "least_", uuid, List.of(OperandType.ANY), true, false, method(arrays, "least", 1));
    ANY = quantified("any_of_", method(arrays, "any", 3));
    ALL = quantified("all_of_", method(arrays, "all", 3));
  }

  private TypedFunctions() {}

  private static RelDataType rows(RelDataTypeFactory types, List<RelDataType> arrays) {
    RelDataTypeFactory.Builder row = types.builder();
    for (int i = 0; i < arrays.size(); i++) {
      RelDataType element = arrays.get(i).getComponentType();
      row.add(RowFunctions.columnOfArray(i), types.createTypeWithNullability(element, true));
    }
    return types.createArrayType(row.build(), -1);
  }

  /** The function or operator of this name that takes so many operands; null if there is none. */
  public static TypedFunction byName(String name, int operands) {
    for (TypedFunction function : BY_NAME.getOrDefault(name.toLowerCase(Locale.ROOT), List.of())) {
      if (function.takes(operands)) {
        return function;
      }
    }
    TypedFunction ofIntervals = IntervalCalls.byName(name.toLowerCase(Locale.ROOT), operands);
    return ofIntervals != null
        ? ofIntervals
        : ScalarFunctions.byName(name.toLowerCase(Locale.ROOT), operands);
  }

  /** The names of all of them. */
  static Set<String> names() {
    return Set.copyOf(BY_NAME.keySet());
  }

  private static Method method(Class<?> of, String name, int parameters) {
    return Arrays.stream(of.getMethods())
        .filter(method -> method.getName().equals(name))
        .filter(method -> TypedFunction.operandsOf(method) == parameters)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no method " + name));
  }

  private static TypedFunction three(String name, TypedFunction.Result result, Method method) {
    return new TypedFunction(name + "_", result, List.of(SAME, SAME, SAME), false, false, method);
  }

  private static TypedFunction strict(
      String name, TypedFunction.Result result, Class<?> of, String method, OperandType... wants) {
    return new TypedFunction(
        name + "_", result, List.of(wants), false, true, method(of, method, wants.length));
  }

  /** Of no elements it is known, of a value that is NULL, too. */
  private static TypedFunction quantified(String name, Method method) {
    List<OperandType> wants = List.of(COMPARED, ARRAY_OF_COMPARED, TEXT);
    return new TypedFunction(name, BOOLEAN, wants, false, false, method);
  }

  private static TypedFunction lenient(
      String name, TypedFunction.Result result, Class<?> of, String method, OperandType... wants) {
    TypedFunction function =
        new TypedFunction(
            name + "_", result, List.of(wants), false, false, method(of, method, wants.length));
    BY_NAME.put(name, List.of(function));
    return function;
  }

  private static void operator(
      String name, TypedFunction.Result result, Class<?> of, String method, OperandType... wants) {
    BY_NAME.put(name, List.of(strict(name, result, of, method, wants)));
  }

  private static void bothNames(
      String name, TypedFunction.Result result, Class<?> of, String method, OperandType... wants) {
    operator("json_" + name, result, of, method, wants);
    operator("jsonb_" + name, result, of, method, wants);
  }

  private static void variadic(
      String name,
      TypedFunction.Result result,
      boolean lenient,
      Method method,
      OperandType... wants) {
    for (String full : List.of("json_" + name, "jsonb_" + name)) {
      TypedFunction function =
          new TypedFunction(full + "_", result, List.of(wants), true, !lenient, method);
      BY_NAME.put(full, List.of(function));
    }
  }

  /** Whether it stands around an aggregate that Calcite knows. */
  public static boolean isOfAggregate(TypedFunction function) {
    return function.equals(JSON_OF_ELEMENTS)
        || function.equals(JSON_OF_VALUES)
        || function.equals(JSON_OF_MEMBERS)
        || function.equals(ELEMENTS);
  }
}
