package org.thetisdb.server.txn;

import java.util.List;

/**
 * Ends a run that cannot go on as it was planned. Thrown out of a row access through the
 * procedure's code; the context remembers it, so that a procedure which swallows it is rolled back
 * all the same.
 */
public final class RollBackSignal extends Error {
  private static final long serialVersionUID = 1L;

  /** Why a run is rolled back. */
  public enum Reason {
    /** A row is mastered elsewhere: run again at a cut. */
    AT_A_CUT,
    /** Another transaction is about to write what is read, and nobody waits: begin anew. */
    REFUSED,
    /** A row that is to be written is mastered elsewhere: the router has to place it first. */
    REPLAN,
    /** A row met while running is locked, or newer than the snapshot. */
    CONFLICT,
    /** A statement reads or writes more than it may on the engine's event loop. */
    TOO_LONG,
    /**
     * A statement reads more than a caller-runs thread should: the event loop's own thread runs it
     * again.
     */
    NOT_SHORT,
    /** It runs before its turn, and meets what is not there yet. */
    NOT_YET,
    /** The site does not hold a row: the router has to send the call to one that does. */
    NOT_HELD,
    /** The right of rows to exist has to be settled first: run again behind that. */
    UNSETTLED
  }

  private final Reason reason;

  /** Tables whose rows are to vanish, for {@link Reason#UNSETTLED}. */
  private final transient List<Integer> vanishing;

  /** No stack trace: it is a jump, not a fault. */
  RollBackSignal(Reason reason) {
    this(reason, List.of());
  }

  private RollBackSignal(Reason reason, List<Integer> vanishing) {
    super(reason.name(), null, false, false);
    this.reason = reason;
    this.vanishing = vanishing;
  }

  /** One that has met what is not there yet, and will come. */
  public static RollBackSignal notYet() {
    return new RollBackSignal(Reason.NOT_YET);
  }

  /** One that has met a row which the site does not hold. */
  public static RollBackSignal notHeld() {
    return new RollBackSignal(Reason.NOT_HELD);
  }

  /** Over the right of rows to exist; of tables in {@code vanishing} rows are to vanish. */
  public static RollBackSignal unsettled(List<Integer> vanishing) {
    return new RollBackSignal(Reason.UNSETTLED, vanishing);
  }

  /** Tables whose rows are about to lose the right to exist. */
  public List<Integer> vanishing() {
    return vanishing;
  }

  /** What is to become of the run. */
  public Reason reason() {
    return reason;
  }
}
