package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.net.Recorder;

/** Handshakes that wait for a thread. */
@Tag("threads")
class KeyWorkTest {
  private static final int MOST = 4;

  private final KeyWork work = new KeyWork(MOST);
  private final CountDownLatch start = new CountDownLatch(1);
  private final CountDownLatch busy = new CountDownLatch(KeyWork.THREADS);
  private final List<String> done = new CopyOnWriteArrayList<>();
  private final Runnable ofGone = () -> done.add("gone");

  @BeforeEach
  void occupyEachThread() throws InterruptedException {
    for (int i = 0; i < KeyWork.THREADS; i++) {
      work.execute(this::awaitStart, false);
    }
    assertThat(busy.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @AfterEach
  void close() {
    start.countDown();
    work.close();
  }

  private void awaitStart() {
    busy.countDown();
    try {
      assertThat(start.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void theNewestIsServedFirst() {
    work.execute(() -> done.add("old"), false);
    work.execute(() -> done.add("new"), false);
    start.countDown();
    Recorder.await("both", () -> done.size() == 2);
    if (KeyWork.THREADS == 1) {
      assertThat(done).containsExactly("new", "old");
    }
  }

  @Test
  void whatHasBegunEndsBeforeAnythingBegins() {
    work.execute(() -> done.add("old"), false);
    work.execute(() -> done.add("begun"), true);
    work.execute(() -> done.add("begun later"), true);
    work.execute(() -> done.add("new"), false);
    start.countDown();
    Recorder.await("all", () -> done.size() == 4);
    if (KeyWork.THREADS == 1) {
      assertThat(done).containsExactly("begun", "begun later", "new", "old");
    }
  }

  @Test
  void whatIsTakenBackIsNeverDone() {
    work.execute(() -> done.add("stays"), false);
    work.execute(ofGone, false);
    assertThat(work.withdraw(ofGone)).isTrue();
    start.countDown();
    Recorder.await("the other", () -> done.contains("stays"));
    assertThat(done).doesNotContain("gone");
    assertThat(work.withdraw(ofGone)).as("there is none").isFalse();
  }

  @Test
  void whatDoesNotFitIsRefusedUntilSomethingIsTakenBack() {
    work.execute(ofGone, false);
    for (int i = 1; i < MOST; i++) {
      work.execute(() -> done.add("waits"), false);
    }
    assertThatThrownBy(() -> work.execute(() -> done.add("refused"), false))
        .isInstanceOf(RejectedExecutionException.class);
    work.withdraw(ofGone);
    work.execute(() -> done.add("fits"), false);
    start.countDown();
    Recorder.await("all", () -> done.size() == MOST);
    assertThat(done).doesNotContain("refused").contains("fits");
  }
}
