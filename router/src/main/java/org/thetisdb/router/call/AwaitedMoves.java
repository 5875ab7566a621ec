package org.thetisdb.router.call;

/** Partitions on their way to one site, as those know them that wait for them. */
public interface AwaitedMoves {
  /** The call that they move for; null for a move of the balancer. */
  PendingCall cause();

  /** Whether a site gives some of them up only when a transaction or call is over. */
  boolean waitsFor(Contender party);

  /** Has a call that waits for them go before the one that they move for, and withdraws them. */
  void giveWayTo(PendingCall call);

  /**
   * Takes back what sites were asked for. What they have released by then has moved; all else stays
   * where it is, and the wait is over soon.
   */
  void withdraw();
}
