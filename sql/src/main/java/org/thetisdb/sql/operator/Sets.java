package org.thetisdb.sql.operator;

import com.google.common.collect.HashMultiset;
import java.util.Collection;
import java.util.HashSet;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.thetisdb.sql.memory.Holding;
import org.thetisdb.sql.run.RunContext;

/**
 * DISTINCT, UNION, INTERSECT and EXCEPT, which count the rows that they keep and not those that are
 * there already. Generated code calls it. Stateless.
 */
public final class Sets {
  private Sets() {}

  /** Each row once. */
  public static <T> Enumerable<T> distinct(RunContext run, int number, Enumerable<T> rows) {
    Gathered<T> all = new Gathered<>(run, number, false);
    all.addAll(rows);
    return all.rows();
  }

  /** Each row of both once. */
  public static <T> Enumerable<T> union(
      RunContext run, int number, Enumerable<T> one, Enumerable<T> other) {
    Gathered<T> all = new Gathered<>(run, number, false);
    all.addAll(one);
    all.addAll(other);
    return all.rows();
  }

  /** The rows of both; with {@code all} as often as they are in both. */
  public static <T> Enumerable<T> intersect(
      RunContext run, int number, Enumerable<T> one, Enumerable<T> other, boolean all) {
    Gathered<T> right = new Gathered<>(run, number, all);
    right.addAll(other);
    Collection<Object> found = all ? HashMultiset.create() : new HashSet<>();
    try (Enumerator<T> rows = one.enumerator()) {
      while (rows.moveNext()) {
        run.step();
        Object row = right.wrapped(rows.current());
        if (right.rows.remove(row)) {
          found.add(row);
        }
      }
    }
    return unwrapped(found);
  }

  /** The rows of the first alone; with {@code all} as often as they are in it more than below. */
  public static <T> Enumerable<T> except(
      RunContext run, int number, Enumerable<T> one, Enumerable<T> other, boolean all) {
    Gathered<T> left = new Gathered<>(run, number, all);
    left.addAll(one);
    try (Enumerator<T> rows = other.enumerator()) {
      while (rows.moveNext()) {
        run.step();
        left.rows.remove(left.wrapped(rows.current()));
      }
    }
    return left.rows();
  }

  @SuppressWarnings("unchecked") // it holds rows, or these wrapped
  private static <T> Enumerable<T> unwrapped(Collection<Object> rows) {
    return Linq4j.asEnumerable(rows).select(row -> (T) MatchKeys.unwrapped(row));
  }

  /** Rows that are kept; not thread-safe. */
  private static final class Gathered<T> {
    private final RunContext run;
    private final Holding holding;
    private final Collection<Object> rows;

    Gathered(RunContext run, int number, boolean all) {
      this.run = run;
      this.holding = run.holding(number);
      this.rows = all ? HashMultiset.create() : new HashSet<>();
      holding.begin();
    }

    Object wrapped(T row) {
      return MatchKeys.wrapped(row);
    }

    void addAll(Enumerable<T> more) {
      try (Enumerator<T> source = more.enumerator()) {
        while (source.moveNext()) {
          run.step();
          T row = source.current();
          if (rows.add(wrapped(row))) {
            holding.row(row);
          }
        }
      }
    }

    Enumerable<T> rows() {
      return unwrapped(rows);
    }
  }
}
