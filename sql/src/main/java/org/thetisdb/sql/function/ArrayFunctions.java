package org.thetisdb.sql.function;

import java.math.BigDecimal;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.linq4j.function.Deterministic;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.sql.json.Json;
import org.thetisdb.sql.json.JsonFunctions;
import org.thetisdb.sql.memory.GrowingText;
import org.thetisdb.sql.memory.StatementMemory;
import org.thetisdb.sql.pattern.TextSearch;
import org.thetisdb.sql.type.Arrays;

/**
 * Functions and operators of SQL over arrays, as PostgreSQL has them, on values in the form that is
 * calculated with. Generated code calls them; null comes in only where it says so. Stateless.
 */
@Deterministic
public final class ArrayFunctions {
  /** How one value is compared with the elements of an array. */
  public enum Comparison {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String symbol;

    Comparison(String symbol) {
      this.symbol = symbol;
    }

    /** As it stands in a statement. */
    public String symbol() {
      return symbol;
    }

    private static Comparison of(String symbol) {
      for (Comparison comparison : values()) {
        if (comparison.symbol.equals(symbol)) {
          return comparison;
        }
      }
      throw new IllegalArgumentException(symbol);
    }

    boolean holds(int order) {
      return switch (this) {
        case EQUAL -> order == 0;
        case NOT_EQUAL -> order != 0;
        case LESS -> order < 0;
        case LESS_OR_EQUAL -> order <= 0;
        case GREATER -> order > 0;
        case GREATER_OR_EQUAL -> order >= 0;
      };
    }
  }

  /** A reference, and a text of one character. */
  private static final long ONE_CHARACTER_BYTES = 56;

  private ArrayFunctions() {}

  /**
   * Rows of the first elements, the second ones and so on; null behind the end of an array. They
   * are made as they are read.
   */
  public static List<List<?>> together(List<?> arrays) {
    int longest = 0;
    for (Object array : arrays) {
      longest = Math.max(longest, array == null ? 0 : ((List<?>) array).size());
    }
    int size = longest;
    return new AbstractList<>() {
      @Override
      public List<?> get(int index) {
        Object[] row = new Object[arrays.size()];
        for (int column = 0; column < row.length; column++) {
          List<?> array = (List<?>) arrays.get(column);
          row[column] = array == null || index >= array.size() ? null : array.get(index);
        }
        return java.util.Arrays.asList(row);
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  /** {@code value = ANY (array)} and its like; null for unknown, which an element may be. */
  public static Boolean any(Object value, List<?> array, String comparison) {
    return compared(value, array, Comparison.of(comparison), true);
  }

  /** {@code value = ALL (array)} and its like; null for unknown, which an element may be. */
  public static Boolean all(Object value, List<?> array, String comparison) {
    return compared(value, array, Comparison.of(comparison), false);
  }

  /** For ANY one that holds decides, for ALL one that does not. */
  private static Boolean compared(
      Object value, List<?> array, Comparison comparison, boolean decides) {
    if (array == null) {
      return null;
    }
    if (value == null) {
      return array.isEmpty() ? (Boolean) !decides : null;
    }
    boolean unknown = false;
    for (Object element : array) {
      if (element == null) {
        unknown = true;
      } else if (comparison.holds(compare(value, element)) == decides) {
        return decides;
      }
    }
    return unknown ? null : (Boolean) !decides;
  }

  /** The order of values and of arrays of them, in which NULL comes last. */
  public static int compare(Object one, Object other) {
    if (one == null || other == null) {
      return Boolean.compare(one == null, other == null);
    }
    if (!(one instanceof List<?> list)) {
      return TextOrder.compare((Comparable<?>) one, (Comparable<?>) other);
    }
    List<?> others = (List<?>) other;
    int order = 0;
    for (int i = 0; order == 0 && i < Math.min(list.size(), others.size()); i++) {
      order = compare(list.get(i), others.get(i));
    }
    return order != 0 ? order : Integer.compare(list.size(), others.size());
  }

  /** {@code value BETWEEN low AND high}; null for unknown. */
  public static Boolean between(Object value, Object low, Object high) {
    Boolean above = atLeast(value, low);
    Boolean below = atLeast(high, value);
    if (Boolean.FALSE.equals(above) || Boolean.FALSE.equals(below)) {
      return false;
    }
    return above == null ? above : below;
  }

  private static Boolean atLeast(Object value, Object least) {
    if (value == null || least == null) {
      return null;
    }
    return compare(value, least) >= 0;
  }

  /** {@code value NOT BETWEEN low AND high}; null for unknown. */
  public static Boolean notBetween(Object value, Object low, Object high) {
    Boolean between = between(value, low, high);
    return between == null ? null : (Boolean) !between;
  }

  /** GREATEST, which passes over NULL; null if all are. */
  public static Object greatest(List<?> values) {
    return values.stream()
        .filter(Objects::nonNull)
        .max(ArrayFunctions::compare)
        .map(Object.class::cast)
        .orElse(null);
  }

  /** LEAST, which passes over NULL; null if all are. */
  public static Object least(List<?> values) {
    return values.stream()
        .filter(Objects::nonNull)
        .min(ArrayFunctions::compare)
        .map(Object.class::cast)
        .orElse(null);
  }

  /** {@code whole @> part}, of documents or arrays. */
  public static boolean contains(Object whole, Object part) {
    if (whole instanceof Json json) {
      return JsonFunctions.contains(json, (Json) part);
    }
    List<?> array = (List<?>) whole;
    return ((List<?>) part).stream().allMatch(element -> has(array, element));
  }

  /** {@code part <@ whole}, of documents or arrays. */
  public static boolean isContained(Object part, Object whole) {
    return contains(whole, part);
  }

  /** {@code one && other}: whether they have an element in common. */
  public static boolean overlap(List<?> one, List<?> other) {
    return other.stream().anyMatch(element -> has(one, element));
  }

  /** NULL is in no array. */
  private static boolean has(List<?> array, Object wanted) {
    return wanted != null
        && array.stream().anyMatch(element -> element != null && compare(element, wanted) == 0);
  }

  /** {@code one || other}; of two arrays one may be null, which adds nothing. */
  public static List<Object> concat(List<?> one, List<?> other) {
    if (one == null && other == null) {
      return null;
    }
    List<Object> all = new CalcArray(one == null ? List.of() : one);
    all.addAll(other == null ? List.of() : other);
    return all;
  }

  /** {@code array_append(array, element)}; either may be null. */
  public static List<Object> append(List<?> array, Object element) {
    List<Object> all = new CalcArray(array == null ? List.of() : array);
    all.add(element);
    return all;
  }

  /** {@code array_prepend(element, array)}; either may be null. */
  public static List<Object> prepend(Object element, List<?> array) {
    List<Object> all = new CalcArray(List.of());
    all.add(element);
    all.addAll(array == null ? List.of() : array);
    return all;
  }

  /** {@code array_remove(array, element)}; the element may be null. */
  public static List<Object> remove(List<?> array, Object element) {
    if (array == null) {
      return null;
    }
    List<Object> left = new CalcArray(array);
    left.removeIf(one -> compare(one, element) == 0);
    return left;
  }

  /** {@code array_position(array, element)}, from 1; null if it is not there. */
  public static Integer position(List<?> array, Object element) {
    for (int i = 0; array != null && i < array.size(); i++) {
      if (compare(array.get(i), element) == 0) {
        return i + 1;
      }
    }
    return null;
  }

  /** {@code array_length(array, dimension)}; null for an empty one and for other dimensions. */
  public static Integer length(List<?> array, int dimension) {
    return dimension != 1 || array.isEmpty() ? null : (Integer) array.size();
  }

  /** {@code array_lower(array, dimension)}. */
  public static Integer lower(List<?> array, int dimension) {
    return dimension != 1 || array.isEmpty() ? null : (Integer) 1;
  }

  /** {@code array[number]}, from 1; null if there is none. */
  public static Object element(List<?> array, int number) {
    return number < 1 || number > array.size() ? null : array.get(number - 1);
  }

  /** The array. */
  public static List<?> itself(List<?> array) {
    return array;
  }

  /** A value, or null, as the only element. */
  public static List<Object> alone(Object value) {
    List<Object> alone = new CalcArray(1); // several distinct aggregates compare such
    alone.add(value);
    return alone;
  }

  /** The elements of arrays one behind the other; null if there are no arrays but null ones. */
  public static List<Object> elements(List<?> arrays) {
    List<Object> all = new CalcArray(arrays.size());
    boolean some = false;
    for (Object array : arrays) {
      if (array != null) {
        all.addAll((List<?>) array);
        some = true;
      }
    }
    return some ? all : null;
  }

  /** {@code array_to_string(array, separator)}, without elements that are NULL. */
  public static String join(List<?> array, String separator) {
    return join(array, separator, null);
  }

  /** {@code array_to_string(array, separator, text)}, with a text for elements that are NULL. */
  public static String join(List<?> array, String separator, String forNull) {
    if (array == null || separator == null) {
      return null;
    }
    GrowingText joined = new GrowingText();
    String before = "";
    for (Object element : array) {
      if (element != null || forNull != null) {
        joined.append(before).append(element == null ? forNull : element.toString());
        before = separator;
      }
    }
    return joined.toString();
  }

  /** {@code string_to_array(text, separator)}: NULL separates all characters, '' none. */
  public static List<Object> split(String text, String separator) {
    return split(text, separator, null);
  }

  /** {@code string_to_array(text, separator, text for NULL)}. */
  public static List<Object> split(String text, String separator, String forNull) {
    if (text == null) {
      return null;
    }
    List<Object> parts = new ArrayList<>();
    if (separator == null) {
      StatementMemory.atHand().requirePassing(text.length() * ONE_CHARACTER_BYTES);
      text.codePoints().forEach(c -> parts.add(Character.toString(c)));
    } else if (separator.isEmpty()) {
      parts.add(text);
    } else {
      int begin = 0;
      for (int end = TextSearch.indexOf(text, separator, 0);
          end >= 0;
          end = TextSearch.indexOf(text, separator, begin)) {
        parts.add(text.substring(begin, end));
        StatementMemory.requireElements(parts.size());
        begin = end + separator.length();
      }
      parts.add(text.substring(begin));
    }
    if (text.isEmpty()) {
      parts.clear();
    }
    parts.replaceAll(part -> part.equals(forNull) ? null : part);
    return parts;
  }

  /** {@code array_position(array, element, from)}. */
  public static Integer position(List<?> array, Object element, Number from) {
    if (array == null || from == null) {
      return null;
    }
    for (int i = Math.max(0, from.intValue() - 1); i < array.size(); i++) {
      if (compare(array.get(i), element) == 0) {
        return i + 1;
      }
    }
    return null;
  }

  /** {@code generate_subscripts(array, dimension)}. */
  public static List<Object> subscripts(List<?> array, Number dimension) {
    List<Object> places = new ArrayList<>();
    int size = dimension.longValue() == 1 ? array.size() : 0;
    StatementMemory.requireElements(size);
    for (int i = 1; i <= size; i++) {
      places.add(i);
    }
    return places;
  }

  /** {@code array_positions(array, element)}. */
  public static List<Object> positions(List<?> array, Object element) {
    if (array == null) {
      return null;
    }
    List<Object> places = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      if (compare(array.get(i), element) == 0) {
        places.add(i + 1);
        StatementMemory.requireElements(places.size());
      }
    }
    return places;
  }

  /** {@code array_replace(array, element, other)}; both may be null. */
  public static List<Object> replace(List<?> array, Object element, Object other) {
    if (array == null) {
      return null;
    }
    List<Object> all = new ArrayList<>(array);
    all.replaceAll(one -> compare(one, element) == 0 ? other : one);
    return all;
  }

  /** The array with another element at a place, and with NULLs up to there if it is shorter. */
  public static List<Object> withElement(List<?> array, Number place, Object element) {
    if (place == null) {
      throw ThetisException.withMessage(
          ErrorCode.NULL_NOT_ALLOWED, "The place of an element that is set cannot be NULL.");
    }
    if (place.longValue() < 1 || place.longValue() > Arrays.MAX_ELEMENTS) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_SUBSCRIPT,
          "Elements of an array have places from 1 to %d.".formatted(Arrays.MAX_ELEMENTS));
    }
    List<Object> all = array == null ? new ArrayList<>() : new ArrayList<>(array);
    if (all.isEmpty() && place.intValue() > 1) {
      throw new ThetisException(
          ErrorCode.NOT_SUPPORTED, "An array whose first element is not at place 1");
    }
    while (all.size() < place.intValue()) {
      all.add(null);
    }
    all.set(place.intValue() - 1, element);
    return all;
  }

  /** {@code array_fill(value, ARRAY[length])}; the value may be null. */
  public static List<Object> fill(Object value, List<?> lengths) {
    if (lengths == null || lengths.isEmpty()) {
      return lengths == null ? null : new ArrayList<>();
    }
    if (lengths.size() > 1) {
      throw new ThetisException(ErrorCode.NOT_SUPPORTED, "An array of more than one dimension");
    }
    Number length = (Number) lengths.get(0);
    if (length == null || length.longValue() < 0 || length.longValue() > Arrays.MAX_ELEMENTS) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT,
          "An array has from 0 to %d elements.".formatted(Arrays.MAX_ELEMENTS));
    }
    return new ArrayList<>(Collections.nCopies(length.intValue(), value));
  }

  /** {@code array_ndims(array)}; null for an empty one. */
  public static Integer dimensions(List<?> array) {
    return array.isEmpty() ? null : (Integer) 1;
  }

  /** {@code array_dims(array)}; null for an empty one. */
  public static String bounds(List<?> array) {
    return array.isEmpty() ? null : "[1:" + array.size() + "]";
  }

  /** {@code trim_array(array, number)}: without the last elements. */
  public static List<Object> trim(List<?> array, Number count) {
    if (count.longValue() < 0 || count.longValue() > array.size()) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_SUBSCRIPT,
          "Of an array of %d elements from 0 to %d can be left out."
              .formatted(array.size(), array.size()));
    }
    return new ArrayList<>(array.subList(0, array.size() - count.intValue()));
  }

  /** {@code array[first:last]}; what lies outside of the array is left out. */
  public static List<Object> slice(List<?> array, Number first, Number last) {
    if (array == null || first == null || last == null) {
      return null;
    }
    long from = Math.max(1, first.longValue());
    long to = Math.min(array.size(), last.longValue());
    return from > to ? new ArrayList<>() : new ArrayList<>(array.subList((int) from - 1, (int) to));
  }

  /** {@code concat(VARIADIC array)}. */
  public static String joined(List<?> array) {
    return join(array, "");
  }

  /** {@code concat_ws(separator, VARIADIC array)}. */
  public static String separated(String separator, List<?> array) {
    return join(array, separator);
  }

  /** {@code format(text, VARIADIC array)}. */
  public static String format(String format, List<?> array) {
    return FormatFunctions.format(format, array == null ? List.of() : array);
  }

  /**
   * {@code width_bucket(value, bounds)}: how many of the bounds, which go up, are not above it.
   *
   * @throws ThetisException BAD_ARGUMENT for a bound that is NULL
   */
  public static int bucket(Object value, List<?> bounds) {
    int low = 0;
    int high = bounds.size();
    if (bounds.contains(null)) {
      throw ThetisException.withMessage(
          ErrorCode.BAD_ARGUMENT, "The bounds of WIDTH_BUCKET cannot be NULL.");
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (number(value).compareTo(number(bounds.get(middle))) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static BigDecimal number(Object value) {
    return value instanceof BigDecimal decimal ? decimal : new BigDecimal(value.toString());
  }
}
