package org.thetisdb.sql.catalog;

import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.key.RowKey;

/**
 * A stored table that no definition has any more. Its number stays its own, since rows of it are in
 * logs and snapshots. Decision 0077 says what becomes of its rows. Those of temporary tables are
 * emptied and then used for other temporary tables, for there are 32,767 numbers in all (decision
 * 0070).
 */
public record DroppedDef(int tableId, State state) {
  /** How far it is. */
  public enum State {
    /** It is never used again, and may still hold rows. */
    GONE(1),
    /** It was that of a temporary table, and may still hold rows. */
    EMPTYING(2),
    /** It is empty, and a site that sees this sees it empty: a temporary table may take it. */
    FREE(3),
    /**
     * It is never used again, and nobody writes there any more: a site that sees this has seen all
     * of its rows, and removes them when no snapshot needs them.
     */
    PURGED(4);

    private static final State[] ALL = values();

    private final int code;

    State(int code) {
      this.code = code;
    }
  }

  /** Whether the row of a stored table among the definitions says that it is purged. */
  public static boolean isPurged(byte[] row) {
    return row.length == 1 && row[0] == State.PURGED.code;
  }

  /** The key of the row of a stored table. */
  public static RowKey key(int tableId) {
    return new ObjectId(ObjectKind.DROPPED, tableId).toKey();
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
