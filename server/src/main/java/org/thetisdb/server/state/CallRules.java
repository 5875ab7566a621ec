package org.thetisdb.server.state;

import org.thetisdb.core.scheme.SchemeSpec;

/**
 * What the scheme in force demands of calls and of sites that give partitions up. Calls that came
 * before run on as they began. Owned by the engine's event loop.
 */
public final class CallRules {
  private boolean callsAreSerializable;
  private boolean locksReads;
  private boolean locksReadsAtMasters;
  private boolean preparesReads;

  /** Whether the router that leads has said that calls which only read may do so at any site. */
  private boolean readsAnywhere;

  /** Whether the router that leads has said that rows go with their mastership. */
  private boolean movesRows;

  private boolean readsAreLent;

  CallRules() {}

  /**
   * What calls read is lent to the site where they run, from now on; then they are serializable.
   */
  public void lendReads(boolean lent) {
    readsAreLent = lent;
  }

  /**
   * Another scheme is in force for all calls that come from now on.
   *
   * @param serializable whether each call is serializable, though nobody has asked for it
   * @param locks whether calls keep what they read from being changed, too, and nobody waits for a
   *     lock
   */
  public void follow(SchemeSpec scheme, boolean serializable, boolean locks) {
    callsAreSerializable = serializable;
    locksReads = locks;
    readsAnywhere = scheme.readsAnywhere();
    locksReadsAtMasters = scheme.locksReadsAtMasters();
    preparesReads = scheme.preparesReads();
    movesRows = scheme.movesRows();
  }

  /**
   * Whether a call that has to keep what it reads may leave that with other masters: they lock it,
   * or have lent it. Else all of it has to be gathered where the call runs.
   */
  public boolean keepsReadsElsewhere() {
    return locksReadsAtMasters || readsAreLent;
  }

  /** Whether a site that gives a partition up keeps none of its rows, unless it holds every row. */
  public boolean movesRows() {
    return movesRows;
  }

  /** Whether calls keep what they read from being changed, too, and nobody waits for a lock. */
  public boolean locksReads() {
    return locksReads;
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
    return callsAreSerializable || readsAreLent;
  }

  /** Whether a call that only reads may do so here at any cut that its session may see. */
  public boolean readsAnywhere() {
    return readsAnywhere && !callsAreSerializable();
  }
}
