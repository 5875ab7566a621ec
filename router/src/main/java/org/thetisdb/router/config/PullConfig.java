package org.thetisdb.router.config;

import org.thetisdb.core.config.MigrationSettings;
import org.thetisdb.core.config.Settings;

/**
 * How ranges are pulled that move by squall.
 *
 * @param chunkBytes of rows that one pull takes
 * @param intervalUs from one chunk that no call waits for to the next
 * @param subPlans parts of a range, of which one is pulled behind the other
 */
public record PullConfig(int chunkBytes, long intervalUs, int subPlans) {
  /** What the settings say. */
  public static PullConfig from(Settings settings) {
    return new PullConfig(
        settings.get(MigrationSettings.MIGRATION_CHUNK_BYTES),
        settings.get(MigrationSettings.MIGRATION_CHUNK_INTERVAL_MS) * 1_000L,
        settings.get(MigrationSettings.MIGRATION_SUB_PLANS));
  }
}
