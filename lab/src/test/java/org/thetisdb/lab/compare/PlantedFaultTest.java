package org.thetisdb.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.thetisdb.sql.plan.relation.RemovedRule;

/** A rule of the optimizer that is known to be wrong is found if it is put back. */
@Tag("night")
class PlantedFaultTest {
  private static final int MOST_STATEMENTS = 5_000;
  private static final int STEP = 100;

  @ParameterizedTest
  @EnumSource(RemovedRule.class)
  void aRuleThatWasRemovedIsFoundByASeedThatIsCleanWithoutIt(RemovedRule rule) throws Exception {
    int seed = 0;
    while (!isFoundBy(rule, seed)) {
      seed++;
      assertThat(seed).isLessThan(MOST_STATEMENTS / STEP);
    }
  }

  private static boolean isFoundBy(RemovedRule rule, int seed) throws Exception {
    return !CompareRunTest.run(seed, STEP, rule).wrong().isEmpty()
        && CompareRunTest.run(seed, STEP).wrong().isEmpty();
  }
}
