package org.thetisdb.core.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class BufferRetentionTest {
  private static final int LARGE = BufferRetention.USUAL_BYTES + 1;

  private final BufferRetention retention = new BufferRetention();

  @Test
  void aLargeBufferStaysWhileLargeMessagesComeNowAndThen() {
    for (int series = 0; series < 3; series++) {
      assertThat(retention.isOver(LARGE, LARGE)).isFalse();
      for (int use = 1; use < BufferRetention.USES; use++) {
        assertThat(retention.isOver(LARGE, 100)).isFalse();
      }
    }
  }

  @Test
  void itGoesBehindManySmallOnes() {
    assertThat(retention.isOver(LARGE, LARGE)).isFalse();
    for (int use = 1; use < BufferRetention.USES; use++) {
      retention.isOver(LARGE, 100);
    }
    assertThat(retention.isOver(LARGE, 100)).isTrue();
    assertThat(retention.isOver(BufferRetention.USUAL_BYTES, 100)).isFalse();
    assertThat(retention.isOver(LARGE, 100)).as("another one begins anew").isFalse();
  }

  @Test
  void oneAboveAllMeasureGoesAtOnce() {
    assertThat(retention.isOver(BufferRetention.MOST_BYTES + 1, LARGE)).isTrue();
  }
}
