package org.thetisdb.core.config;

import java.util.List;

/** The log, and what an acknowledgement means. */
public final class LogSettings {
  private static final int MIB = 1 << 20;

  /** What an acknowledgement means. */
  public static final Setting<Durability> LOG_DURABILITY =
      Setting.ofChoice(
          "log.durability",
          Durability.PROCESS,
          "An acknowledged transaction survives: process, the kill of any process; disk, a power"
              + " failure of one broker; brokers, the loss of one of several brokers");

  /** Pace of a site's log under load. */
  public static final Setting<Integer> LOG_APPEND_INTERVAL_US =
      Setting.ofInt(
          "log.append_interval_us",
          0,
          0,
          100_000,
          "Least microseconds between appends to a site's log while several calls commit at"
              + " once");

  /** When an update is logged as what has changed. */
  public static final Setting<Integer> LOG_DELTA_SAVING_BYTES =
      Setting.ofInt(
          "log.delta_saving_bytes",
          64,
          1,
          1 << 30,
          "An update is logged as what it has changed in a row if that saves so many bytes;"
              + " where each site holds all rows");

  /** For comparisons: how much later than it could be an append is acknowledged. */
  public static final Setting<Integer> LOG_APPEND_DELAY_US =
      Setting.ofInt(
          "log.append_delay_us",
          0,
          0,
          100_000,
          "For comparisons: microseconds by which an append to the log is acknowledged later, as on"
              + " slower storage");

  /** Bound on what was committed and not yet acknowledged by the log. */
  public static final Setting<Integer> LOG_UNACKNOWLEDGED_BYTES_LIMIT =
      Setting.ofInt(
          "log.unacknowledged_bytes_limit",
          32 * MIB,
          64 << 10,
          1_024 * MIB,
          "Bytes of commits that may wait for the log; updates are refused beyond it");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(
          LOG_DURABILITY,
          LOG_APPEND_INTERVAL_US,
          LOG_DELTA_SAVING_BYTES,
          LOG_APPEND_DELAY_US,
          LOG_UNACKNOWLEDGED_BYTES_LIMIT);

  private LogSettings() {}

  /** What an acknowledged transaction survives. */
  public enum Durability {
    /** The kill of any process. */
    PROCESS,
    /** A power failure: the log is flushed to disk. */
    DISK,
    /** The loss of a broker: several hold the log. */
    BROKERS
  }
}
