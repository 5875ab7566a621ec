package org.thetisdb.server.state;

/** Plain counts of what happened since a site started, written by its engine only. */
public final class SiteCounters {
  /** Calls that committed, and queries that were answered. */
  public long committed;

  /** Calls that were rolled back, and not to be run again. */
  public long aborted;

  /** Transactions of other sites that were applied. */
  public long refreshed;

  /** Runs that were rolled back because of others, and run again. */
  public long conflicts;

  /** Runs that took too long, and kept their thread. */
  public long stolen;

  /** Calls that were run beside the engine, to write, and committed. */
  public long beside;

  SiteCounters() {}
}
