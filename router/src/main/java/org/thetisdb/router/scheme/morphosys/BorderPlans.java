package org.thetisdb.router.scheme.morphosys;

import org.thetisdb.core.placement.Reshape;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.scheme.morphosys.PlanStep.Expected;

/**
 * Weighs borders that the load suggests. A border alone saves nothing where calls run one after the
 * other and hold no lock for long; it is worth the move that it allows. So half of the range is
 * weighed as if it went to the site where that saves most.
 *
 * <p>Not thread-safe.
 */
final class BorderPlans {
  /** What a range more takes at the router and at each site, in microseconds in a second. */
  private static final double RANGE_US_PER_S = 1;

  /** What is cold stays so for many horizons. */
  private static final double COLD_HORIZONS = 1_000;

  private final Placement placement;
  private final WorkloadModel model;
  private final ClusterView cluster;
  private final SiteForecast forecast;
  private final LearnedCosts costs;
  private final BenefitEstimate benefit;
  private final RecentSteps recent;

  BorderPlans(
      Placement placement,
      WorkloadModel model,
      ClusterView cluster,
      SiteForecast forecast,
      LearnedCosts costs,
      BenefitEstimate benefit,
      RecentSteps recent) {
    this.placement = placement;
    this.model = model;
    this.cluster = cluster;
    this.forecast = forecast;
    this.costs = costs;
    this.benefit = benefit;
    this.recent = recent;
  }

  /** What a change of borders is expected to cost and to save. */
  PlanStep weigh(Reshape change) {
    return change.split() ? split(change) : merge(change);
  }

  private Expected expected(Reshape change, double savedPerS) {
    double tookUs = tookUs(change);
    double load = load(change.lower()) + load(change.upper());
    return new Expected(
        tookUs + forecast.waitingMeanwhile(load, tookUs), savedPerS * benefit.horizonS());
  }

  /** What a split takes, times the part of all updates that wait for it. */
  double holdsUs(Reshape split) {
    PartitionUse use = model.of(split.lower());
    return use == null ? 0 : tookUs(split) * use.writes / Math.max(1, model.updates());
  }

  private double tookUs(Reshape change) {
    double contention = model.writeShare(change.lower()) + model.writeShare(change.upper());
    return costs.reshape(forecast.ahead(placement.master(change.lower())), contention);
  }

  private double load(long partition) {
    PartitionUse use = model.of(partition);
    return use == null ? 0 : (double) use.load;
  }

  private PlanStep split(Reshape change) {
    PartitionUse use = model.of(change.lower());
    double saved = use == null ? 0 : savedBySplit(use) - RANGE_US_PER_S;
    return new PlanStep.Split(
        change, "what lies behind it may go where it saves most", expected(change, saved));
  }

  /**
   * The best that the part behind the border could do, if what it is accessed with goes with it;
   * whether that is so is weighed when it is to go. A range that moves to and fro saves half of its
   * moves.
   */
  private double savedBySplit(PartitionUse use) {
    int from = placement.master(use.partition);
    double best = 0;
    for (int site = 1; site <= cluster.sites(); site++) {
      if (site != from && cluster.isUsable(site)) {
        double gain = forecast.queueGain(from, site, use.load / 2.0, use.writes / 2.0);
        best = Math.max(best, gain);
      }
    }
    double moves = recent.movesPerS(use.partition) * forecast.laterRemasterUs(1);
    return best + moves / 2;
  }

  /** A range less is one less to look after; both are cold, or it is not worth it. */
  private PlanStep merge(Reshape change) {
    boolean isHot = isHot(change.lower()) || isHot(change.upper());
    double both = 0;
    PartitionUse lower = model.of(change.lower());
    if (lower != null) {
      both = lower.writtenBoth.get(change.upper()) * forecast.perSampled();
    }
    double savedInCommits = both * (costs.commit(0, 2, 0) - costs.commit(0, 1, 0));
    double saved = isHot ? 0 : RANGE_US_PER_S * cluster.sites() + savedInCommits;
    return new PlanStep.Merge(change, "both are cold", expected(change, saved * COLD_HORIZONS));
  }

  private boolean isHot(long partition) {
    PartitionUse use = model.of(partition);
    return use != null && model.isHot(use);
  }
}
