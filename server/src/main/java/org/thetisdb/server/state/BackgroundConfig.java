package org.thetisdb.server.state;

import org.thetisdb.migration.CopyLimits;

/**
 * What a site does beside transactions, and how much of it.
 *
 * @param checkpointIntervalMs the time between checkpoints; 0 for none
 * @param checkpointsKept how many checkpoints are kept
 * @param checkpointLoadPercent the share of a processor that a checkpoint may take while the site
 *     is busy; 100 never rests
 * @param copies what it spends on ranges that it copies to others
 */
public record BackgroundConfig(
    long checkpointIntervalMs, int checkpointsKept, int checkpointLoadPercent, CopyLimits copies) {
  /** What ships. */
  public static final BackgroundConfig DEFAULT =
      new BackgroundConfig(60_000, 2, 5, CopyLimits.DEFAULT);

  /** The same with another time between checkpoints. */
  public BackgroundConfig withCheckpointIntervalMs(long intervalMs) {
    return new BackgroundConfig(intervalMs, checkpointsKept, checkpointLoadPercent, copies);
  }
}
