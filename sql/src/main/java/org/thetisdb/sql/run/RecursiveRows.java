package org.thetisdb.sql.run;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.function.Function0;
import org.thetisdb.sql.memory.HeldBytes;

/**
 * The rows of WITH RECURSIVE, as they are asked for: those of the first query, then round by round
 * those of the second one, until a round gives none. What is kept is the last round, the present
 * one, and with UNION each row that was given. So a query without an end goes on for as long as
 * somebody reads; what it keeps is bounded. Not thread-safe.
 */
final class RecursiveRows {
  /** What leads to a row that is kept. */
  private static final long PLACE_BYTES = 64;

  private final RunContext run;
  private final boolean distinct;
  private final Enumerable<?> first;
  private final Function0<? extends Enumerable<?>> step;
  private List<Object> lastRound = List.of();

  /**
   * Rows that nobody has asked for yet.
   *
   * @param distinct whether a row that was given before is left out
   */
  RecursiveRows(
      RunContext run,
      boolean distinct,
      Enumerable<?> first,
      Function0<? extends Enumerable<?>> step) {
    this.run = run;
    this.distinct = distinct;
    this.first = first;
    this.step = step;
  }

  /** What the second query reads. */
  Enumerable<Object> lastRound() {
    return Linq4j.asEnumerable(lastRound);
  }

  /** All rows. */
  Enumerable<Object> all() {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object> enumerator() {
        return new Rounds();
      }
    };
  }

  private final class Rounds implements Enumerator<Object> {
    private final Set<Object> given = new HashSet<>();
    private List<Object> round = new ArrayList<>();
    private Enumerator<?> source = first.enumerator();
    private Object current;
    private long rows;
    private long lastRoundBytes;
    private long roundBytes;

    @Override
    public Object current() {
      return current;
    }

    @Override
    public boolean moveNext() {
      while (true) {
        while (source.moveNext()) {
          Object row = source.current();
          if (!distinct || given.add(content(row))) {
            keep(row);
            return true;
          }
        }
        source.close();
        if (round.isEmpty()) {
          return false;
        }
        lastRound = round;
        run.memory().letGo(lastRoundBytes);
        lastRoundBytes = roundBytes;
        round = new ArrayList<>();
        roundBytes = 0;
        source = step.apply().enumerator();
      }
    }

    private void keep(Object row) {
      current = row;
      round.add(row);
      long bytes = PLACE_BYTES + HeldBytes.of(row);
      roundBytes += bytes;
      run.memory().keep(distinct ? 2 * bytes : bytes);
      run.onMade();
      if (run.guard() == null && ++rows > run.maxRows()) {
        throw run.tooManyRows();
      }
    }

    @Override
    public void reset() {
      throw new UnsupportedOperationException("rows of a recursive query are read once");
    }

    @Override
    public void close() {
      source.close();
    }
  }

  /** What is the same for two rows that are; 1.0 is 1.00. */
  private static Object content(Object row) {
    if (row instanceof Object[] values) {
      return Arrays.asList(Arrays.stream(values).map(RecursiveRows::content).toArray());
    }
    return row instanceof BigDecimal number ? number.stripTrailingZeros() : row;
  }
}
