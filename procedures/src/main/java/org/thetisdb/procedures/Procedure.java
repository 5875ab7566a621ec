package org.thetisdb.procedures;

import java.util.List;

/**
 * A transaction with a name. A procedure is a public class with a public constructor without
 * parameters, and exactly one public method {@code run}:
 *
 * <pre>{@code
 * public final class SendPayment implements Procedure {
 *   static final Table CHECKING =
 *       Table.define("checking").key("customer_id", LONG).column("balance", LONG).build();
 *
 *   public List<Table> tables() {
 *     return List.of(CHECKING);
 *   }
 *
 *   public void plan(Plan plan, long from, long to, long cents) {
 *     plan.write(CHECKING, from).write(CHECKING, to);
 *   }
 *
 *   public void run(Context ctx, long from, long to, long cents) {
 *     Row payer = ctx.get(CHECKING, from);
 *     ...
 *   }
 * }
 * }</pre>
 *
 * The first parameter of {@code run} is the {@link Context}; the others are the arguments of a
 * call: boolean, int, long, double, their wrappers, BigDecimal, String, byte[], Instant, UUID, List
 * and Map with String keys. It returns nothing, or one of these, or a {@link Row} or a list of
 * them.
 *
 * <p>A method {@code plan}, which may be left out, takes a {@link Plan} and the same parameters,
 * and names the rows that a run touches before it runs. Without it they are found by running the
 * procedure once on a snapshot, which costs a second run.
 *
 * <p>All of {@code run} happens, or nothing. An exception out of it rolls back everything; {@link
 * Context#abort} does so with a message for the caller. One instance serves all threads of a site,
 * so a procedure has no fields that change. It must do the same whenever it is run with the same
 * arguments on the same rows: time and randomness come from the context, and nothing else is read
 * or written.
 */
public interface Procedure {
  /** Every table that the procedure touches. They are created when the jar is uploaded. */
  List<Table> tables();

  /** The name to call it by; unlike that of every other procedure. */
  default String name() {
    return getClass().getSimpleName();
  }

  /** Whether it writes nothing. Such a procedure may run on any copy of the rows. */
  default boolean readOnly() {
    return false;
  }

  /**
   * Whether its {@code run} says what its pieces are, by {@link Context#piece}. One that does not
   * is one piece.
   */
  default boolean inPieces() {
    return false;
  }
}
