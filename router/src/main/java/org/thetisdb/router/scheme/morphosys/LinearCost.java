package org.thetisdb.router.scheme.morphosys;

import java.util.Arrays;

/**
 * A cost that is a constant and the sum of its inputs, each times a weight that is learned from
 * what was observed (MorphoSys, section 5.2). Inputs, and so weights, may differ by orders of
 * magnitude: each is scaled by the largest that was seen of late. A step of learning is bounded by
 * the usual error, so that one site that stalls teaches little. Weights are never negative, and so
 * no cost is: more work never takes less time.
 *
 * <p>Not thread-safe; allocates nothing once made.
 */
final class LinearCost {
  /** How much of an error the next observation corrects. */
  private static final double RATE = 0.1;

  /** An error counts for at most so many times the usual one. */
  private static final double MOST_ERRORS = 4;

  /** What was always right may still be wrong by this part of what it was. */
  private static final double LEAST_ERROR = 0.1;

  /** Weight of one more error in the usual one. */
  private static final double MEAN_WEIGHT = 0.01;

  /** By how much the largest input that counts shrinks with each observation. */
  private static final double SHRINK = 0.9999;

  /** So many observations count as they come, before there is a usual error. */
  private static final int FIRST = 16;

  private final String name;
  private final double[] weights;
  private final double[] scales;
  private final double[] now;
  private final Accuracy accuracy = Accuracy.ofLate();
  private long observations;
  private double usualError;

  /**
   * A cost of which nothing is known.
   *
   * @param name for people
   * @param firstConstant what it is taken to be at first
   * @param firstWeights of each input, at first
   */
  LinearCost(String name, double firstConstant, double... firstWeights) {
    this.name = name;
    this.weights = new double[firstWeights.length + 1];
    this.weights[0] = Math.max(0, firstConstant);
    for (int i = 0; i < firstWeights.length; i++) {
      this.weights[i + 1] = Math.max(0, firstWeights[i]);
    }
    this.scales = new double[weights.length];
    this.now = new double[weights.length];
    this.now[0] = 1;
    this.scales[0] = 1;
  }

  /** A cost that is nothing where nothing is done. */
  static LinearCost ofWork(String name, double... firstWeights) {
    LinearCost cost = new LinearCost(name, 0, firstWeights);
    cost.now[0] = 0;
    return cost;
  }

  /** What it is called. */
  String name() {
    return name;
  }

  /** The cost by one input. */
  double of(double first) {
    return weights[0] + weights[1] * first;
  }

  /** The cost by two inputs. */
  double of(double first, double second) {
    return of(first) + weights[2] * second;
  }

  /** The cost by three inputs. */
  double of(double first, double second, double third) {
    return of(first, second) + weights[3] * third;
  }

  /** By how much it grows with an input, which is numbered from 0. */
  double slope(int input) {
    return weights[input + 1];
  }

  /** So much was found with one input. */
  void learn(double found, double first) {
    now[1] = first;
    learn(found);
  }

  /** So much was found with two inputs. */
  void learn(double found, double first, double second) {
    now[2] = second;
    learn(found, first);
  }

  /** So much was found with three inputs. */
  void learn(double found, double first, double second, double third) {
    now[3] = third;
    learn(found, first, second);
  }

  private void learn(double found) {
    double expected = 0;
    double length = 0;
    for (int i = 0; i < weights.length; i++) {
      if (!(now[i] >= 0) || !(found >= 0) || now[i] == Double.POSITIVE_INFINITY) {
        return; // no measure of anything
      }
      scales[i] = Math.max(scales[i] * (i == 0 ? 1 : SHRINK), now[i]);
      double scaled = scales[i] == 0 ? 0 : now[i] / scales[i];
      length += scaled * scaled;
      expected += weights[i] * now[i];
    }
    if (length == 0) {
      return;
    }
    double error = bounded(found - expected);
    for (int i = 0; i < weights.length; i++) {
      if (scales[i] > 0) {
        double step = RATE * error * now[i] / (scales[i] * scales[i]) / length;
        weights[i] = Math.max(0, weights[i] + step);
      }
    }
    accuracy.note(expected, found);
  }

  private double bounded(double error) {
    observations++;
    if (observations <= FIRST) {
      usualError = Math.max(usualError, Math.abs(error));
      return error;
    }
    double most = MOST_ERRORS * Math.max(usualError, LEAST_ERROR * accuracy.meanFound());
    double counted = Math.max(-most, Math.min(most, error));
    // An error that is cut off raises the usual one a little, so that a new law is believed soon.
    usualError += MEAN_WEIGHT * (Math.abs(counted) - usualError);
    return counted;
  }

  /** How well it has predicted what was found of late. */
  Accuracy accuracy() {
    return accuracy;
  }

  /** The constant, and the weights of the inputs behind it. */
  double[] weights() {
    return weights.clone();
  }

  /**
   * What one has learned, for another one of the same name.
   *
   * @param weights the constant, and those of the inputs behind it
   * @param scales the largest inputs that were seen of late
   * @param usualError of a prediction
   * @param observations how many there were
   */
  record Learned(
      String name, double[] weights, double[] scales, double usualError, long observations) {}

  /** What it has learned so far. */
  Learned learned() {
    return new Learned(name, weights.clone(), scales.clone(), usualError, observations);
  }

  /** How often it was taught. */
  long observations() {
    return observations;
  }

  /** Whether it could go on with this. */
  boolean fits(Learned learned) {
    boolean fits =
        learned.name.equals(name)
            && learned.weights.length == weights.length
            && learned.scales.length == scales.length
            && isMeasure(learned.usualError)
            && learned.observations >= 0;
    for (int i = 0; fits && i < weights.length; i++) {
      fits = isMeasure(learned.weights[i]) && isMeasure(learned.scales[i]);
    }
    return fits && learned.scales[0] == 1;
  }

  private static boolean isMeasure(double value) {
    return value >= 0 && value < Double.POSITIVE_INFINITY;
  }

  /** Goes on with what another one has learned, which {@linkplain #fits fits}. */
  void take(Learned learned) {
    System.arraycopy(learned.weights, 0, weights, 0, weights.length);
    System.arraycopy(learned.scales, 0, scales, 0, scales.length);
    usualError = learned.usualError;
    observations = learned.observations;
  }

  @Override
  public String toString() {
    return name + " " + Arrays.toString(weights);
  }
}
