package org.thetisdb.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads of lines that run tasks of other lines behind a small burst. */
@Tag("threads")
class CallerRunsByEventLoopTest {
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final EngineThread line = new EngineThread("line", failures::add);
  private final EngineThread other = new EngineThread("other", failures::add);

  @AfterEach
  void close() {
    line.close();
    other.close();
  }

  private static void settle(EngineThread settled) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    settled.execute(done::countDown);
    assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
  }

  /** What a line sends at the end of its next burst. */
  private AtomicReference<Runnable> atBurstEnd() {
    AtomicReference<Runnable> next = new AtomicReference<>();
    line.onBatchEnd(
        () -> {
          Runnable task = next.getAndSet(null);
          if (task != null) {
            task.run();
          }
        });
    return next;
  }

  /** Which thread ran a short task of the other line that was handed in at a burst's end. */
  private String ranBy(AtomicReference<Runnable> burstEnd, int tasks, Runnable also) {
    Exchanger<String> told = new Exchanger<>();
    ShortTask answer =
        () -> {
          String where = Thread.currentThread().getName() + " in " + line.inLine() + other.inLine();
          also.run();
          other.execute(() -> tell(told, where));
        };
    CountDownLatch begin = new CountDownLatch(1);
    line.execute(() -> EngineThreadTest.awaitQuietly(begin));
    for (int i = 0; i < tasks; i++) {
      line.execute(() -> {});
    }
    line.execute(() -> burstEnd.set(() -> other.execute(answer)));
    begin.countDown();
    return hear(told);
  }

  private static void tell(Exchanger<String> told, String what) {
    try {
      told.exchange(what, 20, TimeUnit.SECONDS);
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String hear(Exchanger<String> told) {
    try {
      return told.exchange("", 20, TimeUnit.SECONDS);
    } catch (InterruptedException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theLoopsThreadRunsWhatASmallBurstHandsToARestingLoop() {
    AtomicReference<Runnable> burstEnd = atBurstEnd();
    EngineThreadTest.await(
        "the other line rests", () -> ranBy(burstEnd, 1, () -> {}).equals("line in falsetrue"));
    assertThat(failures).isEmpty();
  }

  @Test
  void behindALargeBurstTheOtherLinesOwnThreadGoesOn() {
    AtomicReference<Runnable> burstEnd = atBurstEnd();
    for (int i = 0; i < 20; i++) {
      assertThat(ranBy(burstEnd, 30, () -> {})).isEqualTo("other in falsetrue");
    }
  }

  @Test
  void whatIsHandedInWithinABurstIsLeftToTheOtherLinesOwnThread() {
    for (int i = 0; i < 20; i++) {
      Exchanger<String> told = new Exchanger<>();
      ShortTask task = () -> tell(told, Thread.currentThread().getName());
      line.execute(() -> other.execute(task));
      assertThat(hear(told)).isEqualTo("other");
    }
  }

  @Test
  void aThreadThatWaitsForItsOwnLoopRunsNoOtherTasks() {
    for (int i = 0; i < 20; i++) {
      AtomicReference<Runnable> burstEnd = atBurstEnd();
      Exchanger<String> told = new Exchanger<>();
      ShortTask task = () -> tell(told, Thread.currentThread().getName());
      line.execute(
          () ->
              burstEnd.set(
                  () -> {
                    other.execute(task);
                    line.execute(() -> {});
                  }));
      assertThat(hear(told)).isEqualTo("other");
    }
  }

  @Test
  void aThreadThatIsAwayFindsWhatItsOwnLineWasHandedMeanwhile() throws InterruptedException {
    AtomicReference<Runnable> burstEnd = atBurstEnd();
    for (int i = 0; i < 200; i++) {
      CountDownLatch ran = new CountDownLatch(2);
      ShortTask brief =
          () -> {
            if (line.inLine()) {
              ran.countDown();
            }
          };
      ranBy(
          burstEnd,
          1,
          () -> {
            line.execute(brief);
            line.execute(ran::countDown);
          });
      assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void whileItsThreadIsAwayCallersRunALoop() throws InterruptedException {
    AtomicReference<Runnable> burstEnd = atBurstEnd();
    AtomicInteger runs = new AtomicInteger();
    EngineThreadTest.await(
        "a caller runs meanwhile",
        () -> {
          String by =
              ranBy(
                  burstEnd,
                  1,
                  () -> {
                    Thread caller =
                        new Thread(
                            () ->
                                line.execute(
                                    (ShortTask)
                                        () -> runs.addAndGet(line.isRunByCaller() ? 1 : 0)));
                    caller.start();
                    try {
                      caller.join();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  });
          return by.equals("line in falsetrue") && runs.get() > 0;
        });
    settle(line);
    assertThat(failures).isEmpty();
  }

  @Test
  void aThreadThatIsAwayRunsNoGuardedCodeOfItsOwnLine() {
    AtomicReference<Runnable> burstEnd = atBurstEnd();
    List<Throwable> refused = new CopyOnWriteArrayList<>();
    EngineThreadTest.await(
        "the other line rests",
        () -> {
          String by =
              ranBy(
                  burstEnd,
                  1,
                  () -> {
                    try {
                      line.runGuarded(() -> {}, 1_000, lost -> {});
                    } catch (IllegalStateException e) {
                      refused.add(e);
                    }
                  });
          return by.startsWith("line");
        });
    assertThat(refused).isNotEmpty();
    assertThat(failures).isEmpty();
  }

  /** Two lines, each of which sends to the other one at each burst's end, and callers of both. */
  @Test
  void loopsThatRunEachOthersTasksNeverRunTwoAtOnce() throws InterruptedException {
    int rounds = 20_000;
    int[] inside = new int[2];
    long[] away = new long[2];
    List<String> faults = new CopyOnWriteArrayList<>();
    CountDownLatch done = new CountDownLatch(4);
    for (EngineThread from : List.of(line, other)) {
      int me = from == line ? 0 : 1;
      EngineThread to = from == line ? other : line;
      List<Runnable> outbox = new ArrayList<>();
      from.onBatchEnd(
          () -> {
            outbox.forEach(to::execute);
            outbox.clear();
          });
      for (int caller = 0; caller < 2; caller++) {
        bounce(from, to, new Bounce(me, inside, away, faults, outbox), rounds, done);
      }
    }
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    settle(line);
    settle(other);
    assertThat(faults).isEmpty();
    assertThat(failures).isEmpty();
    assertThat(away[0] + away[1])
        .as("tasks that a line's thread ran at the other one")
        .isPositive();
  }

  /** What the tasks of one line share. */
  private record Bounce(
      int me, int[] inside, long[] away, List<String> faults, List<Runnable> outbox) {}

  /** A task that goes to and fro, and begins anew by a caller of neither line. */
  private void bounce(
      EngineThread from, EngineThread to, Bounce shared, int rounds, CountDownLatch done) {
    Thread caller =
        new Thread(
            () -> {
              for (int i = 0; i < rounds; i++) {
                CountDownLatch back = new CountDownLatch(1);
                ShortTask there =
                    () -> {
                      if (Thread.currentThread()
                          .getName()
                          .equals(from == line ? "line" : "other")) {
                        shared.away[shared.me]++;
                      }
                      step(to, 1 - shared.me, shared);
                      back.countDown();
                    };
                ResumableTask here =
                    () -> {
                      step(from, shared.me, shared);
                      shared.outbox.add(there);
                    };
                from.execute(here);
                EngineThreadTest.awaitQuietly(back);
              }
              done.countDown();
            });
    caller.start();
  }

  private static void step(EngineThread in, int index, Bounce shared) {
    if (shared.inside[index]++ != 0 || !in.inLine()) {
      shared.faults.add("two at once in " + index);
    }
    shared.inside[index]--;
  }
}
