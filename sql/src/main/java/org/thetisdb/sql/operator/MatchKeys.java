package org.thetisdb.sql.operator;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.runtime.FlatLists;

/**
 * What rows are found together by: two keys are one if SQL says that their values are equal, so 1.0
 * is 1.00, and zero has one sign. Generated code calls it. Stateless.
 */
public final class MatchKeys {
  private MatchKeys() {}

  /** A value, or a list or array of values, in a form whose {@code equals} is that of SQL. */
  public static Object comparable(Object key) {
    if (key instanceof BigDecimal decimal) {
      return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
    }
    if (key instanceof Double number) {
      return number == 0 ? 0.0 : number;
    }
    if (key instanceof Float number) {
      return number == 0 ? 0.0f : number;
    }
    if (key instanceof List<?> list) {
      return isPlain(list) ? list : comparable(list);
    }
    if (key instanceof Object[] values) {
      List<Object> all = Arrays.asList(values);
      return isPlain(all) ? all : comparable(all);
    }
    return key;
  }

  /** Whether two values are equal, or both NULL. */
  public static boolean equal(Object one, Object other) {
    return Objects.equals(comparable(one), comparable(other));
  }

  /** The values of a long key; those of arrays have no order of Java's. */
  public static FlatLists.ComparableList<?> list(Object[] values) {
    for (Object value : values) {
      if (value != null && !(value instanceof Comparable)) {
        return new LongKey(values);
      }
    }
    return (FlatLists.ComparableList<?>)
        FlatLists.copyOf(Arrays.copyOf(values, values.length, Comparable[].class));
  }

  private static List<Object> comparable(List<?> values) {
    Object[] all = new Object[values.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = comparable(values.get(i));
    }
    return Arrays.asList(all);
  }

  /** Whether {@code equals} of a key is that of SQL. */
  static boolean isPlain(Object key) {
    if (!(key instanceof List<?> list)) {
      return !(key instanceof Number number && isOfSeveralForms(number))
          && !(key instanceof Object[]);
    }
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i) instanceof List<?> || !isPlain(list.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOfSeveralForms(Number number) {
    return number instanceof BigDecimal || number instanceof Double || number instanceof Float;
  }

  /** Keys of one side of a join. */
  public static <T> Function1<T, Object> of(Function1<T, ?> key) {
    return row -> comparable(key.apply(row));
  }

  /** A row or key as it came, which equals others as SQL says. */
  record Wrapped(Object value, Object comparable) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Wrapped that && comparable.equals(that.comparable);
    }

    @Override
    public int hashCode() {
      return comparable.hashCode();
    }
  }

  /** A key for a hash table. */
  static Object wrapped(Object key) {
    return isPlain(key) ? key : new Wrapped(key, comparable(key));
  }

  /** The key that was wrapped. */
  static Object unwrapped(Object key) {
    return key instanceof Wrapped wrapped ? wrapped.value() : key;
  }
}
