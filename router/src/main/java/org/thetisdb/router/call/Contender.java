package org.thetisdb.router.call;

import java.util.List;

/**
 * One that keeps partitions at its site and may wait for others: an interactive transaction, or a
 * call by itself that waits for a row. Owned by the engine's thread.
 */
public sealed interface Contender permits SqlTransaction, BlockedCall {
  /** Whether a partition stays at a site until this one is over. */
  boolean keeps(int site, long partition);

  /** The moves that it waits for; null if it waits for none. */
  AwaitedMoves awaitedMoves();

  /** Those that are directly ahead of it in the queue of a row; empty if it waits for no row. */
  List<Contender> ahead();
}
