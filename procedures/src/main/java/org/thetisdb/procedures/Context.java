package org.thetisdb.procedures;

import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

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

  /** The time of the call; the same whenever this transaction is run again. */
  Instant now();

  /** Random numbers; the same whenever this transaction is run again. */
  RandomGenerator random();

  /**
   * Undoes everything and tells the caller why. Never returns; the type is for {@code throw
   * ctx.abort("...")}, which lets the compiler see that.
   */
  default AbortException abort(String reason) {
    throw new AbortException(reason);
  }
}
