package org.thetisdb.core.scheme;

/** What a scheme says of itself to classes that do not know its parts. */
public enum Trait {
  /**
   * A call that only reads may do so at any site that holds the rows, at any cut that its session
   * may see, without a word to the site that masters them.
   */
  READS_ANYWHERE,
  /** A call that only reads goes to the masters of what it reads. */
  READS_AT_MASTERS,
  /**
   * A call keeps what it reads from being changed where it is mastered, from its lock or its
   * validation on, until it is decided.
   */
  LOCKS_READS_AT_MASTERS,
  /**
   * What a call reads that asks to be serializable, though the scheme does not keep it so by
   * itself, is prepared at its masters with what it writes, and nothing is moved for it (decision
   * 0083).
   */
  PREPARES_READS,
  /** Masters of what a call meets take part in it, and log that they do (decision 0031). */
  ASKS_MASTERS,
  /** Sites lend their mastership to one, for a while and all of it (decision 0038). */
  LENDS_MASTERS,
  /** Calls run at all sites, though one has the mastership and the log of all (decision 0050). */
  SPREADS_CALLS,
  /**
   * The site that commits has its log wait for the end of an epoch, and needs no router for that
   * (decision 0091).
   */
  LOGS_BY_EPOCHS,
  /** The setting {@code epoch.isolation} says what its calls are promised. */
  CHOOSES_ISOLATION,
  /** Where mastership goes, and where borders come, is learned from the transactions. */
  LEARNS_PLACEMENT,
  /** What it has learned is kept for the router that leads next (decision 0170). */
  KEEPS_LEARNED,
  /** One site masters all. */
  ONE_MASTER,
  /** Masters stay where they were at first, or where an applied placement has them. */
  MASTERS_STAY,
  /**
   * Every so often the leading router moves clumps of ranges that are accessed together from sites
   * that have too much to do (decision 0190).
   */
  MOVES_CLUMPS,
  /** It serves only where a placement was given. */
  NEEDS_PLACEMENT,
  /** Nothing decides about borders, so that a new cluster has a grid. */
  HAS_GRID,
  /** What calls read is gathered at one site, and would be too many cells of a grid. */
  NEEDS_RANGES,
  /**
   * Rows go with their mastership where some sites hold only a part of them, so that the site which
   * gives a partition up keeps none of it (decision 0082).
   */
  MOVES_ROWS
}
