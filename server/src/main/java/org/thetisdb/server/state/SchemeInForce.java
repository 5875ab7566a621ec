package org.thetisdb.server.state;

import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.core.scheme.SchemeSpec.Isolation;

/**
 * What the router that leads has said of how calls run: under which scheme, and whether in phases.
 * Calls that came before run on as they began. Owned by the engine's line.
 */
public final class SchemeInForce {
  /** What the router says is in force; row locks until it says anything. */
  private ConcurrencyControl concurrency = ConcurrencyControl.ROW_LOCKS;

  private boolean callsAreSerializable;
  private boolean locksReadsAtMasters;
  private boolean preparesReads;

  /** Whether the router that leads has said that calls which only read may do so at any site. */
  private boolean readsAnywhere;

  /** Whether the router that leads has said that rows go with their mastership. */
  private boolean movesRows;

  /** Whether the router has told a phase. */
  private boolean runsInPhases;

  SchemeInForce() {}

  /** Whether calls run in phases from now on; then they are serializable. */
  public void runInPhases(boolean phases) {
    runsInPhases = phases;
  }

  /** Another scheme is in force for all calls that come from now on. */
  public void follow(SchemeSpec scheme) {
    concurrency = scheme.concurrency();
    callsAreSerializable = scheme.claims() == Isolation.SERIALIZABLE;
    readsAnywhere = scheme.readsAnywhere();
    locksReadsAtMasters = scheme.locksReadsAtMasters();
    preparesReads = scheme.preparesReads();
    movesRows = scheme.movesRows();
  }

  /**
   * Whether a call that has to keep what it reads may leave that with other masters: they lock it,
   * or have lent it in a phase. Else all of it has to be gathered where the call runs.
   */
  public boolean keepsReadsElsewhere() {
    return locksReadsAtMasters || runsInPhases;
  }

  /** Whether a site that gives a partition up keeps none of its rows, unless it holds every row. */
  public boolean movesRows() {
    return movesRows;
  }

  /** What keeps calls apart that conflict. */
  public ConcurrencyControl concurrency() {
    return concurrency;
  }

  /** Whether calls that have a place in an order may run before it is their turn to commit. */
  public boolean runsAhead() {
    return concurrency == ConcurrencyControl.PLACEHOLDERS || runsInPieces();
  }

  /** Whether what they write may be seen by later ones piece by piece. */
  public boolean runsInPieces() {
    return concurrency == ConcurrencyControl.PIECES;
  }

  /** Whether calls keep what they read from being changed, too, and nobody waits for a lock. */
  public boolean locksReads() {
    return switch (concurrency) {
      case READ_WRITE_LOCKS,
          VALIDATION,
          LOGICAL_TIME,
          BATCHES_OVER_SITES,
          ORDERED_LOCKS_OVER_SITES ->
          true;
      case ROW_LOCKS, BATCH_RESERVATIONS, ORDERED_LOCKS, PLACEHOLDERS, PIECES -> false;
    };
  }

  /**
   * Whether what a call reads that asks to be serializable is prepared at its masters (decision
   * 0083).
   */
  public boolean preparesReads() {
    return preparesReads;
  }

  /**
   * Whether calls commit only where all that they have read is mastered, or was locked for them.
   */
  public boolean callsAreSerializable() {
    return callsAreSerializable || runsInPhases;
  }

  /** Whether a call that only reads may do so here at any cut that its session may see. */
  public boolean readsAnywhere() {
    return readsAnywhere && !callsAreSerializable();
  }
}
