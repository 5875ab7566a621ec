package org.thetisdb.server.checkpoint;

import org.thetisdb.core.id.VersionVector;

/** The site of which a checkpoint is taken. All calls come on its engine's line. */
public interface CheckpointSubject {
  /** All rows of the pinned snapshot are written; it may be let go. */
  void onRowsWritten();

  /**
   * Adds the next entries of the tables beside the rows, at most {@code most} of each.
   *
   * @return false when these were the last
   */
  boolean next(int most, CheckpointSlice slice);

  /** Covers all that the entries handed out so far can know of, and what that depends on. */
  VersionVector complete();

  /** Whether outcomes of sessions have been forgotten. */
  boolean hasForgotten();

  /** Runs {@code action} when all that was committed here till now is durable; maybe never. */
  void whenDurable(Runnable action);

  /**
   * A checkpoint is published and was read back.
   *
   * @param neededOffsets below these offsets of logs 1, 2, 3 and so on, no checkpoint of this site
   *     that is kept needs a log
   */
  void onPublished(CheckpointSummary summary, long[] neededOffsets);

  /** There will be no checkpoint this time; earlier ones are as they were. */
  void onFailed(RuntimeException reason);
}
