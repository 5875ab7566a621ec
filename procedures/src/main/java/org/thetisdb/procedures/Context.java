package org.thetisdb.procedures;

import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.thetisdb.core.key.KeyCodec;

/**
 * The transaction that a procedure runs in. Reads see the transaction's snapshot and its own
 * writes. Rows that are returned are the caller's: a change of one reaches the table when the row
 * is {@linkplain #put put}.
 *
 * <pre>{@code
 * public final class Raise implements Procedure {
 *   static final Table CHECKING =
 *       Table.define("checking")
 *           .key("customer_id", ColumnType.LONG)
 *           .column("balance", ColumnType.LONG)
 *           .build();
 *
 *   public List<Table> tables() {
 *     return List.of(CHECKING);
 *   }
 *
 *   public int run(Context ctx, long firstCustomer, long cents) {
 *     List<Row> rows = ctx.scan(CHECKING.from(firstCustomer), 100);
 *     for (Row row : rows) {
 *       ctx.put(row.setLong("balance", row.getLong("balance") + cents));
 *     }
 *     return rows.size();
 *   }
 * }
 * }</pre>
 *
 * <p>Valid during the call of {@code run}, on its thread; there is nothing to close. A key is one
 * value for each column of the table's key, in their order and of their types; whole numbers widen.
 *
 * <p><b>Errors.</b> Methods throw {@link IllegalArgumentException} for keys and values that do not
 * fit their table, and for a key of more than 4,096 encoded bytes. Every access may also throw an
 * exception of the engine: the run lost a conflict, took too long (T2003) or wrote more than 8 MiB
 * (T2007), or there is no such table (T1006). Such exceptions steer the transaction, so a procedure
 * lets them through. A procedure that is {@linkplain Procedure#readOnly read-only} gets an {@link
 * IllegalStateException} when it writes.
 */
public interface Context {
  /**
   * Reads a row by its key.
   *
   * @param table one of {@link Procedure#tables}
   * @param key a value for each column of the key
   * @return the row, which is the caller's; null if there is none
   */
  Row get(Table table, Object... key);

  /**
   * Reads a row whose key is one INT or LONG, without making garbage for the key.
   *
   * @param table one of {@link Procedure#tables}
   * @param key the key
   * @return the row, which is the caller's; null if there is none
   */
  Row get(Table table, long key);

  /**
   * Reads a row whose key is two columns of INT or LONG.
   *
   * @param table one of {@link Procedure#tables}
   * @param first the first column of the key
   * @param second the second one
   * @return the row, which is the caller's; null if there is none
   */
  default Row get(Table table, long first, long second) {
    return get(table, KeyCodec.boxed(first), KeyCodec.boxed(second));
  }

  /**
   * Reads a row whose key is three columns of INT or LONG.
   *
   * @param table one of {@link Procedure#tables}
   * @param first the first column of the key
   * @param second the second one
   * @param third the third one
   * @return the row, which is the caller's; null if there is none
   */
  default Row get(Table table, long first, long second, long third) {
    return get(table, KeyCodec.boxed(first), KeyCodec.boxed(second), KeyCodec.boxed(third));
  }

  /**
   * Reads the first rows of a range, in the order of their keys.
   *
   * @param range of one of {@link Procedure#tables}
   * @param limit the most rows to return, at least 0
   * @return rows that exist, which are the caller's; empty if there are none
   * @throws IllegalArgumentException if the limit is below 0
   */
  List<Row> scan(KeyRange range, int limit);

  /**
   * Reads the last rows of a range, from its end backwards.
   *
   * @param range of one of {@link Procedure#tables}
   * @param limit the most rows to return, at least 0
   * @return rows that exist, which are the caller's, the one with the highest key first
   * @throws IllegalArgumentException if the limit is below 0
   */
  List<Row> scanBackwards(KeyRange range, int limit);

  /**
   * Adds a row.
   *
   * @param row with a value in each column that may not be null; what is changed in it afterwards
   *     does not reach the table
   * @throws ConstraintException if a row with its key exists
   * @throws IllegalArgumentException if a column has no value that must have one
   */
  void insert(Row row);

  /**
   * Stores a row, whether or not one with its key exists.
   *
   * @param row with a value in each column that may not be null; what is changed in it afterwards
   *     does not reach the table
   * @throws IllegalArgumentException if a column has no value that must have one
   */
  void put(Row row);

  /**
   * Deletes a row by its key.
   *
   * @param table one of {@link Procedure#tables}
   * @param key a value for each column of the key
   * @return whether there was such a row
   */
  boolean delete(Table table, Object... key);

  /**
   * Deletes a row whose key is one INT or LONG.
   *
   * @param table one of {@link Procedure#tables}
   * @param key the key
   * @return whether there was such a row
   */
  boolean delete(Table table, long key);

  /**
   * Runs a piece of a procedure that is {@linkplain Procedure#inPieces in pieces}: a part with rows
   * of its own, which depends on no other piece and never rolls back the transaction. Under the
   * scheme {@code pwv} later transactions may see what a piece wrote before the other pieces have
   * run; and a piece that would have to wait is left out at first, and run later, when the whole
   * procedure is run again. Every other scheme just runs it.
   *
   * <p>A piece writes no row that other pieces, or what is outside of pieces, read or write behind
   * it, and reads none that they have written, except what was written in front of the first piece.
   * What it leaves in variables may become part of the result, and of what is written behind the
   * pieces, but not of other pieces. All that may roll back the transaction, and all that takes
   * random numbers, stands outside of pieces. A procedure that does not keep to this gets right
   * results all the same, and more slowly.
   *
   * @param part what the piece does; it is run on the calling thread, once or, when the procedure
   *     is run again, once more
   */
  default void piece(Runnable part) {
    part.run();
  }

  /**
   * Runs a part of a procedure that is {@linkplain Procedure#inFragments in fragments}, where a row
   * is mastered. Under the scheme {@code dtxn} a call whose rows have several masters runs at all
   * of them at the same time, and each runs only the parts of its rows. Every other scheme just
   * runs each part.
   *
   * <p>The row is one that the procedure plans to read or write. A part reads and writes rows that
   * the same site masters, such as those with the same first key column, and reads none that
   * another part writes. It may roll back the call. What is outside of parts runs at each of the
   * sites, so it reads nothing but arguments, and tables that nobody writes. What {@code run}
   * returns counts where the first part runs, unless parts {@linkplain #resultAt(Table, List,
   * Supplier) have results}. A procedure whose part meets more gets right results all the same, and
   * more slowly; one whose parts need each other gets wrong ones, so each should be called once by
   * {@link org.thetisdb.procedures.testing.ProcedureTester}, which refuses that.
   *
   * @param table the row's table
   * @param key a value for each column of its key
   * @param part what is to be done there; it is run on the calling thread, or not at all
   */
  default void at(Table table, List<?> key, Runnable part) {
    part.run();
  }

  /**
   * The same for a row whose key is one column of INT or LONG.
   *
   * @param table the row's table
   * @param key its key
   * @param part what is to be done there
   */
  default void at(Table table, long key, Runnable part) {
    at(table, List.of(KeyCodec.boxed(key)), part);
  }

  /**
   * The same for a row whose key is two columns of INT or LONG.
   *
   * @param table the row's table
   * @param first the first column of its key
   * @param second the second one
   * @param part what is to be done there
   */
  default void at(Table table, long first, long second, Runnable part) {
    at(table, List.of(KeyCodec.boxed(first), KeyCodec.boxed(second)), part);
  }

  /**
   * Runs a part of a procedure that is {@linkplain Procedure#inFragments in fragments}, as {@link
   * #at(Table, List, Runnable) at} does, and knows what it has returned. Under the scheme {@code
   * dtxn} the site that commits the call knows the results of all parts, whichever sites have run
   * them, and what {@code run} returns counts there. Elsewhere a result is null that another site
   * has. So what follows takes null for one that is not known, and makes of the results nothing but
   * what {@code run} returns.
   *
   * @param table the row's table
   * @param key a value for each column of its key
   * @param part what is to be done there; it is run on the calling thread, or not at all. What it
   *     returns may be what {@code run} may return, but no row
   * @param <T> of the result
   * @return what it has returned, here or elsewhere; null if that is not known
   */
  default <T> T resultAt(Table table, List<?> key, Supplier<T> part) {
    return part.get();
  }

  /**
   * The same for a row whose key is one column of INT or LONG.
   *
   * @param table the row's table
   * @param key its key
   * @param part what is to be done there
   * @param <T> of the result
   * @return what it has returned, here or elsewhere; null if that is not known
   */
  default <T> T resultAt(Table table, long key, Supplier<T> part) {
    return resultAt(table, List.of(KeyCodec.boxed(key)), part);
  }

  /**
   * The time of the call: when the router sent it to the site, by the router's clock, in
   * milliseconds.
   *
   * @return the same time throughout a run, and when the site runs the call again; a later one only
   *     if the router sends the call anew
   */
  Instant now();

  /**
   * Random numbers for this transaction, for the calling thread.
   *
   * @return a generator that gives the same numbers when the site runs the call again; others only
   *     if the router sends the call anew
   */
  RandomGenerator random();

  /**
   * Rolls back everything, and the caller gets the reason. Never returns; the type is for {@code
   * throw ctx.abort("...")}, which lets the compiler see that.
   *
   * @param reason what the caller reads, with code T2001
   * @return nothing
   * @throws AbortException always; a procedure that catches it is rolled back all the same
   */
  default AbortException abort(String reason) {
    throw new AbortException(reason);
  }
}
