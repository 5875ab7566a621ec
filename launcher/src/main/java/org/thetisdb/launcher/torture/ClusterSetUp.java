package org.thetisdb.launcher.torture;

import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.launcher.process.ClusterPlan;

/** The cluster that is tortured. */
final class ClusterSetUp {
  /** Often, so that kills hit sites that take checkpoints, and recovery uses them. */
  private static final int CHECKPOINT_INTERVAL_MS = 5_000;

  private ClusterSetUp() {}

  static ClusterPlan plan(TortureOptions options) {
    return ClusterPlan.of(options.sites(), options.leaseMs())
        .with(
            ThetisSettings.CHECKPOINT_INTERVAL_MS.name(), Integer.toString(CHECKPOINT_INTERVAL_MS))
        .with(ThetisSettings.STORE_MEMORY_MIB.name(), "256");
  }

  /** Keys of a partition; the default of a new cluster. */
  static long partitionKeys() {
    return ThetisSettings.PARTITION_KEYS.defaultValue();
  }
}
