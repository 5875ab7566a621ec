package org.thetisdb.sql.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/**
 * Functions and operators of SQL over documents, as PostgreSQL has them for jsonb. Generated code
 * calls them; null comes in only where it says so. Stateless.
 */
@Deterministic
public final class JsonFunctions {
  private JsonFunctions() {}

  /** {@code doc -> 'name'} and {@code doc -> 0}; null if there is nothing. */
  public static Json get(Json json, Object step) {
    return json(step(json, step));
  }

  /** {@code doc ->> 'name'} and {@code doc ->> 0}; null if there is nothing or null. */
  public static String getText(Json json, Object step) {
    return text(step(json, step));
  }

  /** What is no array counts as one of itself, as in PostgreSQL. */
  private static Object step(Json json, Object step) {
    if (step instanceof Number number && json.isScalar()) {
      return number.intValue() == 0 || number.intValue() == -1 ? json.value() : null;
    }
    return step instanceof Number number
        ? JsonPaths.element(json.value(), number.intValue())
        : JsonPaths.member(json.value(), (String) step);
  }

  private static Json json(Object found) {
    return found == null ? null : Json.ofValue(found);
  }

  private static String text(Object found) {
    return found == null ? null : Json.ofValue(found).plainText();
  }

  /** {@code doc #> '{a,0}'}. */
  public static Json at(Json json, List<String> path) {
    return path.contains(null) ? null : json(JsonPaths.at(json.value(), path));
  }

  /** {@code doc #>> '{a,0}'}. */
  public static String textAt(Json json, List<String> path) {
    return path.contains(null) ? null : text(JsonPaths.at(json.value(), path));
  }

  /** {@code document @> wanted}. */
  public static boolean contains(Json document, Json wanted) {
    Object whole = document.value();
    Object part = wanted.value();
    boolean elementAlone =
        whole instanceof List<?> && !(part instanceof List<?>) && !(part instanceof Map<?, ?>);
    return contains(whole, elementAlone ? List.of(part) : part);
  }

  private static boolean contains(Object whole, Object part) {
    if (part instanceof Map<?, ?> wanted) {
      return whole instanceof Map<?, ?> members
          && wanted.entrySet().stream()
              .allMatch(
                  member -> {
                    Object found = members.get(member.getKey());
                    return found != null && contains(found, member.getValue());
                  });
    }
    if (part instanceof List<?> wanted) {
      return whole instanceof List<?> elements
          && wanted.stream()
              .allMatch(one -> elements.stream().anyMatch(element -> contains(element, one)));
    }
    return JsonOrder.compare(whole, part) == 0;
  }

  /** {@code doc ? 'name'}. */
  public static boolean has(Json json, String name) {
    Object value = json.value();
    if (value instanceof Map<?, ?> members) {
      return members.containsKey(name);
    }
    return value instanceof List<?> elements ? elements.contains(name) : name.equals(value);
  }

  /** {@code doc ?| array['a', 'b']}. */
  public static boolean hasAny(Json json, List<String> names) {
    return names.stream().anyMatch(name -> name != null && has(json, name));
  }

  /** {@code doc ?& array['a', 'b']}. */
  public static boolean hasAll(Json json, List<String> names) {
    return names.stream().allMatch(name -> name == null || has(json, name));
  }

  /** {@code one || other}. */
  public static Json concat(Json one, Json other) {
    if (one.value() instanceof Map<?, ?> first && other.value() instanceof Map<?, ?> second) {
      Map<String, Object> all = new TreeMap<>(JsonOrder.NAMES);
      first.forEach((name, member) -> all.put((String) name, member));
      second.forEach((name, member) -> all.put((String) name, member));
      return Json.built(all);
    }
    List<Object> all = new ArrayList<>(asList(one.value()));
    all.addAll(asList(other.value()));
    return Json.built(all);
  }

  private static List<?> asList(Object value) {
    return value instanceof List<?> list ? list : List.of(value);
  }

  /** {@code doc - 'name'}, {@code doc - 0} and {@code doc - array['a', 'b']}. */
  public static Json without(Json json, Object what) {
    Object value = json.value();
    if (!(value instanceof Map<?, ?>) && !(value instanceof List<?>)) {
      throw misuse("Nothing can be deleted from JSON that is a " + json.kind() + ".");
    }
    if (what instanceof Number number) {
      return withoutElement(value, number.intValue());
    }
    List<?> names = what instanceof List<?> list ? list : List.of(what);
    if (value instanceof Map<?, ?> members) {
      Map<String, Object> left = new TreeMap<>(JsonOrder.NAMES);
      members.forEach((name, member) -> left.put((String) name, member));
      names.stream().filter(String.class::isInstance).forEach(left::remove);
      return Json.ofValue(left);
    }
    List<Object> left = new ArrayList<>((List<?>) value);
    left.removeIf(element -> element instanceof String && names.contains(element));
    return Json.ofValue(left);
  }

  private static Json withoutElement(Object value, int number) {
    if (value instanceof Map<?, ?>) {
      throw misuse("An object of JSON has no element " + number + "; delete members by name.");
    }
    List<Object> left = new ArrayList<>((List<?>) value);
    long at = number < 0 ? (long) left.size() + number : number;
    if (at >= 0 && at < left.size()) {
      left.remove((int) at);
    }
    return Json.ofValue(left);
  }

  /** {@code doc #- '{a,0}'}. */
  public static Json withoutPath(Json json, List<String> path) {
    requireParts(json);
    return Json.ofValue(JsonPaths.without(json.value(), whole(path)));
  }

  /** {@code jsonb_set(doc, '{a,0}', value, create)}. */
  public static Json set(Json json, List<String> path, Json put, boolean create) {
    requireParts(json);
    return Json.built(JsonPaths.with(json.value(), whole(path), put.value(), create));
  }

  /** {@code jsonb_insert(doc, '{a,0}', value)}. */
  public static Json insert(Json json, List<String> path, Json put) {
    return insert(json, path, put, false);
  }

  /** {@code jsonb_insert(doc, '{a,0}', value, after)}. */
  public static Json insert(Json json, List<String> path, Json put, boolean after) {
    requireParts(json);
    return Json.built(JsonPaths.inserted(json.value(), whole(path), put.value(), after));
  }

  /** {@code jsonb_object('{name, value, …}')}; values may be null. */
  public static Json ofTexts(List<String> namesAndValues) {
    if (namesAndValues.size() % 2 != 0) {
      throw uneven("An object of JSON is built of names and values in turn.");
    }
    Map<String, Json> members = new TreeMap<>();
    for (int i = 0; i < namesAndValues.size(); i += 2) {
      put(members, namesAndValues.get(i), namesAndValues.get(i + 1));
    }
    return Json.ofMembers(members);
  }

  private static ThetisException uneven(String message) {
    return ThetisException.withMessage(ErrorCode.BAD_SUBSCRIPT, message);
  }

  /** {@code jsonb_object(names, values)}; values may be null. */
  public static Json ofTexts(List<String> names, List<String> values) {
    if (names.size() != values.size()) {
      throw uneven("An object of JSON has a value for each name.");
    }
    Map<String, Json> members = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      put(members, names.get(i), values.get(i));
    }
    return Json.ofMembers(members);
  }

  private static void put(Map<String, Json> members, String name, String value) {
    if (name == null) {
      throw misuse("The name of a member of JSON is NULL.");
    }
    members.put(name, value == null ? Json.NULL : Json.ofText(value));
  }

  private static void requireParts(Json json) {
    if (!(json.value() instanceof Map<?, ?>) && !(json.value() instanceof List<?>)) {
      throw misuse("JSON that is a " + json.kind() + " has no parts to change.");
    }
  }

  private static List<String> whole(List<String> path) {
    if (path.contains(null)) {
      throw misuse("A step of the path is NULL.");
    }
    return path;
  }

  /** {@code to_jsonb(value)}, which was made a document before. */
  public static Json itself(Json json) {
    return json;
  }

  /** {@code jsonb_typeof(doc)}. */
  public static String kind(Json json) {
    return json.kind();
  }

  /** {@code jsonb_pretty(doc)}. */
  public static String pretty(Json json) {
    return json.pretty();
  }

  /** {@code jsonb_array_length(doc)}. */
  public static int length(Json json) {
    return elementsOf(json).size();
  }

  /** {@code jsonb_array_elements(doc)}. */
  public static List<Json> elements(Json json) {
    List<Json> elements = new ArrayList<>();
    elementsOf(json).forEach(element -> elements.add(Json.ofValue(element)));
    return elements;
  }

  /** {@code jsonb_array_elements_text(doc)}. */
  public static List<String> elementsAsText(Json json) {
    List<String> elements = new ArrayList<>();
    elementsOf(json).forEach(element -> elements.add(Json.ofValue(element).plainText()));
    return elements;
  }

  private static List<?> elementsOf(Json json) {
    if (json.value() instanceof List<?> elements) {
      return elements;
    }
    throw misuse("JSON that is a " + json.kind() + " has no elements.");
  }

  /** {@code jsonb_object_keys(doc)}. */
  public static List<String> keys(Json json) {
    if (json.value() instanceof Map<?, ?> members) {
      List<String> keys = new ArrayList<>();
      members.keySet().forEach(key -> keys.add((String) key));
      return keys;
    }
    throw misuse("JSON that is a " + json.kind() + " has no keys.");
  }

  /** {@code jsonb_each(doc)}. */
  public static Map<String, Json> members(Json json) {
    Map<String, Json> members = new LinkedHashMap<>();
    if (json == null) {
      return members; // a table of no rows
    }
    membersOf(json).forEach((name, value) -> members.put((String) name, Json.ofValue(value)));
    return members;
  }

  /** {@code jsonb_each_text(doc)}. */
  public static Map<String, String> membersAsText(Json json) {
    Map<String, String> members = new LinkedHashMap<>();
    if (json == null) {
      return members;
    }
    membersOf(json)
        .forEach((name, value) -> members.put((String) name, Json.ofValue(value).plainText()));
    return members;
  }

  private static Map<?, ?> membersOf(Json json) {
    if (json.value() instanceof Map<?, ?> members) {
      return members;
    }
    throw misuse("JSON that is a " + json.kind() + " has no members.");
  }

  /** {@code jsonb_strip_nulls(doc)}: without members that are null. */
  public static Json withoutNulls(Json json) {
    return Json.ofValue(withoutNulls(json.value()));
  }

  private static Object withoutNulls(Object value) {
    if (value instanceof Map<?, ?> members) {
      Map<String, Object> left = new TreeMap<>(JsonOrder.NAMES);
      members.forEach(
          (name, member) -> {
            if (member != JsonNull.NULL) {
              left.put((String) name, withoutNulls(member));
            }
          });
      return left;
    }
    return value instanceof List<?> elements
        ? elements.stream().map(JsonFunctions::withoutNulls).toList()
        : value;
  }

  /** {@code jsonb_build_array(…)}; elements may be null. */
  public static Json array(List<Json> elements) {
    return Json.ofElements(elements);
  }

  /** {@code jsonb_build_object(VARIADIC array)}, of the array as a document. */
  public static Json objectOf(Json array) {
    List<Object> members = new ArrayList<>();
    for (Object element : (List<?>) array.value()) {
      members.add(Json.ofValue(element));
    }
    return object(members);
  }

  /** {@code jsonb_build_object(name, value, …)}; values may be null. */
  public static Json object(List<?> namesAndValues) {
    if (namesAndValues.size() % 2 != 0) {
      throw misuse("An object of JSON is built of names and values in turn.");
    }
    Map<String, Json> members = new TreeMap<>();
    for (int i = 0; i < namesAndValues.size(); i += 2) {
      members.put(name((Json) namesAndValues.get(i)), (Json) namesAndValues.get(i + 1));
    }
    return Json.ofMembers(members);
  }

  /** {@code jsonb_object_agg(name, value)} of the values of a group, some of which may be null. */
  public static Json object(List<Json> names, List<Json> values) {
    Map<String, Json> members = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      members.put(name(names.get(i)), values.get(i));
    }
    return Json.ofMembers(members);
  }

  private static String name(Json name) {
    if (name == null) {
      throw misuse("The name of a member of JSON is NULL.");
    }
    Object scalar = name.scalar();
    if (scalar == null) {
      throw misuse("The name of a member of JSON is an " + name.kind() + ", no text.");
    }
    return scalar instanceof BigDecimal number ? number.toPlainString() : scalar.toString();
  }

  private static ThetisException misuse(String problem) {
    return ThetisException.withMessage(ErrorCode.BAD_JSON_USE, problem);
  }
}
