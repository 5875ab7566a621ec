package org.thetisdb.lab.compare.grammar;

import java.util.List;
import java.util.SplittableRandom;

/** Choices of a seed. Not thread-safe. */
final class Dice {
  private final SplittableRandom random;

  Dice(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** From 0 to below the bound. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** From the first to the last. */
  int between(int first, int last) {
    return random.nextInt(first, last + 1);
  }

  boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  String oneOf(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
