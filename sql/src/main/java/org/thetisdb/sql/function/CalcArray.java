package org.thetisdb.sql.function;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** An array in the form that is calculated with: generated code sorts such. Not thread-safe. */
// It stands beside lists of other classes, which generated code compares it with.
@SuppressWarnings("ComparableType")
public final class CalcArray extends ArrayList<Object> implements Comparable<List<?>> {
  private static final long serialVersionUID = 1;

  /** An empty one. */
  public CalcArray(int capacity) {
    super(capacity);
  }

  /** One of these elements. */
  public CalcArray(Collection<?> elements) {
    super(elements);
  }

  @Override
  public int compareTo(List<?> other) {
    return ArrayFunctions.compare(this, other);
  }
}
