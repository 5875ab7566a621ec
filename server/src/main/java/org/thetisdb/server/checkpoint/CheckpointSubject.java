package org.thetisdb.server.checkpoint;

/** The site of which a checkpoint is taken. All calls come on its engine's event loop. */
public interface CheckpointSubject extends SnapshotSubject {
  /** Whether the site had other work since the last call, so that a checkpoint should make way. */
  boolean isBusy();

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
