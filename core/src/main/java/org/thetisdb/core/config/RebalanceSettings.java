package org.thetisdb.core.config;

import java.util.List;

/** How load is spread over sites where masters are fixed. */
public final class RebalanceSettings {
  /** Whether the router spreads load unasked. */
  public static final Setting<Automatic> REBALANCE_AUTOMATIC =
      Setting.ofChoice(
          "rebalance.automatic",
          Automatic.OFF,
          "Schemes whose masters are fixed: on, the leading router spreads uneven load by"
              + " itself; off, when thetis admin rebalance asks");

  /** When load is even. */
  public static final Setting<Integer> REBALANCE_EVEN_PERCENT =
      Setting.ofInt(
          "rebalance.even_percent",
          20,
          1,
          1_000,
          "Load is even if no site is busier than the mean by more than so many percent of it");

  /** How often clumps move. */
  public static final Setting<Integer> CLAY_INTERVAL_MS =
      Setting.ofInt(
          "clay.interval_ms",
          10_000,
          10,
          3_600_000,
          "Scheme clay: so often the leading router looks whether a site has too much to do, and"
              + " moves clumps of what is accessed together");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(REBALANCE_AUTOMATIC, REBALANCE_EVEN_PERCENT, CLAY_INTERVAL_MS);

  private RebalanceSettings() {}

  /** Whether ranges move because of load though nobody asks. */
  public enum Automatic {
    /** They do. */
    ON,
    /** They stay. */
    OFF
  }
}
