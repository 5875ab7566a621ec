package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;

/** Who works on a cluster that fails for good hears so instead of waiting. */
@Timeout(20)
final class GuardedWorkTest {
  private final CompletableFuture<ThetisException> failed = new CompletableFuture<>();
  private final GuardedWork guard = new GuardedWork(failed);
  private final ThetisException reason = new ThetisException(ErrorCode.INTERNAL, "it is over");

  @Test
  void workThatNobodyDisturbsHasItsResult() throws InterruptedException {
    assertThat(guard.run(() -> 5)).isEqualTo(5);
    failed.complete(reason);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void workThatWaitsHearsOfTheFailure() {
    CountDownLatch waiting = new CountDownLatch(1);
    Thread breaker =
        new Thread(
            () -> {
              try {
                waiting.await();
              } catch (InterruptedException e) {
                return;
              }
              failed.complete(reason);
            });
    breaker.start();
    assertThatThrownBy(
            () ->
                guard.run(
                    () -> {
                      waiting.countDown();
                      new CountDownLatch(1).await();
                      return null;
                    }))
        .isSameAs(reason);
    assertThat(Thread.interrupted()).as("the interruption is used up").isFalse();
  }

  @Test
  void errorsOfTheWorkPass() {
    IllegalStateException own = new IllegalStateException("of the work itself");
    assertThatThrownBy(
            () ->
                guard.run(
                    () -> {
                      throw own;
                    }))
        .isSameAs(own);
  }
}
