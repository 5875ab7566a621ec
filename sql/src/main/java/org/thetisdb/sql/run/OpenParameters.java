package org.thetisdb.sql.run;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.thetisdb.sql.type.SqlType;
import org.thetisdb.sql.type.SqlTypeName;
import org.thetisdb.sql.type.TypedText;

/**
 * The parameters whose type a statement does not give, or gives too narrowly: they take that of the
 * values. A statement with such values is another statement, with the types in its text. Immutable.
 */
public final class OpenParameters {
  /** The statement gives all types. */
  public static final OpenParameters NONE = new OpenParameters(Set.of(), Map.of(), Set.of());

  private final int[] any;
  private final int[] beside;
  private final SqlTypeName[] besideTypes;
  private final int[] names;

  /**
   * Some parameters.
   *
   * @param any may be of any type
   * @param wider stand beside a whole number of this type, and may be wider than that
   * @param names name a sequence
   */
  public OpenParameters(Set<Integer> any, Map<Integer, SqlTypeName> wider, Set<Integer> names) {
    this.any = ints(any);
    Map<Integer, SqlTypeName> ordered = new TreeMap<>(wider);
    this.beside = ints(ordered.keySet());
    this.besideTypes = ordered.values().toArray(SqlTypeName[]::new);
    this.names = ints(names);
  }

  private static int[] ints(Set<Integer> parameters) {
    return parameters.stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  /** Whether the types that the statement has are right for these arguments; makes no objects. */
  private boolean fit(List<Object[]> runs) {
    if (names.length > 0) {
      return false;
    }
    for (int i = 0; i < runs.size(); i++) {
      Object[] run = runs.get(i);
      for (int parameter : any) {
        Object value = parameter < run.length ? run[parameter] : null;
        if (value != null && !(value instanceof String)) {
          return false;
        }
      }
      for (int j = 0; j < beside.length; j++) {
        if (beside[j] < run.length && isWider(run[beside[j]], besideTypes[j])) {
          return false;
        }
      }
    }
    return true;
  }

  /** The text of the statement that fits these arguments better; null if this one does. */
  String textFor(String text, List<Object[]> runs) {
    if (fit(runs)) {
      return null;
    }
    Map<Integer, SqlType> types = new TreeMap<>();
    for (int parameter : any) {
      SqlType type = common(runs, parameter);
      if (type != null && type.name() != SqlTypeName.VARCHAR) {
        types.put(parameter, type);
      }
    }
    for (int i = 0; i < beside.length; i++) {
      int parameter = beside[i];
      SqlTypeName type = besideTypes[i];
      if (runs.stream().anyMatch(run -> parameter < run.length && isWider(run[parameter], type))) {
        types.put(parameter, common(runs, parameter));
      }
    }
    Map<Integer, String> sequences = new TreeMap<>();
    for (int parameter : names) {
      String name = name(runs, parameter);
      if (name != null) {
        sequences.put(parameter, name);
      }
    }
    return types.isEmpty() && sequences.isEmpty()
        ? null
        : new TypedText(types, sequences).appendTo(text);
  }

  private static String name(List<Object[]> runs, int parameter) {
    Set<Object> names = new TreeSet<>();
    for (Object[] run : runs) {
      if (parameter < run.length && run[parameter] instanceof String name) {
        names.add(name);
      }
    }
    return names.size() == 1 ? (String) names.iterator().next() : null;
  }

  private static boolean isWider(Object value, SqlTypeName type) {
    if (value instanceof Long whole) {
      return type != SqlTypeName.BIGINT && whole != whole.intValue();
    }
    if (value instanceof BigDecimal || value instanceof Double) {
      double number = ((Number) value).doubleValue();
      return number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE;
    }
    return false;
  }

  /** The type of the values of all runs; null if there is none but null. */
  private static SqlType common(List<Object[]> runs, int parameter) {
    SqlType common = null;
    for (Object[] run : runs) {
      Object value = parameter < run.length ? run[parameter] : null;
      if (value != null) {
        SqlType type = of(value);
        common = common == null ? type : widest(common, type);
      }
    }
    return common;
  }

  private static SqlType widest(SqlType one, SqlType other) {
    if (one.name() == other.name()) {
      return one;
    }
    if (!isNumber(one.name()) || !isNumber(other.name())) {
      return SqlType.of(SqlTypeName.VARCHAR);
    }
    return one.name().compareTo(other.name()) > 0 ? one : other;
  }

  /** In this order the wider one comes later. */
  private static boolean isNumber(SqlTypeName name) {
    return name.compareTo(SqlTypeName.INTEGER) >= 0 && name.compareTo(SqlTypeName.DECIMAL) <= 0;
  }

  private static SqlType of(Object value) {
    if (value instanceof LocalDateTime
        || value instanceof OffsetDateTime
        || value instanceof Instant) {
      return SqlType.of(SqlTypeName.TIMESTAMP);
    }
    return value instanceof List<?> elements ? arrayOf(elements) : SqlType.of(bare(value));
  }

  private static SqlType arrayOf(List<?> elements) {
    SqlType common = null;
    for (Object element : elements) {
      if (element != null && !(element instanceof List<?>)) {
        SqlType type = of(element);
        common = common == null ? type : widest(common, type);
      }
    }
    return SqlType.arrayOf(common == null ? SqlType.of(SqlTypeName.VARCHAR) : common);
  }

  private static SqlTypeName bare(Object value) {
    if (value instanceof Boolean) {
      return SqlTypeName.BOOLEAN;
    }
    if (value instanceof Integer) {
      return SqlTypeName.INTEGER;
    }
    if (value instanceof Long) {
      return SqlTypeName.BIGINT;
    }
    if (value instanceof Double) {
      return SqlTypeName.DOUBLE;
    }
    if (value instanceof BigDecimal) {
      return SqlTypeName.DECIMAL;
    }
    if (value instanceof byte[]) {
      return SqlTypeName.VARBINARY;
    }
    if (value instanceof LocalDate) {
      return SqlTypeName.DATE;
    }
    if (value instanceof LocalTime) {
      return SqlTypeName.TIME;
    }
    return value instanceof UUID ? SqlTypeName.UUID : SqlTypeName.VARCHAR;
  }
}
