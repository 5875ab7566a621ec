package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Costs that are learned. */
class LinearCostTest {
  private final Random random = new Random(1);

  @Test
  void aLawOfThreeInputsIsLearned() {
    LinearCost cost = new LinearCost("law", 1, 0, 0, 0);
    for (int i = 0; i < 50_000; i++) {
      double rows = random.nextInt(20);
      double positions = random.nextInt(10_000);
      double share = random.nextDouble();
      cost.learn(50 + 3 * rows + 0.02 * positions + 400 * share, rows, positions, share);
    }
    assertThat(cost.weights()[0]).isCloseTo(50, within(10.0));
    assertThat(cost.weights()[1]).isCloseTo(3, within(0.3));
    assertThat(cost.weights()[2]).isCloseTo(0.02, within(0.002));
    assertThat(cost.weights()[3]).isCloseTo(400, within(20.0));
    assertThat(cost.accuracy().explained()).isGreaterThan(0.95);
  }

  @Test
  void whatHasNoLawIsItsMean() {
    LinearCost cost = new LinearCost("noise", 0, 0);
    for (int i = 0; i < 20_000; i++) {
      cost.learn(100 + 50 * random.nextGaussian(), random.nextInt(10));
    }
    assertThat(cost.of(5)).isCloseTo(100, within(20.0));
  }

  @Test
  void anotherLawIsBelievedSoon() {
    LinearCost cost = new LinearCost("law", 0, 0);
    for (int i = 0; i < 5_000; i++) {
      cost.learn(100, 1);
    }
    for (int i = 0; i < 1_000; i++) {
      cost.learn(1_000, 1);
    }
    assertThat(cost.of(1)).isCloseTo(1_000, within(100.0));
  }

  @Test
  void oneStallTeachesLittle() {
    LinearCost cost = new LinearCost("law", 0, 0);
    for (int i = 0; i < 5_000; i++) {
      cost.learn(100 + random.nextInt(10), 1);
    }
    cost.learn(30_000_000, 1);
    assertThat(cost.of(1)).isLessThan(120);
  }

  @Test
  void noCostIsEverNegative() {
    LinearCost cost = new LinearCost("falling", 0, 0);
    for (int i = 0; i < 10_000; i++) {
      double load = random.nextInt(100);
      cost.learn(Math.max(0, 50 - load), load);
    }
    assertThat(cost.of(0)).isNotNegative();
    assertThat(cost.of(1_000_000)).isNotNegative();
  }

  @Test
  void whatIsNoMeasureTeachesNothing() {
    LinearCost cost = new LinearCost("law", 7, 1);
    cost.learn(Double.NaN, 1);
    cost.learn(5, Double.NaN);
    cost.learn(-5, 1);
    cost.learn(5, Double.POSITIVE_INFINITY);
    assertThat(cost.weights()).containsExactly(7, 1);
    assertThat(cost.accuracy().observations()).isZero();
  }

  @Test
  void whatIsNoWorkCostsNothing() {
    LinearCost cost = LinearCost.ofWork("cpu", 10, 10, 10);
    for (int i = 0; i < 20_000; i++) {
      double reads = random.nextInt(1_000);
      double writes = random.nextInt(1_000);
      cost.learn(4 * reads + 12 * writes, reads, writes, 0);
    }
    assertThat(cost.of(0, 0, 0)).isZero();
    assertThat(cost.slope(0)).isCloseTo(4, within(0.2));
    assertThat(cost.slope(1)).isCloseTo(12, within(0.2));
  }

  @Test
  void whatAnotherOneHasLearnedIsGoneOnWith() {
    LinearCost first = new LinearCost("law", 7, 1);
    for (int i = 0; i < 20_000; i++) {
      double load = random.nextInt(100);
      first.learn(50 + 3 * load, load);
    }
    LinearCost second = new LinearCost("law", 7, 1);
    assertThat(second.fits(first.learned())).isTrue();
    second.take(first.learned());
    second.learn(1_000_000, 50);
    assertThat(second.of(50)).as("one stall teaches as little").isCloseTo(200, within(10.0));
  }

  @Test
  void damagedWeightsAreNotTaken() {
    LinearCost cost = new LinearCost("law", 7, 1);
    assertThat(cost.fits(learned("other", 1, 2))).isFalse();
    assertThat(cost.fits(learned("law", 1))).isFalse();
    assertThat(cost.fits(learned("law", 1, Double.NaN))).isFalse();
    assertThat(cost.fits(learned("law", 1, -1))).isFalse();
    assertThat(cost.fits(learned("law", 3, 4))).isTrue();
  }

  private static LinearCost.Learned learned(String name, double... weights) {
    double[] scales = new double[weights.length];
    Arrays.fill(scales, 1);
    return new LinearCost.Learned(name, weights, scales, 1, 100);
  }
}
