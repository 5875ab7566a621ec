package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.router.scheme.morphosys.PlanWorld.TABLE;
import static org.thetisdb.router.scheme.morphosys.PlanWorld.key;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which borders are worth it. */
class BorderPlansTest {
  private static final int MIDDLE = 50;

  private final PlanWorld world = new PlanWorld(2, 0);
  private final BorderPlans borders =
      new BorderPlans(
          world.placement,
          world.model,
          world,
          world.forecast,
          world.costs,
          world.benefit,
          new RecentSteps());

  @Test
  void aBorderIsWorthTheMoveThatItAllows() {
    world.seeKeys(4_000, i -> List.of(key(TABLE, i % 100)));
    world.setBusy(1, 0.95);
    assertThat(isWorthIt()).isTrue();
  }

  @Test
  void whereNobodyWaitsThereIsNothingToGain() {
    world.seeKeys(4_000, i -> List.of(key(TABLE, i % 100)));
    world.setBusy(1, 0.01);
    world.setBusy(2, 0.01);
    assertThat(isWorthIt()).isFalse();
  }

  private boolean isWorthIt() {
    return borders.weigh(PlanWorld.border(MIDDLE)).expected().paysBack(1, 1);
  }
}
