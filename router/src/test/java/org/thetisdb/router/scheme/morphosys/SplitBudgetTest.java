package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How many splits there may be. */
class SplitBudgetTest {
  private static final double COST_US = 5_000;

  private final SplitBudget budget = new SplitBudget();
  private long nowUs = 1_000_000;

  @Test
  void splitsTakeASmallPartOfTheTime() {
    int first = splitsInASecond(COST_US);
    assertThat(first).isBetween(4, 8);
    assertThat(splitsInASecond(COST_US)).as("2 % of a second").isBetween(3, 4);
    assertThat(splitsInASecond(COST_US / 10)).as("of what is less used").isBetween(35, 60);
  }

  @Test
  void thereAreMoreWhereSomethingMoves() {
    splitsInASecond(COST_US);
    int splits = 0;
    for (int i = 0; i < 10; i++) {
      budget.onMove();
      splits += splitsInASecond(COST_US);
    }
    assertThat(splits).isGreaterThan(60);
  }

  private int splitsInASecond(double costUs) {
    int splits = 0;
    for (int i = 0; i < 20 * 8; i++) {
      nowUs += 6_250;
      splits += budget.takes(costUs, nowUs) ? 1 : 0;
    }
    return splits;
  }
}
