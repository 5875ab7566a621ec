package org.thetisdb.sql.run.source;

import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;

/** Rows of which each is made once, however often it is asked for. Immutable. */
public final class OnceRows extends AbstractEnumerable<Object> {
  private final Enumerable<Object> rows;

  private OnceRows(Enumerable<Object> rows) {
    this.rows = rows;
  }

  /** For generated code: the rows of another. */
  public static Enumerable<Object> of(Enumerable<Object> rows) {
    return new OnceRows(rows);
  }

  @Override
  public Enumerator<Object> enumerator() {
    return new Once(rows.enumerator());
  }

  /** Not thread-safe. */
  private static final class Once implements Enumerator<Object> {
    private final Enumerator<Object> rows;
    private Object current;

    Once(Enumerator<Object> rows) {
      this.rows = rows;
    }

    @Override
    public Object current() {
      return current;
    }

    @Override
    public boolean moveNext() {
      boolean more = rows.moveNext();
      current = more ? rows.current() : null;
      return more;
    }

    @Override
    public void reset() {
      rows.reset();
      current = null;
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
