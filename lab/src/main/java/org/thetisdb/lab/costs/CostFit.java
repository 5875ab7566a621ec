package org.thetisdb.lab.costs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.cost.Work;
import org.thetisdb.lab.simulated.LoopSample;

/**
 * Costs of single steps, from what event loops of one stage did and how long that took: those by
 * which all loops come out best (least squares of relative errors, no cost below 0). Loops of
 * different work have to be among them, else steps that always come together cannot be told apart.
 * Immutable.
 */
final class CostFit {
  /** Far more than a system of a dozen unknowns needs. */
  private static final int SWEEPS = 200_000;

  /** The least share of the busiest loop's time. */
  private static final double BUSY = 0.1;

  private final List<LoopSample> samples;
  private final List<Work> unknowns;
  private final double[] costsNs;

  private CostFit(List<LoopSample> samples, List<Work> unknowns, double[] costsNs) {
    this.samples = samples;
    this.unknowns = unknowns;
    this.costsNs = costsNs;
  }

  /**
   * Of loops that were busy: one that hardly was has cold code and caches, and would count alike.
   */
  static CostFit of(List<LoopSample> all) {
    double mostNs = all.stream().mapToDouble(LoopSample::processorNs).max().orElse(0);
    List<LoopSample> samples =
        all.stream()
            .filter(sample -> sample.processorNs() > 0)
            .filter(sample -> sample.processorNs() >= BUSY * mostNs)
            .toList();
    List<Work> unknowns = new ArrayList<>();
    for (Work work : Work.values()) {
      if (samples.stream().anyMatch(sample -> sample.steps().get(work) > 0)) {
        unknowns.add(work);
      }
    }
    return new CostFit(samples, unknowns, solved(samples, unknowns));
  }

  /** Steps of a kind for each nanosecond that the loop took. */
  private static double weighed(LoopSample sample, Work work) {
    return sample.steps().get(work) / sample.processorNs();
  }

  private static double[] solved(List<LoopSample> samples, List<Work> unknowns) {
    int n = unknowns.size();
    double[][] products = new double[n][n];
    double[] sums = new double[n];
    for (LoopSample sample : samples) {
      for (int i = 0; i < n; i++) {
        double one = weighed(sample, unknowns.get(i));
        sums[i] += one;
        for (int j = 0; j < n; j++) {
          products[i][j] += one * weighed(sample, unknowns.get(j));
        }
      }
    }
    return descended(products, sums);
  }

  /** One unknown after the other takes what is best while the others stay. */
  private static double[] descended(double[][] products, double[] sums) {
    double[] x = new double[sums.length];
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      for (int i = 0; i < x.length; i++) {
        double rest = sums[i];
        for (int j = 0; j < x.length; j++) {
          rest -= i == j ? 0 : products[i][j] * x[j];
        }
        x[i] = Math.max(0, rest / products[i][i]);
      }
    }
    return x;
  }

  /** Nanoseconds of each step that was done. */
  Map<Work, Double> costsNs() {
    Map<Work, Double> costs = new EnumMap<>(Work.class);
    for (int i = 0; i < costsNs.length; i++) {
      costs.put(unknowns.get(i), costsNs[i]);
    }
    return costs;
  }

  /** How many loops were busy. */
  int loops() {
    return samples.size();
  }

  /** By how much the time of a loop differs from the sum of its steps, in the mean. */
  double meanError() {
    return samples.stream().mapToDouble(this::error).average().orElse(0);
  }

  private double error(LoopSample sample) {
    double sum = 0;
    for (int i = 0; i < costsNs.length; i++) {
      sum += weighed(sample, unknowns.get(i)) * costsNs[i];
    }
    return Math.abs(sum - 1);
  }
}
