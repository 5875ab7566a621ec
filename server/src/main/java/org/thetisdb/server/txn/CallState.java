package org.thetisdb.server.txn;

import java.util.List;
import org.thetisdb.procedures.runtime.AccessPlan;
import org.thetisdb.store.RowStore;

/**
 * What a scheme keeps of one call. The scheme alone opens it, by a type of its own. All others ask
 * what follows from it for the way of the call, its rows and its locks. A scheme that keeps nothing
 * of a call leaves {@link #NONE} there. Owned by the site's engine.
 */
public abstract class CallState {
  /** Of a call of which no scheme keeps anything. */
  public static final CallState NONE = new CallState() {};

  /** What schemes keep. */
  protected CallState() {}

  /** The stages that the call passes, whatever scheme is in force; null for those of that. */
  public CallPath path() {
    return null;
  }

  /** The rows that a run sees that begins now. */
  public RowStore rows(RowStore store) {
    return store;
  }

  /** The run before the turn of its call that is under way at this moment; null if none is. */
  public EarlyRun earlyRun() {
    return null;
  }

  /**
   * Whether the call keeps a place before others, and so waits for nothing that it can do without.
   */
  public boolean keepsPlace() {
    return false;
  }

  /**
   * Whether the call runs on all that is applied here, locks no rows, and has its reads validated
   * when it has run.
   */
  public boolean runsUnlocked() {
    return false;
  }

  /** Whether only what the call writes is compared with what others change (decision 0068). */
  public boolean isUnderSnapshots() {
    return false;
  }

  /** What the call is going to meet is known, here and elsewhere. */
  public void onPlanned(AccessPlan whole) {
    // most need what this site knows of it, and no more
  }

  /** A run in fragments that begins now; null if the call runs as a whole. */
  public FragmentRun beginFragment() {
    return null;
  }

  /** Whether the call may run on what an undecided transaction has prepared here. */
  public boolean mayStandOn(long transaction) {
    return false;
  }

  /** The only transaction whose decision the call waits for; 0 if it waits for all of a row. */
  public long decisionAwaited() {
    return 0;
  }

  /** Whether the call waits until others are over that came before it. */
  public boolean awaitsTurn() {
    return false;
  }

  /** Those that it waits for then; some may be answered, and not decided yet. */
  public List<Transaction> callsAhead() {
    return List.of();
  }

  /** The call ends, or begins anew: what is held for it goes. */
  public void leave() {
    // nothing is held
  }
}
