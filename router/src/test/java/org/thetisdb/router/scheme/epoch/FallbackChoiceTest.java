package org.thetisdb.router.scheme.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.SchemeSettings.BatchFallback;
import org.thetisdb.core.time.Clock;

/** Scenarios of a router that chooses what becomes of those that lose in batches. */
final class FallbackChoiceTest {
  private static final int CALLS = 20;
  private static final int BATCH_US = 1_000;

  private long nowUs;
  private FallbackChoice choice = choice(BatchFallback.AUTO);

  private FallbackChoice choice(BatchFallback asked) {
    return new FallbackChoice(
        asked,
        new Clock() {
          @Override
          public long nowUs() {
            return nowUs;
          }

          @Override
          public long wallMs() {
            return nowUs / 1_000;
          }
        });
  }

  /**
   * Batches for so long, of which each has so many losers.
   *
   * @param with calls that are decided in the time of a batch if they fall back
   * @param without the same if they do not
   * @return in how many of them they do
   */
  private int batches(long forUs, int lost, int with, int without) {
    int falling = 0;
    for (long end = nowUs + forUs; nowUs < end; nowUs += BATCH_US) {
      for (int i = choice.fallsBack() ? with : without; i > 0; i--) {
        choice.onDecided();
      }
      choice.onBatch(CALLS, lost);
      falling += choice.fallsBack() ? 1 : 0;
    }
    return falling;
  }

  @Test
  void whileFewLoseNobodyFallsBack() {
    assertThat(batches(1_000_000, CALLS / 10, 20, 10)).isZero();
  }

  @Test
  void whileManyLoseBothWaysAreTriedAndTheBetterOneIsKept() {
    assertThat(batches(200_000, CALLS / 2, 20, 10)).as("tried at once").isGreaterThan(180);
    assertThat(batches(200_000, CALLS / 2, 20, 10)).as("then without").isLessThan(20);
    assertThat(batches(3_000_000, CALLS / 2, 20, 10)).as("then kept").isGreaterThan(2_980);
  }

  @Test
  void itIsNotKeptWhereFewerAreDecidedWithIt() {
    batches(450_000, CALLS / 2, 10, 12);
    assertThat(batches(3_000_000, CALLS / 2, 10, 12)).isZero();
  }

  @Test
  void afterAWhileBothAreTriedAgain() {
    batches(4_500_000, CALLS / 2, 10, 12);
    int falling = batches(4_000_000, CALLS / 2, 12, 10);
    assertThat(falling).as("it has become the better one").isGreaterThan(3_500);
  }

  @Test
  void itEndsWhenFewLose() {
    batches(1_000_000, CALLS / 2, 20, 10);
    assertThat(choice.fallsBack()).isTrue();
    batches(50_000, 0, 20, 10);
    assertThat(choice.fallsBack()).isFalse();
    assertThat(batches(3_000_000, 1, 20, 10)).isZero();
  }

  @Test
  void whoWasToldDoesNotChoose() {
    choice = choice(BatchFallback.ALWAYS);
    assertThat(batches(100_000, 0, 1, 10)).isEqualTo(100);
    choice = choice(BatchFallback.NEVER);
    assertThat(batches(1_000_000, CALLS, 10, 1)).isZero();
  }
}
