package org.thetisdb.router.routing;

import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.StrategySettings;

/**
 * How much of the workload is remembered.
 *
 * @param capacity updates in the sample at most
 * @param windowUs age at which a sample expires
 * @param workPerS counters that samples may change each second; beyond it a random part of the
 *     updates is sampled. An update that writes two partitions costs three: each, and the pair
 * @param pairedPartitions of an update that touches more partitions than this, only so many are
 *     paired with each other
 */
public record SamplingConfig(int capacity, long windowUs, int workPerS, int pairedPartitions) {
  /**
   * Sixty thousand updates of the last half minute; in a fast cluster they are of the last six
   * seconds.
   */
  public static final SamplingConfig DEFAULT = new SamplingConfig(60_000, 30_000_000, 30_000, 24);

  /** The default with the capacity that the settings name. */
  public static SamplingConfig from(Settings settings) {
    return new SamplingConfig(
        settings.get(StrategySettings.STRATEGY_SAMPLE_SIZE),
        DEFAULT.windowUs,
        DEFAULT.workPerS,
        DEFAULT.pairedPartitions);
  }

  /** Refuses what makes no sense. */
  public SamplingConfig {
    if (capacity < 1 || windowUs < 1 || workPerS < 1 || pairedPartitions < 2) {
      throw new IllegalArgumentException("sampling must keep something");
    }
  }
}
