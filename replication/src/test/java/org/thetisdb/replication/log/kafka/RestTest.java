package org.thetisdb.replication.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A rest that would last for an hour, and those who end it. */
@Timeout(30)
class RestTest {
  private static final long HOUR_NS = Duration.ofHours(1).toNanos();

  private final CountDownLatch rests = new CountDownLatch(3);
  private final Thread thread = new Thread(this::restThrice, "rests");
  private final Rest rest = new Rest(thread);

  private void restThrice() {
    while (rests.getCount() > 0) {
      rest.take(HOUR_NS);
      rests.countDown();
    }
  }

  @Test
  void whoAsksEndsOneRestHoweverTheTwoMeet() throws InterruptedException {
    thread.start();
    for (long left = 2; left >= 0; left--) {
      rest.end();
      while (rests.getCount() > left) {
        Thread.onSpinWait();
      }
    }
    assertThat(rests.await(0, TimeUnit.SECONDS)).isTrue();
    thread.join();
  }

  @Test
  void aRequestBeforeTheRestIsNotLost() throws InterruptedException {
    rest.end();
    thread.start();
    while (rests.getCount() > 2) {
      Thread.onSpinWait();
    }
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(rests.getCount()).as("it ends one rest and not the next").isEqualTo(2);
    rest.end();
    while (rests.getCount() > 1) {
      Thread.onSpinWait();
    }
    rest.end();
    thread.join();
  }

  @Test
  void aRestEndsByItself() {
    new Rest(Thread.currentThread()).take(1_000);
  }
}
