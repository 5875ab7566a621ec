package org.thetisdb.procedures;

import java.util.List;

/**
 * A transaction with a name. A procedure is a public class with a public constructor without
 * parameters, and exactly one public method {@code run}:
 *
 * <pre>{@code
 * public final class SendPayment implements Procedure {
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
 *   public void plan(Plan plan, long from, long to, long cents) {
 *     plan.write(CHECKING, from).write(CHECKING, to);
 *   }
 *
 *   public long run(Context ctx, long from, long to, long cents) {
 *     Row payer = ctx.get(CHECKING, from);
 *     Row payee = ctx.get(CHECKING, to);
 *     if (from == to || payer == null || payee == null || payer.getLong("balance") < cents) {
 *       throw ctx.abort("Customer " + from + " cannot pay " + cents + " to " + to + ".");
 *     }
 *     long left = payer.getLong("balance") - cents;
 *     ctx.put(payer.setLong("balance", left));
 *     ctx.put(payee.setLong("balance", payee.getLong("balance") + cents));
 *     return left;
 *   }
 * }
 * }</pre>
 *
 * <p>A jar that holds it is uploaded by {@code thetis admin upload} or {@code
 * ThetisClient.uploadJar}. No file lists procedures: the upload finds them, and is refused with
 * T5001 and a sentence if one is not as described here. A procedure is called by its name: by the
 * native client, by JDBC's {@code {call ...}}, or by {@code CALL} in SQL.
 *
 * <p>The first parameter of {@code run} is the {@link Context}; the others are the arguments of a
 * call: boolean, int, long, double, their wrappers, BigDecimal, String, byte[], Instant, UUID, List
 * and Map with String keys. An int that is passed widens to long, double or BigDecimal, a long to
 * BigDecimal. A wrapper takes null, a primitive type does not; arguments that do not fit are T1002,
 * and nothing is run. {@code run} returns nothing, or one of these types, or a {@link Row} or a
 * list of rows, in 8 MiB at most (T2004).
 *
 * <p>A method {@code plan}, which may be left out, takes a {@link Plan} and the same parameters,
 * and names the rows that a run touches before it runs. Without it they are found by running the
 * procedure once on a snapshot, which costs a second run.
 *
 * <p>All of {@code run} happens, or nothing. An exception out of it rolls back everything; {@link
 * Context#abort} does so with a message for the caller. A run that takes longer than the setting
 * {@code procedure.limit_ms} is rolled back with T2003.
 *
 * <p><b>Threads.</b> One instance serves all calls at a site, on several threads at once, so a
 * procedure has no fields that change. It must do the same whenever it is run with the same
 * arguments on the same rows, since a run may be rolled back and repeated: time and randomness come
 * from the context, and nothing else is read or written.
 */
public interface Procedure {
  /**
   * Every table that the procedure touches. Those that are missing are made when the jar is
   * uploaded; the upload is refused with T1007 if one exists with other columns. Asked once for
   * each upload.
   *
   * @return the tables, none twice with different columns
   */
  List<Table> tables();

  /**
   * The name to call it by, unlike that of every other procedure. Asked once for each upload.
   *
   * @return up to 63 letters, digits and underscores, no digit first; the simple name of the class
   *     unless overridden
   */
  default String name() {
    return getClass().getSimpleName();
  }

  /**
   * Whether it writes nothing. Such a procedure may run on any copy of the rows. If it writes all
   * the same, the call fails with T2002. Asked once for each upload.
   *
   * @return false unless overridden
   */
  default boolean readOnly() {
    return false;
  }

  /**
   * Whether its {@code run} says what its pieces are, by {@link Context#piece}. A procedure that
   * does not is one piece. Asked once for each upload.
   *
   * @return false unless overridden
   */
  default boolean inPieces() {
    return false;
  }

  /**
   * Whether its {@code run} says which parts of it belong to which rows, by {@link Context#at}, and
   * does nothing beside these parts. Asked once for each upload.
   *
   * @return false unless overridden
   */
  default boolean inFragments() {
    return false;
  }
}
