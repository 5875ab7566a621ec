package org.thetisdb.procedures;

import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.core.key.KeyCodec;

/**
 * The transaction that a procedure runs in. Reads see the transaction's snapshot and its own
 * writes. Rows that are returned are the caller's: changing one does nothing until it is put back.
 *
 * <p>Valid during the call of {@code run}, on its thread. Methods throw {@link
 * IllegalArgumentException} for keys and values that do not fit their table. Exceptions of other
 * kinds that come out of a context belong to the engine and must be let through.
 */
public interface Context {
  /** The row with this key; null if there is none. */
  Row get(Table table, Object... key);

  /** The row with this key, which is one number; null if there is none. */
  Row get(Table table, long key);

  /** The row with this key, which is two numbers; null if there is none. */
  default Row get(Table table, long first, long second) {
    return get(table, KeyCodec.boxed(first), KeyCodec.boxed(second));
  }

  /** The row with this key, which is three numbers; null if there is none. */
  default Row get(Table table, long first, long second, long third) {
    return get(table, KeyCodec.boxed(first), KeyCodec.boxed(second), KeyCodec.boxed(third));
  }

  /**
   * The rows of a range that exist, in order of their keys, {@code limit} at most.
   *
   * @param limit at least 0
   */
  List<Row> scan(KeyRange range, int limit);

  /** As {@link #scan}, from the end of the range backwards. */
  List<Row> scanBackwards(KeyRange range, int limit);

  /**
   * Adds a row.
   *
   * @throws ConstraintException if one with its key exists
   */
  void insert(Row row);

  /** Stores a row, whether or not one with its key exists. */
  void put(Row row);

  /** Deletes the row with this key; returns whether there was one. */
  boolean delete(Table table, Object... key);

  /** Deletes the row with this key, which is one number; returns whether there was one. */
  boolean delete(Table table, long key);

  /**
   * Runs a piece of a procedure that is {@linkplain Procedure#inPieces in pieces}: a part with rows
   * of its own, which depends on no other piece and never rolls back the transaction. Where a
   * scheme runs pieces one by one, later transactions may see what this one wrote before the other
   * pieces have run; and a piece that would have to wait is left out at first, and run later, when
   * the whole procedure is run again. Everywhere else it is just run.
   *
   * <p>A piece writes no row that other pieces, or what is outside of pieces, read or write behind
   * it, and reads none that they have written, except what was written in front of the first piece.
   * What it leaves in variables may become part of the result, and of what is written behind the
   * pieces, but not of other pieces. All that may roll back the transaction, and all that takes
   * random numbers, stands outside of pieces. Who does not keep to this gets right results all the
   * same, and more slowly.
   */
  default void piece(Runnable part) {
    part.run();
  }

  /** The time of the call; the same whenever this transaction is run again. */
  Instant now();

  /** Random numbers; the same whenever this transaction is run again. */
  RandomGenerator random();

  /**
   * Rolls back everything and tells the caller why. Never returns; the type is for {@code throw
   * ctx.abort("...")}, which lets the compiler see that.
   */
  default AbortException abort(String reason) {
    throw new AbortException(reason);
  }
}
