package org.thetisdb.sql.operator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.function.Function1;
import org.thetisdb.sql.memory.Holding;
import org.thetisdb.sql.run.RunContext;

/**
 * ORDER BY with LIMIT, which keeps no more rows than are wanted. Rows that are alike stay in the
 * order in which they came. Generated code calls it. Stateless.
 */
public final class FirstRows {
  private FirstRows() {}

  /** The first {@code fetch} rows behind {@code offset} others, in order. */
  public static <T, K> Enumerable<T> orderBy(
      RunContext run,
      int number,
      Enumerable<T> rows,
      Function1<T, K> key,
      Comparator<K> comparator,
      int offset,
      int fetch) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<T> enumerator() {
        if (fetch == 0) {
          return Linq4j.emptyEnumerator();
        }
        List<T> first = new ArrayList<>();
        chosen(run, number, rows, key, comparator, offset + (long) fetch)
            .values()
            .forEach(first::addAll);
        int begin = Math.min(offset, first.size());
        return Linq4j.enumerator(first.subList(begin, first.size()));
      }
    };
  }

  private static <T, K> SortedMap<K, List<T>> chosen(
      RunContext run,
      int number,
      Enumerable<T> rows,
      Function1<T, K> key,
      Comparator<K> comparator,
      long wanted) {
    Holding holding = run.holding(number);
    holding.begin();
    TreeMap<K, List<T>> chosen = new TreeMap<>(comparator);
    long size = 0;
    try (Enumerator<T> source = rows.enumerator()) {
      while (source.moveNext()) {
        run.step();
        T row = source.current();
        K place = key.apply(row);
        if (size == wanted) {
          if (comparator.compare(place, chosen.lastKey()) >= 0) {
            continue;
          }
          List<T> last = chosen.lastEntry().getValue();
          holding.withoutRow(last.remove(last.size() - 1));
          if (last.isEmpty()) {
            chosen.pollLastEntry();
          }
          size--;
        }
        // a row of one column is its value, and may be null
        chosen.computeIfAbsent(place, none -> new ArrayList<>(1)).add(row);
        holding.row(row);
        size++;
      }
    }
    return chosen;
  }
}
