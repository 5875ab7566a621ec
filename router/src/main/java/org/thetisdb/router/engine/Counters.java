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

  /** How long phases of both kinds took until they were in force at all sites, in microseconds. */
  long phaseSwitchUs;

  /** Tables that are read at all sites in partitioned phases, by their ids. */
  List<Integer> readEverywhere = List.of();
}
