package org.thetisdb.sql.catalog;

import org.thetisdb.core.bytes.CodecException;

/**
 * A stored table that no definition has any more. Its number stays its own, since rows of it are in
 * logs and snapshots. Those of temporary tables are emptied and then used for other temporary
 * tables, for there are 32,767 numbers in all; see {@code docs/decisions/0070-temporary-tables.md}.
 */
public record DroppedDef(int tableId, State state) {
  /** How far it is. */
  public enum State {
    /** It is never used again. */
    GONE(1),
    /** It was that of a temporary table, and may still hold rows. */
    EMPTYING(2),
    /** It is empty, and whoever sees this sees it empty: a temporary table may take it. */
    FREE(3);

    private static final State[] ALL = values();

    private final int code;

    State(int code) {
      this.code = code;
    }
  }

  /** The row. */
  public byte[] encode() {
    return new byte[] {(byte) state.code};
  }

  static DroppedDef decode(int tableId, byte[] bytes) {
    for (State state : State.ALL) {
      if (bytes.length == 1 && state.code == bytes[0]) {
        return new DroppedDef(tableId, state);
      }
    }
    throw new CodecException("a dropped table in no state that there is");
  }
}
