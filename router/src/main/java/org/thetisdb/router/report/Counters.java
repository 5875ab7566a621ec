package org.thetisdb.router.report;

import java.util.List;
import org.thetisdb.core.placement.Primaries;

/**
 * What a router did since it leads. Written by its one thread; a reader on another thread, as
 * metrics do, may see values that are a moment old.
 */
public final class Counters {
  /** Calls committed. */
  public long committed;

  /** Calls that failed. */
  public long aborted;

  /** How often calls were routed again. */
  public long retried;

  /** Calls that moved partitions. */
  public long remasteredTxns;

  /** Calls that committed after several sites had been asked. */
  public long distributedTxns;

  /** Partitions moved. */
  public long moves;

  /** Moves that a site refused. */
  public long refusedMoves;

  /** Ranges that were split. */
  public long splits;

  /** Ranges that became one with another. */
  public long mergers;

  /** Single-master phases that have begun, under a scheme that has phases. */
  public long singleMasterPhases;

  /** Epochs that are in the log. */
  public long epochs;

  /** How long epochs last now, from their first decision on, in microseconds. */
  public long epochLengthUs;

  /** Epoch views of epochs that ended with something forgotten. */
  public long epochViewsBroken;

  /**
   * The epoch coordinator's share of the keys in the epoch view that has begun last, in tenths of
   * each other's.
   */
  public int epochCoordinatorShare = Primaries.WHOLE_SHARE;

  /** Tables that are closed in the epoch view that has begun last, by their ids. */
  public List<Integer> closedTables = List.of();

  /** How often a table was closed for epoch views. */
  public long tablesClosed;

  /** How often one was open again since a call was to write it. */
  public long tablesOpened;

  /** Transactions that were decided in epoch views. */
  public long decided;

  /** Of these, those that come before one in logical time that was decided before them. */
  public long decidedEarlier;

  /**
   * Of these, under snapshots in logical time, those that may have seen what no serial order has;
   * all others certainly have not (section 4.4.4 of the thesis).
   */
  public long decidedInDoubt;

  /** How long phases of both kinds took until they were in force at all sites, in microseconds. */
  public long phaseSwitchUs;

  /** Tables that are read at all sites in partitioned phases, by their ids. */
  public List<Integer> readEverywhere = List.of();
}
