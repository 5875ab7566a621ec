package org.thetisdb.router.routing;

import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.StrategySettings;
import org.thetisdb.core.config.StrategySettings.Planned;
import org.thetisdb.core.config.StrategySettings.Strategy;

/**
 * How the schemes dynamast and morphosys decide.
 *
 * @param strategy by cost in time, or by Equation 8
 * @param weights of Equation 8; without meaning for {@link Strategy#AUTO}
 * @param horizonUs H, in which a move has to pay back; for {@link Strategy#AUTO} alone
 * @param deltaTUs within which a session's next transaction counts in Equation 7
 * @param lambda how much a benefit counts beside a cost; for morphosys alone
 * @param plansEvery whether a plan is made for every call; for morphosys alone
 */
public record StrategyConfig(
    Strategy strategy,
    PaperWeights weights,
    long horizonUs,
    long deltaTUs,
    double lambda,
    boolean plansEvery) {

  /** What the settings say. */
  public static StrategyConfig from(Settings settings) {
    Strategy strategy = settings.get(StrategySettings.STRATEGY);
    return new StrategyConfig(
        strategy,
        weightsOf(strategy, settings),
        settings.get(StrategySettings.STRATEGY_HORIZON_MS) * 1000L,
        settings.get(StrategySettings.STRATEGY_DELTA_T_MS) * 1000L,
        settings.get(StrategySettings.STRATEGY_LAMBDA),
        settings.get(StrategySettings.STRATEGY_PLANS) == Planned.EVERY);
  }

  private static PaperWeights weightsOf(Strategy strategy, Settings settings) {
    return switch (strategy) {
      case AUTO, PAPER ->
          new PaperWeights(
              settings.get(StrategySettings.STRATEGY_WEIGHT_BALANCE),
              settings.get(StrategySettings.STRATEGY_WEIGHT_DELAY),
              settings.get(StrategySettings.STRATEGY_WEIGHT_INTRA),
              settings.get(StrategySettings.STRATEGY_WEIGHT_INTER));
      case PAPER_YCSB -> PaperWeights.YCSB;
      case PAPER_TPCC -> PaperWeights.TPCC;
      case PAPER_SMALLBANK -> PaperWeights.SMALLBANK;
    };
  }
}
