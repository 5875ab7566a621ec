package org.thetisdb.client.jdbc.result;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.thetisdb.client.jdbc.sql.SqlErrors;

/**
 * Rows and a place among them: before the first, on one, or behind the last. Holds either the
 * present batch of a stream, or all rows. For one thread.
 */
public final class JdbcRowCursor {
  /** Gives more rows. */
  public interface Source {
    /** The next rows; empty at the end. */
    List<List<Object>> next() throws SQLException;

    /** The rest is not wanted. */
    void close();
  }

  /** How many rows are held at most for a result that is scrolled. */
  static final int MAX_SCROLLED_ROWS = 1_000_000;

  private final Source source;
  private List<List<Object>> rows;
  private long before;
  private int at = -1;
  private boolean ended;

  private JdbcRowCursor(List<List<Object>> rows, Source source) {
    this.rows = rows;
    this.source = source;
    this.ended = source == null;
  }

  /** All these rows. */
  public static JdbcRowCursor of(List<List<Object>> rows) {
    return new JdbcRowCursor(rows, null);
  }

  /** These rows and those of the source, which is read as one goes. */
  public static JdbcRowCursor streaming(List<List<Object>> first, Source source) {
    return new JdbcRowCursor(first, source);
  }

  /** The same rows, all of them here. */
  public JdbcRowCursor loaded() throws SQLException {
    List<List<Object>> all = new ArrayList<>(rows);
    while (!ended) {
      advance();
      all.addAll(rows);
      if (all.size() > MAX_SCROLLED_ROWS) {
        close();
        throw SqlErrors.of(
            "54000",
            "A result that can be scrolled has at most "
                + MAX_SCROLLED_ROWS
                + " rows. Use TYPE_FORWARD_ONLY.");
      }
    }
    return of(all);
  }

  private void advance() throws SQLException {
    before += rows.size();
    rows = source.next();
    at = -1;
    ended = rows.isEmpty();
  }

  /** Goes to the next row; false behind the last. */
  public boolean next() throws SQLException {
    if (at + 1 >= rows.size() && !ended) {
      advance();
    }
    at = Math.min(at + 1, rows.size());
    return isOnRow();
  }

  /** Whether it stands on a row. */
  public boolean isOnRow() {
    return at >= 0 && at < rows.size();
  }

  /** The row on which it stands. */
  public List<Object> row() {
    return rows.get(at);
  }

  /** The first of the rows that are here. */
  public List<Object> peek() {
    return rows.get(0);
  }

  /** The number of the present row, from 1 on; 0 if there is none. */
  public int number() {
    return isOnRow() ? (int) Math.min(Integer.MAX_VALUE, before + at + 1) : 0;
  }

  /** Whether it stands in front of rows that there are. */
  public boolean isBeforeFirst() {
    return at < 0 && before == 0 && !rows.isEmpty();
  }

  /** Whether it stands behind rows that there are. */
  public boolean isAfterLast() {
    return ended && at >= rows.size() && before + rows.size() > 0;
  }

  /** Whether it stands on the first row. */
  public boolean isFirst() {
    return isOnRow() && before + at == 0;
  }

  /** Whether the present row is the last; looks for the next batch if it must. */
  public boolean isLast() throws SQLException {
    if (!isOnRow() || at + 1 < rows.size()) {
      return false;
    }
    if (!ended) {
      List<List<Object>> kept = new ArrayList<>();
      kept.add(row());
      before += at;
      List<List<Object>> more = source.next();
      ended = more.isEmpty();
      kept.addAll(more);
      rows = kept;
      at = 0;
    }
    return rows.size() == at + 1;
  }

  /** Goes to a row, 0 being before the first; needs all rows here. */
  public boolean moveTo(long number) {
    at = (int) Math.max(-1, Math.min(rows.size(), number - 1));
    return isOnRow();
  }

  /** How many rows there are, if all are here. */
  public int size() {
    return rows.size();
  }

  /** The present place, as {@link #moveTo} takes it. */
  public int place() {
    return at + 1;
  }

  /** The rest is not wanted. */
  public void close() {
    if (source != null && !ended) {
      ended = true;
      source.close();
    }
    rows = List.of();
    at = -1;
  }
}
