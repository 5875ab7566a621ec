package org.thetisdb.server.checkpoint;

import org.thetisdb.core.id.VersionVector;

/**
 * The site whose state is copied, to a checkpoint or to another site. All calls come on its
 * engine's event loop.
 */
public interface SnapshotSubject {
  /** The rows that had to be those of the pinned snapshot are written; it may be let go. */
  void onPinNotNeeded();

  /** All rows are written; the tables beside them follow. */
  void onRowsWritten();

  /**
   * Adds the next entries of the tables beside the rows, at most {@code most} of each.
   *
   * @return false when these were the last
   */
  boolean next(int most, CheckpointSlice slice);

  /** Covers all that the entries handed out so far can know of, and what that depends on. */
  VersionVector complete();

  /**
   * Runs {@code action} when all that was committed here till now is durable, and what others have
   * committed into the same rows; maybe never.
   *
   * @param reached covers each row that was read
   */
  void whenDurable(VersionVector reached, Runnable action);
}
