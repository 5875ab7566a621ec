package org.thetisdb.router.config;

import org.thetisdb.core.config.RebalanceSettings;
import org.thetisdb.core.config.RebalanceSettings.Automatic;
import org.thetisdb.core.config.Settings;

/**
 * When load is spread over the sites.
 *
 * @param automatic whether that happens though nobody asks
 * @param even load is even if no site is busier than the mean by more than this share of it
 * @param clumpsUs so often clumps move, under a scheme that has them move
 */
public record RebalanceConfig(boolean automatic, double even, long clumpsUs) {
  /** What the settings say. */
  public static RebalanceConfig from(Settings settings) {
    return new RebalanceConfig(
        settings.get(RebalanceSettings.REBALANCE_AUTOMATIC) == Automatic.ON,
        settings.get(RebalanceSettings.REBALANCE_EVEN_PERCENT) / 100.0,
        settings.get(RebalanceSettings.CLAY_INTERVAL_MS) * 1_000L);
  }
}
