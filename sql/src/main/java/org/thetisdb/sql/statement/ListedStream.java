package org.thetisdb.sql.statement;

import java.util.Iterator;
import java.util.List;

/** Rows that are all there. Not thread-safe. */
final class ListedStream implements RowStream {
  private final Iterator<Object[]> rows;

  ListedStream(List<Object[]> rows) {
    this.rows = rows.iterator();
  }

  @Override
  public Object[] next() {
    return rows.hasNext() ? rows.next() : null;
  }

  @Override
  public void close() {
    // There is nothing to let go of.
  }
}
