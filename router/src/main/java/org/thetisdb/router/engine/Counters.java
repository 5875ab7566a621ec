package org.thetisdb.router.engine;

import java.util.List;

/**
 * What a router did since it leads. Written by its one thread; whoever reads from another thread,
 * as metrics do, may see values that are a moment old.
 */
final class Counters {
  long committed;
  long aborted;
  long retried;
  long remasteredTxns;
  long distributedTxns;
  long moves;
  long refusedMoves;
  long splits;
  long mergers;

  /** Single-master phases that have begun, under a scheme that has phases. */
  long singleMasterPhases;

  /** Epochs that are in the log. */
  long epochs;

  /** Eras of epochs that ended with something forgotten. */
  long erasBroken;

  /** Transactions that were decided in eras. */
  long decided;

  /** Of these, those that come before one in logical time that was decided before them. */
  long decidedEarlier;

  /**
   * Of these, under snapshots in logical time, those that may have seen what no serial order has;
   * all others certainly have not (section 4.4.4 of the thesis).
   */
  long decidedInDoubt;

  /** How long phases of both kinds took until they were in force at all sites, in microseconds. */
  long phaseSwitchUs;

  /** Tables that are read at all sites in partitioned phases, by their ids. */
  List<Integer> readEverywhere = List.of();
}
