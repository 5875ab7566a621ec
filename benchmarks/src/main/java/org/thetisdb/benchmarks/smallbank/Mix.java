package org.thetisdb.benchmarks.smallbank;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** How often each transaction is chosen, in percent. Immutable. */
public final class Mix {
  /** The usual weights, in the order of {@link Transaction}. */
  public static final Mix STANDARD = new Mix(List.of(15, 15, 15, 25, 15, 15));

  private final List<Integer> weights;

  private Mix(List<Integer> weights) {
    this.weights = weights;
  }

  /**
   * Reads six numbers separated by commas, in the order of {@link Transaction}.
   *
   * @throws IllegalArgumentException if they are not six, below zero, or do not add up to 100
   */
  public static Mix parse(String text) {
    List<Integer> weights = new ArrayList<>();
    int sum = 0;
    for (String part : text.split(",", -1)) {
      int weight = parseWeight(part.trim(), text);
      weights.add(weight);
      sum += weight;
    }
    if (weights.size() != Transaction.count() || sum != 100) {
      throw wrong(text);
    }
    return new Mix(List.copyOf(weights));
  }

  private static int parseWeight(String part, String text) {
    try {
      int weight = Integer.parseInt(part);
      if (weight >= 0 && weight <= 100) {
        return weight;
      }
    } catch (NumberFormatException e) {
      // falls through to the one error below
    }
    throw wrong(text);
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "\""
            + text
            + "\" is not a mix: "
            + Transaction.count()
            + " percentages that add up to 100");
  }

  /** Chooses. */
  Transaction choose(RandomGenerator random) {
    int point = random.nextInt(100);
    int type = 0;
    while (point >= weights.get(type)) {
      point -= weights.get(type++);
    }
    return Transaction.of(type);
  }

  @Override
  public String toString() {
    return String.join(",", weights.stream().map(String::valueOf).toList());
  }
}
