package org.thetisdb.sql.operator;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.LazyAggregateLambdaFactory.LazySource;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.EnumerableDefaults;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.function.Function0;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.linq4j.function.Function2;
import org.thetisdb.sql.memory.Holding;
import org.thetisdb.sql.run.RunContext;

/**
 * GROUP BY and aggregates, which count their groups, and what these keep of the rows. Generated
 * code calls it. Stateless.
 */
public final class Groups {
  private Groups() {}

  /** Groups by one list of keys. */
  public static <T, K, A, R> Enumerable<R> groupBy(
      RunContext run,
      int number,
      Enumerable<T> rows,
      Function1<T, K> key,
      Function0<A> initializer,
      Function2<A, T, A> adder,
      Function2<K, A, R> selector) {
    Gathering<T, K, A, R> gathering = new Gathering<>(run, number, initializer, adder, selector);
    return rows.groupBy(gathering.keys(key), gathering::begin, gathering::add, gathering::result);
  }

  /** Groups by several lists of keys. */
  public static <T, K, A, R> Enumerable<R> groupByMultiple(
      RunContext run,
      int number,
      Enumerable<T> rows,
      List<Function1<T, K>> keys,
      Function0<A> initializer,
      Function2<A, T, A> adder,
      Function2<K, A, R> selector) {
    Gathering<T, K, A, R> gathering = new Gathering<>(run, number, initializer, adder, selector);
    List<Function1<T, Object>> counted = new ArrayList<>();
    keys.forEach(key -> counted.add(gathering.keys(key)));
    return EnumerableDefaults.groupByMultiple(
        rows, counted, gathering::begin, gathering::add, gathering::result);
  }

  /**
   * The groups of several lists of keys, of which the last one is empty: of no rows there is one
   * group of that one.
   *
   * @param noRow in place of a row
   */
  public static <T, K, A, R> Enumerable<R> orTotal(
      Enumerable<R> groups,
      List<Function1<T, K>> keys,
      T noRow,
      Function0<A> initializer,
      Function2<K, A, R> selector) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<R> enumerator() {
        Enumerator<R> some = groups.enumerator();
        if (some.moveNext()) {
          some.close();
          return groups.enumerator();
        }
        some.close();
        K none = keys.get(keys.size() - 1).apply(noRow); // looks at no column of the row
        return Linq4j.singletonEnumerator(selector.apply(none, initializer.apply()));
      }
    };
  }

  /** All rows as one group. */
  public static <T, A, R> R aggregate(
      RunContext run,
      int number,
      Enumerable<T> rows,
      A seed,
      Function2<A, T, A> adder,
      Function1<A, R> selector) {
    Gathering<T, Object, A, R> gathering =
        new Gathering<>(run, number, () -> seed, adder, (key, all) -> selector.apply(all));
    return rows.aggregate(seed, gathering::add, all -> gathering.result(null, all));
  }

  /** One run of an operator; not thread-safe. */
  private static final class Gathering<T, K, A, R> {
    private final RunContext run;
    private final Holding holding;
    private final Function0<A> initializer;
    private final Function2<A, T, A> adder;
    private final Function2<K, A, R> selector;
    private K lastKey;

    Gathering(
        RunContext run,
        int number,
        Function0<A> initializer,
        Function2<A, T, A> adder,
        Function2<K, A, R> selector) {
      this.run = run;
      this.holding = run.holding(number);
      this.initializer = initializer;
      this.adder = adder;
      this.selector = selector;
      holding.begin();
    }

    Function1<T, Object> keys(Function1<T, K> key) {
      return row -> {
        lastKey = key.apply(row);
        return MatchKeys.wrapped(lastKey);
      };
    }

    /** A new group, of the key that was looked at last. */
    A begin() {
      A group = initializer.apply();
      holding.row(lastKey);
      holding.value(group);
      return group;
    }

    A add(A group, T row) {
      run.step();
      run.memory().setGathering(holding);
      if (group instanceof LazySource<?>) {
        holding.row(row); // all rows are put in order, and then aggregated
      }
      return adder.apply(group, row);
    }

    /** Shows the key as the first row of the group has it. */
    @SuppressWarnings("unchecked") // what is wrapped is a key
    R result(Object key, A group) {
      run.memory().setGathering(holding);
      return selector.apply((K) MatchKeys.unwrapped(key), group);
    }
  }
}
