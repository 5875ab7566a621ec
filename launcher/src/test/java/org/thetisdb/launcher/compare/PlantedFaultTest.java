package org.thetisdb.launcher.compare;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A rule of the optimizer that is known to be wrong is found if it is put back. */
@Tag("slow")
class PlantedFaultTest {
  private static final String DECORRELATION = "org.thetisdb.sql.plan.Decorrelation";
  private static final int MOST_STATEMENTS = 5_000;
  private static final int STEP = 100;

  private final ClassReloadingStrategy reloading;
  private final Class<?> changed;

  PlantedFaultTest() throws ClassNotFoundException {
    ByteBuddyAgent.install();
    changed = Class.forName(DECORRELATION);
    reloading = ClassReloadingStrategy.fromInstalledAgent();
  }

  @Test
  void decorrelationOfWhateverIsCorrelatedIsFound() throws Exception {
    int seed = 0;
    while (!isFoundBy(seed)) {
      seed++;
      assertThat(seed).isLessThan(MOST_STATEMENTS / STEP);
    }
  }

  /** Whether this seed has wrong answers with the fault, and none without it. */
  private boolean isFoundBy(int seed) throws Exception {
    return isWrongWithFault(seed) && CompareRunTest.run(seed, STEP).wrong().isEmpty();
  }

  private boolean isWrongWithFault(int seed) throws Exception {
    new ByteBuddy()
        .redefine(changed)
        .method(named("isSafe"))
        .intercept(FixedValue.value(true))
        .make()
        .load(changed.getClassLoader(), reloading);
    try {
      return !CompareRunTest.run(seed, STEP).wrong().isEmpty();
    } finally {
      reloading.reset(changed);
    }
  }
}
