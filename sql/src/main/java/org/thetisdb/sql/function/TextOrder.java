package org.thetisdb.sql.function;

import java.util.Comparator;
import java.util.UUID;
import org.apache.calcite.linq4j.function.Deterministic;

/**
 * Texts in the order of their characters, as keys have them: by code points, where Java's own order
 * is by halves of those beyond the basic plane. Generated code sorts and compares by it; all other
 * values are in their own order. Stateless.
 */
@Deterministic
public final class TextOrder {
  private TextOrder() {}

  /** The order of two texts. */
  public static int compare(String one, String other) {
    int length = Math.min(one.length(), other.length());
    for (int i = 0; i < length; i++) {
      char a = one.charAt(i);
      char b = other.charAt(i);
      if (a != b) {
        boolean straight = Character.isSurrogate(a) == Character.isSurrogate(b);
        return straight ? a - b : Character.isSurrogate(a) ? 1 : -1;
      }
    }
    return one.length() - other.length();
  }

  /** {@code one < other}. */
  public static boolean lt(String one, String other) {
    return compare(one, other) < 0;
  }

  /** {@code one <= other}. */
  public static boolean le(String one, String other) {
    return compare(one, other) <= 0;
  }

  /** {@code one > other}. */
  public static boolean gt(String one, String other) {
    return compare(one, other) > 0;
  }

  /** {@code one >= other}. */
  public static boolean ge(String one, String other) {
    return compare(one, other) >= 0;
  }

  /** The order of two values of one type. */
  @SuppressWarnings("unchecked")
  public static int compare(Comparable<?> one, Comparable<?> other) {
    if (one instanceof String text && other instanceof String text2) {
      return compare(text, text2);
    }
    return one instanceof UUID uuid && other instanceof UUID uuid2
        ? compare(uuid, uuid2)
        : ((Comparable<Object>) one).compareTo(other);
  }

  /** As keys order them: as if they were bytes. */
  public static int compare(UUID one, UUID other) {
    int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
  }

  /** The order of two values of a column, arrays among them. */
  public static int order(Object one, Object other) {
    return one instanceof Comparable<?> value && other instanceof Comparable<?> value2
        ? compare(value, value2)
        : ArrayFunctions.compare(one, other);
  }

  /** The same, with NULL before all others. */
  public static int orderNullsFirst(Object one, Object other) {
    if (one == null || other == null) {
      return Boolean.compare(one != null, other != null);
    }
    return order(one, other);
  }

  /** The same, with NULL behind all others. */
  public static int orderNullsLast(Object one, Object other) {
    if (one == null || other == null) {
      return Boolean.compare(one == null, other == null);
    }
    return order(one, other);
  }

  /** The lesser of a value and one more; null for none so far. */
  public static Comparable<?> lesser(Comparable<?> one, Comparable<?> other) {
    return one == null || compare(one, other) > 0 ? other : one;
  }

  /** The greater of a value and one more; null for none so far. */
  public static Comparable<?> greater(Comparable<?> one, Comparable<?> other) {
    return one == null || compare(one, other) < 0 ? other : one;
  }

  /** An order of values, and where NULL stands in it; of arrays, too. */
  public static Comparator<Object> nullsComparator(boolean nullsFirst, boolean reverse) {
    Comparator<Object> order =
        reverse ? (a, b) -> ArrayFunctions.compare(b, a) : ArrayFunctions::compare;
    return (one, other) ->
        one == null || other == null
            ? Boolean.compare(nullsFirst == (one != null), nullsFirst == (other != null))
            : order.compare(one, other);
  }
}
