package org.thetisdb.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lines that rest, and threads that run short tasks of theirs. */
@Tag("threads")
class CallerRunsTest {
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final EngineThread line = new EngineThread("line", failures::add);
  private final EngineThread other = new EngineThread("other", failures::add);

  @AfterEach
  void close() {
    line.close();
    other.close();
  }

  /** Has a short task run by this thread, as soon as the line rests. */
  private static void runAsCaller(EngineThread loop, Runnable work) {
    Thread caller = Thread.currentThread();
    boolean[] byCaller = new boolean[1];
    EngineThreadTest.await(
        "the line rests",
        () -> {
          ShortTask task =
              () -> {
                // a caller does what stands in the line, too, such as the tries before this one
                if (Thread.currentThread() == caller && !byCaller[0]) {
                  byCaller[0] = true;
                  work.run();
                }
              };
          loop.execute(task);
          return byCaller[0];
        });
  }

  private static void settle(EngineThread settled) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    settled.execute(done::countDown);
    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aShortTaskOfARestingLoopRunsOnItsCaller() {
    List<Boolean> inLine = new ArrayList<>();
    runAsCaller(line, () -> inLine.add(line.inLine() && line.isRunByCaller()));

    assertThat(inLine).containsExactly(true);
    assertThat(line.inLine()).isFalse();
    assertThat(line.isRunByCaller()).isFalse();
  }

  @Test
  void theBurstOfACallerEndsBeforeItGoesOn() {
    AtomicInteger ends = new AtomicInteger();
    line.onBatchEnd(
        () -> {
          if (line.isRunByCaller()) {
            ends.incrementAndGet();
          }
        });
    runAsCaller(line, () -> {});

    assertThat(ends).hasPositiveValue();
  }

  @Test
  void whatIsNotShortIsLeftToTheLinesOwnThreadAndTheOrderStays() throws InterruptedException {
    List<String> ran = new CopyOnWriteArrayList<>();
    CountDownLatch done = new CountDownLatch(1);
    runAsCaller(
        line,
        () -> {
          line.execute((ShortTask) () -> ran.add("short, by caller " + line.isRunByCaller()));
          line.execute(() -> ran.add("any, by caller " + line.isRunByCaller()));
          line.execute((ShortTask) () -> ran.add("last, by caller " + line.isRunByCaller()));
          line.execute(done::countDown);
        });

    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(ran)
        .containsExactly("short, by caller true", "any, by caller false", "last, by caller false");
  }

  /** A task that finds out in the middle that it needs the line's own thread. */
  private final class Undecided implements ShortTask, ResumableTask {
    private final List<String> ran;

    Undecided(List<String> ran) {
      this.ran = ran;
    }

    @Override
    public void run() {
      if (line.handBack()) {
        ran.add("handed back");
      } else {
        ran.add("run by its own thread");
      }
    }
  }

  @Test
  void whatACallerHandsBackTheLoopsOwnThreadRunsFirst() throws InterruptedException {
    List<String> ran = new CopyOnWriteArrayList<>();
    runAsCaller(
        line,
        () -> {
          line.execute(new Undecided(ran));
          line.execute((ShortTask) () -> ran.add("the next one"));
        });
    settle(line);

    assertThat(ran).containsExactly("handed back", "run by its own thread", "the next one");
  }

  @Test
  void whatOneLoopHandsToAnotherRunsOnTheSameThreadAfterIt() {
    List<String> ran = new ArrayList<>();
    Thread caller = Thread.currentThread();
    EngineThreadTest.await(
        "both lines rest",
        () -> {
          List<String> told = new CopyOnWriteArrayList<>();
          ShortTask second =
              () ->
                  told.add(
                      (Thread.currentThread() == caller) + " " + line.inLine() + other.inLine());
          runAsCaller(
              line,
              () -> {
                other.execute(second);
                told.add("first " + line.inLine() + other.inLine());
              });
          boolean byCaller = told.contains("true falsetrue");
          if (byCaller) {
            ran.addAll(told);
          }
          return byCaller;
        });
    assertThat(ran).containsExactly("first truefalse", "true falsetrue");
  }

  @Test
  void aTimerThatACallerSetsIsNotSleptOver() throws InterruptedException {
    long beganNs = System.nanoTime();
    for (int i = 0; i < 30; i++) {
      CountDownLatch fired = new CountDownLatch(1);
      runAsCaller(line, () -> line.schedule(1_000, fired::countDown));
      assertThat(fired.await(20, TimeUnit.SECONDS)).isTrue();
    }
    // A line that has no timers looks once a second; so each of them would have come that late.
    assertThat(System.nanoTime() - beganNs).isLessThan(TimeUnit.SECONDS.toNanos(15));
  }

  @Test
  void aCallerMayRunNoGuardedCode() {
    List<Throwable> refused = new ArrayList<>();
    runAsCaller(
        line,
        () ->
            assertThatThrownBy(() -> line.runGuarded(() -> refused.add(null), 1_000, lost -> {}))
                .isInstanceOf(IllegalStateException.class));

    assertThat(refused).isEmpty();
    assertThat(failures).isEmpty();
  }

  @Test
  void aShortTaskThatFailsStopsItsLineAndNotItsCaller() {
    IllegalStateException fault = new IllegalStateException("planned");
    runAsCaller(
        line,
        () -> {
          throw fault;
        });

    assertThat(failures).containsExactly(fault);
    List<String> ran = new CopyOnWriteArrayList<>();
    line.execute(() -> ran.add("after the end"));
    runAsCaller(other, () -> ran.add("elsewhere"));
    assertThat(ran).containsExactly("elsewhere");
  }

  @Test
  void aCallerThatClosesTheLoopDoesNotWaitForItself() throws InterruptedException {
    runAsCaller(line, line::close);
    Thread ends = new Thread(line::close);
    ends.start();
    ends.join(TimeUnit.SECONDS.toMillis(20));

    assertThat(ends.isAlive()).isFalse();
  }

  @Test
  void neverDoTwoRunAtOnceAndEachCallersOrderStays() throws InterruptedException {
    int callers = 4;
    int tasks = 40_000;
    int[] last = new int[callers];
    int[] inside = new int[1];
    int[] runs = new int[1];
    List<String> faults = new CopyOnWriteArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int caller = 0; caller < callers; caller++) {
      int me = caller;
      threads.add(
          new Thread(
              () -> {
                for (int i = 1; i <= tasks; i++) {
                  int number = i;
                  ShortTask task =
                      () -> {
                        if (inside[0]++ != 0 || last[me] + 1 != number) {
                          faults.add(me + " at " + number + " after " + last[me]);
                        }
                        last[me] = number;
                        runs[0] += line.isRunByCaller() ? 1 : 0;
                        inside[0]--;
                      };
                  ResumableTask notShort = task::run;
                  line.execute(number % 8 == 0 ? notShort : task);
                  if (number % 64 == 0) {
                    pauseUntilAllRan(last, me, number);
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    settle(line);
    assertThat(faults).isEmpty();
    assertThat(last).containsOnly(tasks);
    assertThat(runs[0]).isPositive();
  }

  /** So that the line rests now and then. */
  private void pauseUntilAllRan(int[] last, int caller, int number) {
    CountDownLatch all = new CountDownLatch(1);
    line.execute(
        () -> {
          if (last[caller] == number) {
            all.countDown();
          }
        });
    try {
      assertThat(all.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
