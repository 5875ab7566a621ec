package org.thetisdb.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.testing.VirtualTime;

/** How fast a site copies ranges to others, on virtual time. */
class CopyPaceTest {
  private static final int SLICE = 100_000;
  private static final long SECOND_US = 1_000_000;

  private final VirtualTime time = new VirtualTime();

  /** What reading a slice takes. */
  private long workUs;

  /** What stands in the engine's event loop before each of the answers. */
  private long busyUs;

  @Test
  void copiesTogetherKeepToTheBytesOfASecond() {
    CopyPace pace = new CopyPace(new CopyLimits(10 * SLICE, 100), time);
    Copying one = new Copying(pace);
    Copying other = new Copying(pace);
    time.pass(3 * SECOND_US);
    assertThat(one.slices + other.slices).isBetween(29, 32);
    assertThat(one.slices).isBetween(10, 20);
  }

  @Test
  void readingKeepsToItsShareOfAProcessor() {
    workUs = 10_000;
    Copying copy = new Copying(new CopyPace(new CopyLimits(1L << 40, 20), time));
    time.pass(SECOND_US);
    assertThat(copy.slices).isBetween(19, 21);
  }

  @Test
  void aHundredPercentNeverRests() {
    workUs = 10_000;
    Copying copy = new Copying(new CopyPace(new CopyLimits(1L << 40, 100), time));
    time.pass(SECOND_US);
    assertThat(copy.slices).isBetween(99, 101);
  }

  @Test
  void theRateFallsWhileTransactionsWaitAndRisesBehind() {
    CopyLimits limits = new CopyLimits(64L << 20, 100);
    CopyPace pace = new CopyPace(limits, time);
    new Copying(pace);
    busyUs = 5_000;
    time.pass(2 * SECOND_US);
    assertThat(pace.bytesPerS()).isBetween(CopyPace.LEAST_BYTES_PER_S, 4L << 20);
    busyUs = 0;
    time.pass(10 * SECOND_US);
    assertThat(pace.bytesPerS()).isEqualTo(limits.bytesPerS());
  }

  @Test
  void aBusySiteStillComesToTheEndOfACopy() {
    busyUs = 50_000;
    CopyPace pace = new CopyPace(CopyLimits.DEFAULT, time);
    Copying copy = new Copying(pace);
    time.pass(60 * SECOND_US);
    assertThat(pace.bytesPerS()).isEqualTo(CopyPace.LEAST_BYTES_PER_S);
    assertThat(copy.slices).isGreaterThan(300);
  }

  @Test
  void alsoALowBoundIsKept() {
    busyUs = 50_000;
    CopyPace pace = new CopyPace(new CopyLimits(1_000, 100), time);
    Copying copy = new Copying(pace);
    time.pass(10 * SECOND_US);
    assertThat(pace.bytesPerS()).isEqualTo(1_000);
    assertThat(copy.slices).as("a slice in a second, or the receiver gives up").isBetween(9, 11);
  }

  @Test
  void limitsThatAreNoneAreRefused() {
    assertThatThrownBy(() -> new CopyLimits(0, 25)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CopyLimits(1, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CopyLimits(1, 101)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Asks for the next slice as soon as it has one, as a receiver with room does. */
  private final class Copying implements CopySource.Answer {
    private final CopySource paced;
    private int slices;

    Copying(CopyPace pace) {
      paced =
          pace.of(
              new CopySource() {
                @Override
                public void next(Answer answer) {
                  time.schedule(
                      workUs,
                      () -> {
                        time.execute(() -> time.standStill(busyUs));
                        answer.onSlice(new byte[SLICE]);
                      });
                }

                @Override
                public void close() {
                  // Nothing is kept.
                }
              });
      paced.next(this);
    }

    @Override
    public void onSlice(byte[] slice) {
      slices++;
      paced.next(this);
    }

    @Override
    public void onEnd() {
      throw new AssertionError("it has no end");
    }

    @Override
    public void onFailed(RuntimeException reason) {
      throw reason;
    }
  }
}
