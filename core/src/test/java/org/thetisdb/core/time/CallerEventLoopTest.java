package org.thetisdb.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A line that has no thread: its callers run it. */
@Tag("threads")
class CallerEventLoopTest {
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final EngineThread alarms = EngineThread.unwatched("test-alarms", failures::add);
  private final CallerEventLoop line = new CallerEventLoop(alarms, failures::add);

  @AfterEach
  void close() {
    alarms.close();
  }

  @Test
  void callerRunsItsTaskAtOnceAndWhatThatHandsInBehindIt() {
    List<String> ran = new ArrayList<>();
    line.onBatchEnd(() -> ran.add("end"));
    line.execute(
        () -> {
          assertThat(line.inLine()).isTrue();
          line.execute(() -> ran.add("second"));
          ran.add("first");
        });
    assertThat(ran).containsExactly("first", "second", "end");
    assertThat(line.inLine()).isFalse();
  }

  @Test
  void whatTheEndOfABurstHandsInIsRunToo() {
    List<String> ran = new ArrayList<>();
    line.onBatchEnd(
        () -> {
          if (ran.size() == 1) {
            line.execute(() -> ran.add("of the end"));
          }
        });
    line.execute(() -> ran.add("task"));
    assertThat(ran).containsExactly("task", "of the end");
  }

  /**
   * The count is no atomic one: two threads in the line, or a stale view of it, would lose some.
   */
  @Test
  void manyCallersAreNeverInItAtTheSameTimeAndNoTaskIsLeftBehind() throws InterruptedException {
    int callers = 4;
    int each = 50_000;
    int[] count = new int[1];
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int n = 0; n < each; n++) {
                  line.execute(() -> count[0]++);
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    AtomicInteger seen = new AtomicInteger();
    line.execute(() -> seen.set(count[0]));
    assertThat(seen).hasValue(callers * each);
    assertThat(failures).isEmpty();
  }

  @Test
  void tasksOfOneCallerKeepTheirOrderThoughAnotherOneRunsThem() throws InterruptedException {
    CountDownLatch taken = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    List<Integer> ran = new CopyOnWriteArrayList<>();
    Thread holder =
        new Thread(
            () ->
                line.execute(
                    () -> {
                      taken.countDown();
                      await(goOn);
                    }));
    holder.start();
    await(taken);
    for (int i = 0; i < 200; i++) {
      int number = i;
      line.execute(() -> ran.add(number));
    }
    assertThat(ran).isEmpty();
    goOn.countDown();
    holder.join();
    assertThat(ran).hasSize(200).isSorted();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void timersRingInTheirOrderThoughNobodyCalls() throws InterruptedException {
    List<String> ran = new CopyOnWriteArrayList<>();
    CountDownLatch last = new CountDownLatch(1);
    line.schedule(60_000, last::countDown);
    line.schedule(30_000, () -> ran.add("second"));
    line.schedule(5_000, () -> ran.add("first"));
    Scheduler.Timer never = line.schedule(10_000, () -> ran.add("never"));
    never.cancel();
    assertThat(last.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(ran).containsExactly("first", "second");
  }

  @Test
  void timerThatIsSetByATimerRings() throws InterruptedException {
    CountDownLatch last = new CountDownLatch(1);
    line.schedule(1_000, () -> line.schedule(1_000, last::countDown));
    assertThat(last.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void exceptionStopsTheLineAndGoesToTheHandler() {
    IllegalStateException failure = new IllegalStateException("broken");
    line.execute(
        () -> {
          throw failure;
        });
    List<String> ran = new ArrayList<>();
    line.execute(() -> ran.add("later"));
    assertThat(failures).containsExactly(failure);
    assertThat(ran).isEmpty();
    assertThat(line.inLine()).isFalse();
  }

  @Test
  void whatWasHandedInBeforeTheStopIsStillRun() {
    List<String> ran = new ArrayList<>();
    line.execute(
        () -> {
          line.execute(() -> ran.add("before"));
          line.stop();
          line.execute(() -> ran.add("behind"));
        });
    line.execute(() -> ran.add("after"));
    assertThat(ran).containsExactly("before");
  }
}
