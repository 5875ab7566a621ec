package org.thetisdb.lab.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The marks of an axis. */
class ScaleTest {
  private static String marks(double most) {
    Scale scale = Scale.upTo(most, 5);
    return String.join(" ", Arrays.stream(scale.ticks()).mapToObj(scale::text).toList());
  }

  @Test
  void marksAreRoundAndReachTheMost() {
    assertThat(marks(9_800)).isEqualTo("0 2,000 4,000 6,000 8,000 10,000");
    assertThat(marks(12)).isEqualTo("0.0 2.5 5.0 7.5 10.0 12.5");
    assertThat(marks(0.9)).isEqualTo("0.0 0.2 0.4 0.6 0.8 1.0");
    assertThat(marks(100)).isEqualTo("0 20 40 60 80 100");
    assertThat(marks(0.012)).isEqualTo("0.0000 0.0025 0.0050 0.0075 0.0100 0.0125");
  }

  @Test
  void anAxisWithoutFiguresHasMarksAllTheSame() {
    assertThat(marks(0)).isEqualTo("0.0 0.2 0.4 0.6 0.8 1.0");
  }
}
