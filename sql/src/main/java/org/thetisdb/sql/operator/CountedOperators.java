package org.thetisdb.sql.operator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.EnumerableDefaults;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.JoinType;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.function.Function2;
import org.apache.calcite.linq4j.function.NullablePredicate2;
import org.apache.calcite.linq4j.function.Predicate2;
import org.thetisdb.sql.memory.HeldBytes;
import org.thetisdb.sql.memory.Holding;
import org.thetisdb.sql.run.RunContext;

/**
 * What stands around Calcite's operators so that what they keep is counted. Each operator of a
 * statement has a number, by which its run knows what it keeps. Generated code calls it. Stateless.
 */
public final class CountedOperators {
  private CountedOperators() {}

  /** Rows all of which the operator that reads them keeps. */
  public static <T> Enumerable<T> held(RunContext run, int number, Enumerable<T> rows) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<T> enumerator() {
        Holding holding = run.holding(number);
        holding.begin();
        return new Held<>(run, holding, rows.enumerator());
      }
    };
  }

  /** Rows of which the present one stays while others are read. */
  public static <T> Enumerable<T> outer(RunContext run, int number, Enumerable<T> rows) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<T> enumerator() {
        Holding holding = run.holding(number);
        holding.begin();
        return new Outer<>(holding, rows.enumerator());
      }
    };
  }

  /** Rows that an operator makes out of what it keeps, so that nobody reads rows meanwhile. */
  public static <T> Enumerable<T> made(RunContext run, Enumerable<T> rows) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<T> enumerator() {
        return new Made<>(run, rows.enumerator());
      }
    };
  }

  /** A condition of a join, which is asked for pairs of rows that are kept; null for none. */
  public static <A, B> Predicate2<A, B> asked(RunContext run, Predicate2<A, B> condition) {
    return condition == null
        ? null
        : (a, b) -> {
          run.step();
          return condition.apply(a, b);
        };
  }

  /** The same of a condition that may be unknown. */
  public static <A, B> NullablePredicate2<A, B> askedOrUnknown(
      RunContext run, NullablePredicate2<A, B> condition) {
    return condition == null
        ? null
        : (a, b) -> {
          run.step();
          return condition.apply(a, b);
        };
  }

  /** A join of each row with each; where rows of the right side may stay alone, both are kept. */
  public static <A, B, R> Enumerable<R> nestedLoopJoin(
      RunContext run,
      int number,
      Enumerable<A> left,
      Enumerable<B> right,
      Predicate2<A, B> condition,
      Function2<? super A, ? super B, R> selector,
      JoinType type) {
    Predicate2<A, B> asked = asked(run, condition);
    if (!type.generatesNullsOnLeft()) {
      Enumerable<A> outer = outer(run, number, left);
      return EnumerableDefaults.nestedLoopJoin(outer, right, asked, selector, type);
    }
    Function2<A, B, R> kept =
        (a, b) -> {
          R row = selector.apply(a, b);
          run.holding(number).row(row);
          return row;
        };
    boolean leftMayBeAlone = type.generatesNullsOnRight();
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<R> enumerator() {
        List<B> rights = held(run, number, right).toList();
        return Linq4j.enumerator(joinedByPlace(left, rights, asked, kept, leftMayBeAlone));
      }
    };
  }

  /**
   * Rows of the right side that meet none come behind the others. They are told apart by their
   * places: several may be the same object, which Calcite's join takes for one row.
   */
  private static <A, B, R> List<R> joinedByPlace(
      Enumerable<A> left,
      List<B> rights,
      Predicate2<A, B> condition,
      Function2<A, B, R> selector,
      boolean leftMayBeAlone) {
    List<R> joined = new ArrayList<>();
    BitSet met = new BitSet(rights.size());
    try (Enumerator<A> lefts = left.enumerator()) {
      while (lefts.moveNext()) {
        A one = lefts.current();
        boolean alone = true;
        for (int place = 0; place < rights.size(); place++) {
          if (condition.apply(one, rights.get(place))) {
            alone = false;
            met.set(place);
            joined.add(selector.apply(one, rights.get(place)));
          }
        }
        if (alone && leftMayBeAlone) {
          joined.add(selector.apply(one, null));
        }
      }
    }
    for (int place = met.nextClearBit(0);
        place < rights.size();
        place = met.nextClearBit(place + 1)) {
      joined.add(selector.apply(null, rights.get(place)));
    }
    return joined;
  }

  /** A value that an aggregate keeps from here on. */
  public static Object kept(RunContext run, Object value) {
    run.memory().keepGathered(HeldBytes.ofValue(value));
    return value;
  }

  /** {@code list.add(element)} of an aggregate or a window. */
  public static <T> boolean add(RunContext run, Collection<T> list, T element) {
    kept(run, element);
    return list.add(element);
  }

  /** {@code list.addAll(elements)} of an aggregate. */
  public static <T> boolean addAll(RunContext run, Collection<T> list, Collection<T> elements) {
    kept(run, elements);
    return list.addAll(elements);
  }

  /** The text of an aggregate with more behind it. */
  public static String concat(RunContext run, String text, String more) {
    kept(run, more);
    run.memory().requireValue(HeldBytes.ofText(text) + HeldBytes.ofText(more));
    return text + more;
  }

  /** Counts rows that are kept. */
  private static final class Held<T> implements Enumerator<T> {
    private final RunContext run;
    private final Holding holding;
    private final Enumerator<T> rows;

    Held(RunContext run, Holding holding, Enumerator<T> rows) {
      this.run = run;
      this.holding = holding;
      this.rows = rows;
    }

    @Override
    public T current() {
      return rows.current();
    }

    @Override
    public boolean moveNext() {
      if (!rows.moveNext()) {
        run.memory().setGathering(holding); // a window makes its rows now
        return false;
      }
      holding.row(rows.current());
      run.step();
      return true;
    }

    @Override
    public void reset() {
      holding.begin();
      rows.reset();
    }

    @Override
    public void close() {
      rows.close();
    }
  }

  /** Counts the present row. */
  private static final class Outer<T> implements Enumerator<T> {
    private final Holding holding;
    private final Enumerator<T> rows;
    private T current;

    Outer(Holding holding, Enumerator<T> rows) {
      this.holding = holding;
      this.rows = rows;
    }

    @Override
    public T current() {
      return current;
    }

    @Override
    public boolean moveNext() {
      if (!rows.moveNext()) {
        holding.begin();
        return false;
      }
      current = rows.current();
      holding.currentRow(current);
      return true;
    }

    @Override
    public void reset() {
      rows.reset();
    }

    @Override
    public void close() {
      rows.close();
    }
  }

  /** Counts steps. */
  private static final class Made<T> implements Enumerator<T> {
    private final RunContext run;
    private final Enumerator<T> rows;

    Made(RunContext run, Enumerator<T> rows) {
      this.run = run;
      this.rows = rows;
    }

    @Override
    public T current() {
      return rows.current();
    }

    @Override
    public boolean moveNext() {
      run.step();
      return rows.moveNext();
    }

    @Override
    public void reset() {
      rows.reset();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
