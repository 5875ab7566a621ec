package org.thetisdb.sql.context;

import java.util.List;
import org.thetisdb.procedures.Row;

/**
 * A context in which rows get other keys, so that foreign keys can be distinguished from deletions.
 */
public interface RowMover {
  /** A row as it was, and as it is to be, perhaps under another key. */
  record Move(Row from, Row to) {}

  /**
   * Moves rows: all leave their old places before the first takes its new one, so that keys may be
   * shifted.
   *
   * @throws org.thetisdb.core.error.ThetisException UNIQUE_VIOLATION if a new place is taken
   */
  void move(List<Move> moves);
}
