package org.thetisdb.sql.operator;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.calcite.linq4j.function.Functions;
import org.thetisdb.sql.function.TextOrder;

/**
 * The order of rows. Calcite's makes a decimal of each number that it compares, which NaN and
 * infinity are none of. Generated code calls it. Stateless.
 */
public final class Order {
  private Order() {}

  /** Orders values, null before or behind all of them. */
  public static Comparator<Object> comparator(boolean nullsFirst, boolean reversed) {
    int nulls = nullsFirst ? -1 : 1;
    return (one, other) -> {
      if (one == other) {
        return 0;
      }
      if (one == null) {
        return nulls;
      }
      if (other == null) {
        return -nulls;
      }
      return reversed ? compare(other, one) : compare(one, other);
    };
  }

  /** Below, at or above 0; null within a list is above all else. */
  private static int compare(Object one, Object other) {
    if (one == other) {
      return 0;
    }
    if (one == null || other == null) {
      return one == null ? 1 : -1;
    }
    if (one instanceof List<?> list && other instanceof List<?> others) {
      return compareAll(list, others);
    }
    if (one instanceof Object[] values && other instanceof Object[] others) {
      return compareAll(Arrays.asList(values), Arrays.asList(others));
    }
    return one instanceof Comparable<?> value
            && one.getClass() == other.getClass()
            && !(one instanceof Map)
        ? TextOrder.compare(value, (Comparable<?>) other)
        : Functions.compareLists(Arrays.asList(one), Arrays.asList(other));
  }

  private static int compareAll(List<?> one, List<?> other) {
    int size = Math.min(one.size(), other.size());
    for (int i = 0; i < size; i++) {
      int order = compare(one.get(i), other.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(one.size(), other.size());
  }
}
