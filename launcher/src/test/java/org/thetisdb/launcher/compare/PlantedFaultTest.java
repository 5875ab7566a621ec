package org.thetisdb.launcher.compare;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
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

  @Test
  void decorrelationOfWhateverIsCorrelatedIsFound() throws Exception {
    ByteBuddyAgent.install();
    Class<?> changed = Class.forName(DECORRELATION);
    ClassReloadingStrategy reloading = ClassReloadingStrategy.fromInstalledAgent();
    new ByteBuddy()
        .redefine(changed)
        .method(named("isSafe"))
        .intercept(FixedValue.value(true))
        .make()
        .load(changed.getClassLoader(), reloading);
    try {
      assertThat(isFound()).isTrue();
    } finally {
      reloading.reset(changed);
    }
  }

  private static boolean isFound() throws IOException, SQLException {
    for (int seed = 0; seed < MOST_STATEMENTS / STEP; seed++) {
      if (!CompareRunTest.run(seed, STEP).wrong().isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
