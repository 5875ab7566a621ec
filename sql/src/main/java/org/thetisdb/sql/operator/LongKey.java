package org.thetisdb.sql.operator;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import org.apache.calcite.runtime.FlatLists;

/**
 * A key of many values, of which some are arrays, which have no order of Java's. It equals others
 * of the same values; Calcite's code takes it for one that can be sorted, and never sorts it.
 * Immutable.
 */
@SuppressWarnings("ComparableType") // as its interface
final class LongKey extends AbstractList<Object>
    implements FlatLists.ComparableList<Object>, RandomAccess {
  private final Object[] values;

  /** A key, which owns these values from now on. */
  LongKey(Object[] values) {
    this.values = values;
  }

  @Override
  public Object get(int index) {
    return values[index];
  }

  @Override
  public int size() {
    return values.length;
  }

  @Override
  @SuppressWarnings("rawtypes") // as in the interface
  public int compareTo(List other) {
    throw new UnsupportedOperationException("a key with arrays is not sorted");
  }
}
