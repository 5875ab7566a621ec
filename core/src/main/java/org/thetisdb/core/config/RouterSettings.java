package org.thetisdb.core.config;

import java.util.List;

/** Cuts of the router, and which router leads. */
public final class RouterSettings {
  /** Least time between cuts for one site that no call needs. */
  public static final Setting<Integer> ROUTER_CUT_INTERVAL_US =
      Setting.ofInt(
          "router.cut_interval_us",
          500,
          50,
          1_000_000,
          "Least microseconds between cuts that go ahead of calls; without calls or waiters, 8 times that");

  /** Least time between reports of one site that ask for a cut. */
  public static final Setting<Integer> ROUTER_REPORT_INTERVAL_US =
      Setting.ofInt(
          "router.report_interval_us",
          500,
          50,
          1_000_000,
          "Least microseconds between a site's requests for a cut; unasked it reports after twice that");

  /** After how long the router that leads counts as silent. */
  public static final Setting<Integer> ROUTER_LEADER_SILENCE_MS =
      Setting.ofInt(
          "router.leader_silence_ms",
          250,
          0,
          600_000,
          "After this silence of the leading router, of which no site hears either, another one leads; 0: membership alone says so");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(ROUTER_CUT_INTERVAL_US, ROUTER_REPORT_INTERVAL_US, ROUTER_LEADER_SILENCE_MS);

  private RouterSettings() {}
}
