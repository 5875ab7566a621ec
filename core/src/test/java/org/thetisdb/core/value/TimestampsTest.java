package org.thetisdb.core.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Points in time come back to the microsecond, however far away. */
class TimestampsTest {
  @Test
  void microsecondsComeBack() {
    long[] all = {0, 1, -1, 999_999, -999_999, -1_000_000, Long.MAX_VALUE, Long.MIN_VALUE};
    for (long micros : all) {
      assertThat(Timestamps.toMicros(Timestamps.ofMicros(micros))).isEqualTo(micros);
    }
  }

  @Test
  void finerPartsAreCutOffTowardsThePast() {
    assertThat(Timestamps.toMicros(Instant.ofEpochSecond(0, 1999))).isEqualTo(1);
    assertThat(Timestamps.toMicros(Instant.ofEpochSecond(0, -1))).isEqualTo(-1);
  }

  @Test
  void whatIsTooFarAwayIsRefused() {
    for (Instant instant : new Instant[] {Instant.MAX, Instant.MIN}) {
      assertThatThrownBy(() -> Timestamps.toMicros(instant))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("out of range");
    }
  }
}
