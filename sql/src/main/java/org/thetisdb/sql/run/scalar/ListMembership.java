package org.thetisdb.sql.run.scalar;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.thetisdb.core.value.SpecialDecimals;
import org.thetisdb.sql.run.RunContext;
import org.thetisdb.sql.run.Scalar;

/**
 * Whether a value, or a row of values, is among those of a list: what a long IN comes to. The list
 * is looked at once in a run, so that a row costs one look into a set. Immutable.
 */
public final class ListMembership implements Scalar {
  /** How two values of one place are compared. */
  public enum Comparison {
    /** Whole numbers. */
    WHOLE,
    /** Decimals and whole numbers. */
    DECIMAL,
    /** Numbers one of which is floating. */
    FLOATING,
    /** Values of one class, by equals. */
    EQUAL
  }

  private final Scalar[] left;
  private final Scalar[][] list;
  private final Comparison[] comparisons;
  private final boolean negated;

  /**
   * A test.
   *
   * @param left what is looked for, one value for each place
   * @param list rows of values, none of which looks at the row at hand
   * @param comparisons one for each place
   * @param negated whether it is true for what is not in the list
   */
  public ListMembership(Scalar[] left, Scalar[][] list, Comparison[] comparisons, boolean negated) {
    this.left = left.clone();
    this.list = list.clone();
    this.comparisons = comparisons.clone();
    this.negated = negated;
  }

  /** The list of one run. */
  private record Members(Set<List<Object>> whole, List<Object[]> withNulls) {}

  /** True, false, or null for unknown. */
  @Override
  public Object eval(RunContext run) {
    Object[] wanted = values(left, run);
    Members members = (Members) run.kept(this, () -> members(run));
    boolean whole = hasNoNull(wanted);
    if (whole && members.whole.contains(Arrays.asList(wanted))) {
      return !negated;
    }
    boolean unknown = false;
    for (int i = 0; !unknown && i < members.withNulls.size(); i++) {
      unknown = mayEqual(wanted, members.withNulls.get(i));
    }
    if (!whole && !unknown) {
      for (List<Object> member : members.whole) {
        if (mayEqual(wanted, member.toArray())) {
          unknown = true;
          break;
        }
      }
    }
    return unknown ? null : (Object) negated;
  }

  private Members members(RunContext run) {
    Members members = new Members(new HashSet<>(2 * list.length), new ArrayList<>());
    for (Scalar[] row : list) {
      Object[] values = values(row, run);
      if (hasNoNull(values)) {
        members.whole.add(Arrays.asList(values));
      } else {
        members.withNulls.add(values);
      }
    }
    return members;
  }

  private Object[] values(Scalar[] scalars, RunContext run) {
    Object[] values = new Object[scalars.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = comparable(comparisons[i], scalars[i].eval(run));
    }
    return values;
  }

  private static boolean hasNoNull(Object[] values) {
    for (Object value : values) {
      if (value == null) {
        return false;
      }
    }
    return true;
  }

  /** Whether no place says that they differ; null says nothing. */
  private static boolean mayEqual(Object[] one, Object[] other) {
    for (int i = 0; i < one.length; i++) {
      if (one[i] != null && other[i] != null && !one[i].equals(other[i])) {
        return false;
      }
    }
    return true;
  }

  /** A value as it is compared: two are equal if these are. */
  static Object comparable(Comparison comparison, Object value) {
    if (value == null) {
      return null;
    }
    return switch (comparison) {
      case WHOLE -> ((Number) value).longValue();
      case DECIMAL -> decimal((Number) value);
      case FLOATING -> SpecialDecimals.toDouble((Number) value) + 0.0;
      case EQUAL -> value;
    };
  }

  private static BigDecimal decimal(Number value) {
    BigDecimal decimal =
        value instanceof BigDecimal exact ? exact : BigDecimal.valueOf(value.longValue());
    return decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
  }
}
