package org.thetisdb.sql.catalog;

import java.util.Map;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.ByteWriter;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.map.PersistentMap;

/**
 * For each table that foreign keys refer to, whether its rows may vanish at this time (decision
 * 0019, hazard 17). The rights are rows of the system table {@link #TABLE_ID}, with versions apart
 * from those of the catalog. Immutable, safe for all threads; a change makes another one.
 */
public final class Existence {
  /** The system table: a table's number (four bytes) to its right. */
  public static final int TABLE_ID = 6;

  /** No table that is referred to is known. */
  public static final Existence NONE = new Existence(PersistentMap.empty(), 0);

  private static final int FORMAT = 1;

  private final PersistentMap<Integer, Right> byTable;
  private final long version;

  /**
   * What may be done to the rows of a table. Deleting one and changing columns that are referred to
   * are the same here. Between two states of which one lets rows vanish and the other lets children
   * rely on them there is always one that does neither, so sites may change over at different
   * moments. The code is part of the stored format.
   */
  public enum State {
    /** Rows may vanish; a row that refers to one writes it, so that the two meet. */
    THAWED(0),
    /** No row may vanish, and a row that refers to one writes it all the same. */
    BETWEEN(1),
    /** No row may vanish; a row that refers to one reads it, and no more. */
    FROZEN(2);

    private final int code;

    State(int code) {
      this.code = code;
    }

    /** The number that stands for it in rows and messages. */
    public int code() {
      return code;
    }

    /**
     * The state with this number.
     *
     * @throws CodecException if there is none
     */
    public static State ofCode(int code) {
      return switch (code) {
        case 0 -> THAWED;
        case 1 -> BETWEEN;
        case 2 -> FROZEN;
        default -> throw new CodecException("a right to exist of kind " + code);
      };
    }
  }

  /**
   * The right of one table's rows.
   *
   * @param version that of the change which made it; 0 if there was none yet
   * @param thaws how often rows were allowed to vanish
   */
  public record Right(State state, long version, int thaws) {
    /** Of a table that was never anybody's parent. */
    public static final Right FIRST = new Right(State.THAWED, 0, 0);

    /** The right after a change to another state, or to this one anew. */
    public Right to(State next, long nextVersion) {
      boolean thaws = next == State.THAWED && state != State.THAWED;
      return new Right(next, nextVersion, thaws ? this.thaws + 1 : this.thaws);
    }

    /** The row. */
    public byte[] encode() {
      return new ByteWriter(16)
          .putByte(FORMAT)
          .putByte(state.code())
          .putVarLong(version)
          .putVarInt(thaws)
          .toByteArray();
    }

    /**
     * The right that a row holds.
     *
     * @throws CodecException if it holds none
     */
    public static Right decode(byte[] row) {
      ByteReader in = new ByteReader(row);
      int format = in.getUnsignedByte();
      if (format != FORMAT) {
        throw new CodecException("a right to exist of format " + format);
      }
      Right right = new Right(State.ofCode(in.getUnsignedByte()), in.getVarLong(), in.getVarInt());
      in.expectEnd();
      return right;
    }
  }

  private Existence(PersistentMap<Integer, Right> byTable, long version) {
    this.byTable = byTable;
    this.version = version;
  }

  /** The key of a table's right. */
  public static RowKey key(int tableId) {
    return new RowKey(TABLE_ID, new ByteWriter(4).putInt(tableId).toByteArray());
  }

  /** The table whose right a row is about. */
  public static int tableOf(RowKey key) {
    return new ByteReader(key.bytes()).getInt();
  }

  /** Rises by one with every change of any table's right. */
  public long version() {
    return version;
  }

  /** The right of a table's rows. */
  public Right of(int tableId) {
    return byTable.getOrDefault(tableId, Right.FIRST);
  }

  /** Whether no row of a table may vanish, so that a row that refers to one only reads it. */
  public boolean isFrozen(int tableId) {
    return of(tableId).state() == State.FROZEN;
  }

  /** All rights that were ever changed, by rising numbers of their tables; not to be changed. */
  public Map<Integer, Right> all() {
    return byTable;
  }

  /** These rights with one changed. */
  public Existence with(int tableId, Right right) {
    return new Existence(byTable.with(tableId, right), Math.max(version, right.version()));
  }

  /** These rights with a row of the system table; a null one was deleted. */
  public Existence withRow(RowKey key, byte[] row) {
    if (row == null) {
      throw new CodecException("a right to exist that is gone");
    }
    return with(tableOf(key), Right.decode(row));
  }
}
