package org.thetisdb.core.config;

import java.util.List;

/** How the schemes dynamast and morphosys decide what moves. */
public final class StrategySettings {
  /** How the scheme dynamast decides what moves. */
  public static final Setting<Strategy> STRATEGY =
      Setting.ofChoice(
          "strategy",
          Strategy.AUTO,
          "How dynamast decides: auto weighs costs in time; the others are Equation 8 of its paper");

  /** How many transactions are remembered. */
  public static final Setting<Integer> STRATEGY_SAMPLE_SIZE =
      Setting.ofInt(
          "strategy.sample_size",
          60_000,
          100,
          10_000_000,
          "Most transactions in the sample that placement learns from");

  /** How far ahead a move has to pay back. */
  public static final Setting<Integer> STRATEGY_HORIZON_MS =
      Setting.ofInt(
          "strategy.horizon_ms",
          10_000,
          100,
          3_600_000,
          "Milliseconds in which a move has to pay back twice its cost; strategy auto only");

  /** What Equation 7 takes to be one after the other. */
  public static final Setting<Integer> STRATEGY_DELTA_T_MS =
      Setting.ofInt(
          "strategy.delta_t_ms",
          100,
          1,
          60_000,
          "Milliseconds within which a session's next transaction counts as correlated; paper strategies only");

  /** Weight of even load. */
  public static final Setting<Double> STRATEGY_WEIGHT_BALANCE =
      Setting.ofDouble(
          "strategy.weight_balance",
          1_000_000,
          0,
          1e12,
          "Weight of even load over the sites; strategy paper only");

  /** Weight of the wait for replication. */
  public static final Setting<Double> STRATEGY_WEIGHT_DELAY =
      Setting.ofDouble(
          "strategy.weight_delay",
          0.5,
          0,
          1e12,
          "Weight of the wait for refresh transactions; strategy paper only");

  /** Weight of rows written in one transaction. */
  public static final Setting<Double> STRATEGY_WEIGHT_INTRA =
      Setting.ofDouble(
          "strategy.weight_intra",
          3,
          0,
          1e12,
          "Weight of rows written in the same transaction; strategy paper only");

  /** Weight of rows written in following transactions. */
  public static final Setting<Double> STRATEGY_WEIGHT_INTER =
      Setting.ofDouble(
          "strategy.weight_inter",
          0,
          0,
          1e12,
          "Weight of rows written in the next transactions of a session; strategy paper only");

  /** How much morphosys has a benefit count. */
  public static final Setting<Double> STRATEGY_LAMBDA =
      Setting.ofDouble(
          "strategy.lambda",
          1,
          0.001,
          1_000,
          "How much what a plan of morphosys saves counts beside what it costs");

  /** For which calls morphosys makes plans. */
  public static final Setting<Planned> STRATEGY_PLANS =
      Setting.ofChoice(
          "strategy.plans",
          Planned.SAMPLED,
          "Calls for which morphosys plans though one site masters all they write: sampled, or every one");

  /** These, in the order in which people should see them. */
  static final List<Setting<?>> ALL =
      List.of(
          STRATEGY,
          STRATEGY_SAMPLE_SIZE,
          STRATEGY_HORIZON_MS,
          STRATEGY_DELTA_T_MS,
          STRATEGY_WEIGHT_BALANCE,
          STRATEGY_WEIGHT_DELAY,
          STRATEGY_WEIGHT_INTRA,
          STRATEGY_WEIGHT_INTER,
          STRATEGY_LAMBDA,
          STRATEGY_PLANS);

  private StrategySettings() {}

  /** Settled calls for which plans are made. */
  public enum Planned {
    /** Some, so that planning takes little of the router's time. */
    SAMPLED,
    /** Each, as in MorphoSys's paper. */
    EVERY
  }

  /** How the scheme dynamast decides where written partitions are mastered. */
  public enum Strategy {
    /** One score in microseconds: what moves cost, and what they save within a horizon. */
    AUTO,
    /** Equation 8 with the weights of the settings. */
    PAPER,
    /** Equation 8 with the paper's weights for YCSB. */
    PAPER_YCSB,
    /** Equation 8 with the paper's weights for TPC-C. */
    PAPER_TPCC,
    /** Equation 8 with the paper's weights for SmallBank. */
    PAPER_SMALLBANK
  }
}
