package org.thetisdb.sql.catalog;

import java.util.List;

/**
 * A secondary index. Its entries are rows of a table of its own, with partitions and masters, so a
 * unique one holds across sites (hazard 11).
 *
 * @param name unique among indexes
 * @param tableId the stored table of its entries
 * @param columns places in the table's list of columns, in the order of the index
 * @param unique whether two rows may not have the same values, unless one of them is null
 * @param constraint whether it stands for a UNIQUE constraint, and goes only with that
 * @param state how far it has come since it was made
 */
public record IndexDef(
    String name,
    int tableId,
    List<Integer> columns,
    boolean unique,
    boolean constraint,
    State state) {
  /**
   * An index comes to be in steps, each in force at all sites before the next begins. The code is
   * part of the format of definitions.
   */
  public enum State {
    /** Writers keep it up to date; nobody reads it yet, since rows of before are missing. */
    WRITTEN(0),
    /** It is complete. */
    READY(1);

    private final int code;

    State(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  /** The same index, come as far as {@code next}. */
  public IndexDef withState(State next) {
    return new IndexDef(name, tableId, columns, unique, constraint, next);
  }

  /** The same index when its columns have other places. */
  public IndexDef withColumns(List<Integer> places) {
    return new IndexDef(name, tableId, places, unique, constraint, state);
  }
}
