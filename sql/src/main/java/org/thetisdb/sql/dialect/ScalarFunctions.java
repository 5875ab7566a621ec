package org.thetisdb.sql.dialect;

import static org.thetisdb.sql.dialect.OperandType.ANY;
import static org.thetisdb.sql.dialect.OperandType.ARRAY;
import static org.thetisdb.sql.dialect.OperandType.BITS;
import static org.thetisdb.sql.dialect.OperandType.BYTES;
import static org.thetisdb.sql.dialect.OperandType.DAY_TIME;
import static org.thetisdb.sql.dialect.OperandType.ELEMENT;
import static org.thetisdb.sql.dialect.OperandType.EXACT;
import static org.thetisdb.sql.dialect.OperandType.JSON;
import static org.thetisdb.sql.dialect.OperandType.MOMENT;
import static org.thetisdb.sql.dialect.OperandType.NUMBER;
import static org.thetisdb.sql.dialect.OperandType.TEXT;
import static org.thetisdb.sql.dialect.OperandType.TEXTS;
import static org.thetisdb.sql.dialect.OperandType.TEXT_OR_BYTES;
import static org.thetisdb.sql.dialect.OperandType.TRUTH;
import static org.thetisdb.sql.dialect.OperandType.WHOLE;
import static org.thetisdb.sql.dialect.OperandType.WRITTEN;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.thetisdb.sql.function.ArrayFunctions;
import org.thetisdb.sql.function.ByteFunctions;
import org.thetisdb.sql.function.FormatFunctions;
import org.thetisdb.sql.function.RegexFunctions;
import org.thetisdb.sql.function.TextFunctions;
import org.thetisdb.sql.function.TypeNames;
import org.thetisdb.sql.function.number.Angles;
import org.thetisdb.sql.function.number.NumberFunctions;
import org.thetisdb.sql.function.time.TimeTruncation;
import org.thetisdb.sql.function.time.ZoneFunctions;
import org.thetisdb.sql.json.JsonFunctions;
import org.thetisdb.sql.json.JsonPathFunctions;
import org.thetisdb.sql.parse.form.AssignedRows;
import org.thetisdb.sql.run.RealFunctions;
import org.thetisdb.sql.type.SqlType;

/**
 * Functions and operators that PostgreSQL has and Calcite has not, or has otherwise, by the names
 * that SQL has for them. Stateless.
 */
public final class ScalarFunctions {
  private static final Map<String, List<TypedFunction>> BY_NAME = new TreeMap<>();

  private static final TypedFunction.Result WORDS =
      (types, all) ->
          SqlTypes.toCalcite(types, SqlType.of(org.thetisdb.sql.type.SqlTypeName.VARCHAR), true);
  private static final TypedFunction.Result BOOLEAN = of(SqlTypeName.BOOLEAN);
  private static final TypedFunction.Result INTEGER = of(SqlTypeName.INTEGER);
  private static final TypedFunction.Result BIGINT = of(SqlTypeName.BIGINT);
  private static final TypedFunction.Result DECIMAL = of(SqlTypeName.DECIMAL);
  private static final TypedFunction.Result BINARY = of(SqlTypeName.VARBINARY);
  private static final TypedFunction.Result DOCUMENT = (types, all) -> TypeFactory.json(types);
  private static final TypedFunction.Result FIRST =
      (types, all) -> types.createTypeWithNullability(all.get(0), true);
  private static final TypedFunction.Result WORD_LIST =
      (types, all) ->
          types.createTypeWithNullability(types.createArrayType(WORDS.of(types, all), -1), true);
  private static final TypedFunction.Result WORD_LISTS =
      (types, all) ->
          types.createTypeWithNullability(
              types.createArrayType(WORD_LIST.of(types, all), -1), true);
  private static final TypedFunction.Result NUMBER_LIST =
      (types, all) ->
          types.createTypeWithNullability(types.createArrayType(INTEGER.of(types, all), -1), true);

  static {
    numbers();
    reals();
    texts();
    expressions();
    bytes();
    times();
    arrays();
    documents();
  }

  private ScalarFunctions() {}

  /** The function or operator of this name that takes so many operands; null if there is none. */
  public static TypedFunction byName(String name, int operands) {
    for (TypedFunction function : BY_NAME.getOrDefault(name, List.of())) {
      if (function.takes(operands)) {
        return function;
      }
    }
    return null;
  }

  private static void numbers() {
    Class<?> numbers = NumberFunctions.class;
    TypedFunction.Result bits =
        (types, all) -> {
          boolean wide = all.stream().anyMatch(one -> one.getSqlTypeName() == SqlTypeName.BIGINT);
          return wide ? BIGINT.of(types, all) : INTEGER.of(types, all);
        };
    TypedFunction.Result shifted = (types, all) -> bits.of(types, all.subList(0, 1));
    add("div", DECIMAL, numbers, "div", EXACT, EXACT);
    add("width_bucket", INTEGER, numbers, "widthBucket", EXACT, EXACT, EXACT, WHOLE);
    add("width_bucket", INTEGER, ArrayFunctions.class, "bucket", EXACT, OperandType.EXACTS);
    add("factorial", DECIMAL, numbers, "factorial", WHOLE);
    add("gcd", BIGINT, numbers, "gcd", WHOLE, WHOLE);
    add("lcm", BIGINT, numbers, "lcm", WHOLE, WHOLE);
    add("scale", INTEGER, numbers, "scale", EXACT);
    add("min_scale", INTEGER, numbers, "minScale", EXACT);
    add("trim_scale", DECIMAL, numbers, "trimScale", EXACT);
    add("to_number", DECIMAL, numbers, "toNumber", TEXT, TEXT);
    add("&", bits, numbers, "and", BITS, BITS);
    add("|", bits, numbers, "or", BITS, BITS);
    add("#", bits, numbers, "xor", BITS, BITS);
    add("~", bits, numbers, "not", BITS);
    add("<<", shifted, numbers, "shiftLeft", BITS, WHOLE);
    add(">>", shifted, numbers, "shiftRight", BITS, WHOLE);
  }

  private static void reals() {
    Class<?> reals = RealFunctions.class;
    TypedFunction.Result real = ScalarFunctions::realOrDecimal;
    add("asin", of(SqlTypeName.DOUBLE), reals, "asin", NUMBER);
    for (String name :
        List.of(
            "sin", "cos", "tan", "cot", "sind", "cosd", "tand", "cotd", "asind", "acosd", "atand",
            "acosh", "atanh", "degrees")) {
      add(name, of(SqlTypeName.DOUBLE), Angles.class, name, NUMBER);
    }
    add("atan2d", of(SqlTypeName.DOUBLE), Angles.class, "atan2d", NUMBER, NUMBER);
    add("acos", of(SqlTypeName.DOUBLE), reals, "acos", NUMBER);
    add("sqrt", real, reals, "sqrt", NUMBER);
    add("|/", of(SqlTypeName.DOUBLE), reals, "root", NUMBER);
    add("exp", real, reals, "exp", NUMBER);
    add("ln", real, reals, "ln", NUMBER);
    add("log", real, reals, "log10", NUMBER);
    add("log10", real, reals, "log10", NUMBER);
    add("log", real, reals, "log", NUMBER, NUMBER);
    for (String name : List.of("power", "pow", "^")) {
      add(name, real, reals, "power", NUMBER, NUMBER);
    }
  }

  private static void texts() {
    Class<?> texts = TextFunctions.class;
    Class<?> regex = RegexFunctions.class;
    add("initcap", WORDS, texts, "capitals", TEXT);
    add("left", WORDS, texts, "left", TEXT, WHOLE);
    add("right", WORDS, texts, "right", TEXT, WHOLE);
    add("^@", BOOLEAN, texts, "startsWith", TEXT, TEXT);
    add("regexp_match", WORD_LIST, regex, "match", TEXT, TEXT);
    add("regexp_match", WORD_LIST, regex, "match", TEXT, TEXT, TEXT);
    add("regexp_matches", WORD_LISTS, regex, "matches", TEXT, TEXT);
    add("regexp_matches", WORD_LISTS, regex, "matches", TEXT, TEXT, TEXT);
    add("regexp_like", BOOLEAN, regex, "like", TEXT, TEXT);
    add("regexp_like", BOOLEAN, regex, "like", TEXT, TEXT, TEXT);
    addPrefixes("regexp_count", INTEGER, regex, "count", 2, TEXT, TEXT, WHOLE, TEXT);
    addPrefixes("regexp_substr", WORDS, regex, "substr", 2, TEXT, TEXT, WHOLE, WHOLE, TEXT, WHOLE);
    addPrefixes(
        "regexp_instr", INTEGER, regex, "instr", 2, TEXT, TEXT, WHOLE, WHOLE, WHOLE, TEXT, WHOLE);
    addPrefixes("regexp_split_to_array", WORD_LIST, regex, "split", 2, TEXT, TEXT, TEXT);
    addPrefixes("regexp_replace", WORDS, regex, "replace", 3, TEXT, TEXT, TEXT, TEXT);
    add("regexp_replace", WORDS, regex, "replace", TEXT, TEXT, TEXT, WHOLE, WHOLE, TEXT);
    add("regexp_substring", WORDS, regex, "substring", TEXT, TEXT);
    add("like_any", BOOLEAN, regex, "likeAny", TEXT, TEXTS, TEXT, TRUTH);
  }

  private static void expressions() {
    Class<?> format = FormatFunctions.class;
    add("quote_literal", WORDS, format, "quoteLiteral", WRITTEN);
    add("quote_ident", WORDS, format, "quoteIdent", TEXT);
    put("quote_nullable", WORDS, false, false, method(format, "quoteNullable", 1), WRITTEN);
    put("text of row", WORDS, true, false, method(format, "textOfRow", 1), WRITTEN);
    put("format", WORDS, true, false, method(format, "format", 2), TEXT, WRITTEN);
    put("num_nulls", INTEGER, true, false, method(TypeNames.class, "nulls", 1), ANY);
    put("num_nonnulls", INTEGER, true, false, method(TypeNames.class, "nonNulls", 1), ANY);
    variadic();
    put("pg_typeof", WORDS, false, false, method(TypeNames.class, "typeOf", 3), ANY);
  }

  /** Functions of any number of operands, where the last ones are those of an array. */
  private static void variadic() {
    Class<?> arrays = ArrayFunctions.class;
    OperandType list = OperandType.WRITTEN_LIST;
    put("concat variadic", WORDS, false, false, method(arrays, "joined", 1), list);
    put("concat_ws variadic", WORDS, false, false, method(arrays, "separated", 2), TEXT, list);
    put("format variadic", WORDS, false, false, method(arrays, "format", 2), TEXT, list);
    put("num_nulls variadic", INTEGER, false, true, method(TypeNames.class, "nulls", 1), ARRAY);
    put(
        "num_nonnulls variadic",
        INTEGER,
        false,
        true,
        method(TypeNames.class, "nonNulls", 1),
        ARRAY);
    for (String json : List.of("json", "jsonb")) {
      Class<?> functions = JsonFunctions.class;
      put(
          json + "_build_array variadic",
          DOCUMENT,
          false,
          true,
          method(functions, "itself", 1),
          OperandType.VALUE);
      put(
          json + "_build_object variadic",
          DOCUMENT,
          false,
          true,
          method(functions, "objectOf", 1),
          OperandType.VALUE);
      put(
          json + "_extract_path variadic",
          DOCUMENT,
          false,
          true,
          method(functions, "at", 2),
          JSON,
          TEXTS);
      put(
          json + "_extract_path_text variadic",
          WORDS,
          false,
          true,
          method(functions, "textAt", 2),
          JSON,
          TEXTS);
    }
  }

  private static void bytes() {
    Class<?> bytes = ByteFunctions.class;
    add("bit_length", INTEGER, bytes, "bitLength", TEXT_OR_BYTES);
    add("md5", WORDS, bytes, "md5", TEXT_OR_BYTES);
    add("encode", WORDS, bytes, "encode", BYTES, TEXT);
    add("decode", BINARY, bytes, "decode", TEXT, TEXT);
    add("convert_from", WORDS, bytes, "convertFrom", BYTES, TEXT);
    add("convert_to", BINARY, bytes, "convertTo", TEXT, TEXT);
    add("normalize", WORDS, bytes, "normalize", TEXT);
    add("normalize", WORDS, bytes, "normalize", TEXT, TEXT);
    add("sha224", BINARY, bytes, "sha224", BYTES);
    add("sha256", BINARY, bytes, "sha256", BYTES);
    add("sha384", BINARY, bytes, "sha384", BYTES);
    add("sha512", BINARY, bytes, "sha512", BYTES);
    add("get_byte", INTEGER, bytes, "getByte", BYTES, WHOLE);
    add("set_byte", BINARY, bytes, "setByte", BYTES, WHOLE, WHOLE);
    add("get_bit", INTEGER, bytes, "getBit", BYTES, WHOLE);
    add("set_bit", BINARY, bytes, "setBit", BYTES, WHOLE, WHOLE);
  }

  private static void times() {
    Class<?> zones = ZoneFunctions.class;
    TypedFunction.Result other = (types, all) -> elsewhere(types, all.get(0));
    put("at time zone", other, false, true, method(zones, "at", 3), MOMENT, TEXT);
    add(
        "date_bin",
        (types, all) -> types.createTypeWithNullability(all.get(1), true),
        zones,
        "dateBin",
        OperandType.INTERVAL,
        DAY_TIME,
        DAY_TIME);
    TypedFunction.Result second = (types, all) -> types.createTypeWithNullability(all.get(1), true);
    add("date trunc by", second, TimeTruncation.class, "truncate", TEXT, OperandType.CLOCK);
    add(
        "date part by",
        of(SqlTypeName.DOUBLE),
        TimeTruncation.class,
        "part",
        TEXT,
        OperandType.CLOCK);
    add("isfinite", BOOLEAN, zones, "isFinite", MOMENT);
  }

  /** A clock without a zone names a point in time, and this shows on clocks of a zone. */
  private static RelDataType elsewhere(RelDataTypeFactory types, RelDataType time) {
    SqlTypeName name =
        time.getSqlTypeName() == SqlTypeName.TIMESTAMP
            ? SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
            : SqlTypeName.TIMESTAMP;
    return types.createTypeWithNullability(types.createSqlType(name, TimestampTypes.DIGITS), true);
  }

  private static void arrays() {
    Class<?> arrays = ArrayFunctions.class;
    TypedFunction.Result list =
        (types, all) ->
            types.createTypeWithNullability(types.createArrayType(all.get(0), -1), true);
    lenient("array_fill", list, arrays, "fill", ANY, OperandType.WHOLES);
    lenient(AssignedRows.WITH_ELEMENT, FIRST, arrays, "withElement", ARRAY, WHOLE, ELEMENT);
    lenient("array_positions", NUMBER_LIST, arrays, "positions", ARRAY, ELEMENT);
    lenient("array_position", INTEGER, arrays, "position", ARRAY, ELEMENT, WHOLE);
    lenient("array_replace", FIRST, arrays, "replace", ARRAY, ELEMENT, ELEMENT);
    add("generate_subscripts", NUMBER_LIST, arrays, "subscripts", ARRAY, WHOLE);
    add("array_ndims", INTEGER, arrays, "dimensions", ARRAY);
    add("array_dims", WORDS, arrays, "bounds", ARRAY);
    add("trim_array", FIRST, arrays, "trim", ARRAY, WHOLE);
    lenient("slice", FIRST, arrays, "slice", ARRAY, WHOLE, WHOLE);
    lenient("array_to_string", WORDS, arrays, "join", OperandType.WRITTEN_LIST, TEXT, TEXT);
    lenient("string_to_array", WORD_LIST, arrays, "split", TEXT, TEXT);
    lenient("string_to_array", WORD_LIST, arrays, "split", TEXT, TEXT, TEXT);
  }

  private static void documents() {
    Class<?> json = JsonFunctions.class;
    Class<?> paths = JsonPathFunctions.class;
    add("jsonb_insert", DOCUMENT, json, "insert", JSON, TEXTS, JSON);
    add("jsonb_insert", DOCUMENT, json, "insert", JSON, TEXTS, JSON, TRUTH);
    add("jsonb_concat", DOCUMENT, json, "concat", JSON, JSON);
    add("jsonb_delete", DOCUMENT, json, "without", JSON, OperandType.STEPS);
    add("jsonb_delete_path", DOCUMENT, json, "withoutPath", JSON, TEXTS);
    for (String name : List.of("json_object", "jsonb_object")) {
      add(name, DOCUMENT, json, "ofTexts", TEXTS);
      add(name, DOCUMENT, json, "ofTexts", TEXTS, TEXTS);
    }
    add("jsonb_path_exists", BOOLEAN, paths, "exists", JSON, TEXT);
    add("@?", BOOLEAN, paths, "exists", JSON, TEXT);
    add("jsonb_path_query_first", DOCUMENT, paths, "first", JSON, TEXT);
    add("jsonb_path_query_array", DOCUMENT, paths, "all", JSON, TEXT);
  }

  /** As in PostgreSQL: of decimals, and of whole numbers beside these, a decimal. */
  private static RelDataType realOrDecimal(RelDataTypeFactory types, List<RelDataType> all) {
    boolean decimal =
        all.stream().anyMatch(SqlTypeUtil::isDecimal)
            && all.stream().noneMatch(SqlTypeUtil::isApproximateNumeric);
    return types.createTypeWithNullability(
        types.createSqlType(decimal ? SqlTypeName.DECIMAL : SqlTypeName.DOUBLE), true);
  }

  private static TypedFunction.Result of(SqlTypeName name) {
    return (types, all) -> types.createTypeWithNullability(types.createSqlType(name), true);
  }

  /** The names of all of them. */
  static Set<String> names() {
    return Set.copyOf(BY_NAME.keySet());
  }

  private static Method method(Class<?> of, String name, int parameters) {
    return Arrays.stream(of.getMethods())
        .filter(method -> method.getName().equals(name))
        .filter(method -> method.getParameterCount() == parameters)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no method " + name));
  }

  /** One that is null if an operand is. */
  private static void add(
      String name, TypedFunction.Result result, Class<?> of, String method, OperandType... wants) {
    put(name, result, false, true, method(of, method, wants.length), wants);
  }

  /** One whose last operands may be left out. */
  private static void addPrefixes(
      String name,
      TypedFunction.Result result,
      Class<?> of,
      String method,
      int fewest,
      OperandType... wants) {
    for (int count = fewest; count <= wants.length; count++) {
      add(name, result, of, method, Arrays.copyOf(wants, count));
    }
  }

  private static void lenient(
      String name, TypedFunction.Result result, Class<?> of, String method, OperandType... wants) {
    put(name, result, false, false, method(of, method, wants.length), wants);
  }

  private static void put(
      String name,
      TypedFunction.Result result,
      boolean variadic,
      boolean strict,
      Method method,
      OperandType... wants) {
    TypedFunction function =
        new TypedFunction(name + "_", result, List.of(wants), variadic, strict, method);
    BY_NAME.computeIfAbsent(name, key -> new ArrayList<>()).add(function);
  }
}
