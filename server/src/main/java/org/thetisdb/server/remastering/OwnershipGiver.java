package org.thetisdb.server.remastering;

/**
 * What a site lends to others, or others to it, of the right to write; see {@link
 * org.thetisdb.server.ownership.TemporaryOwnership}. Owned by the site's engine.
 */
public interface OwnershipGiver {
  /** Whether this site is about to lend or to give back, and waits for transactions. */
  boolean isGiving();

  /** Whether a partition may soon not be written here any more. */
  boolean isGivingUp(long partition);

  /** Whether what is to be written here is on its way by the logs. */
  boolean isAwaited();

  /** Whether something is lent by this site or to it, so that it cannot leave. */
  boolean isBound();

  /** Does what can be done by now. */
  void proceed();
}
