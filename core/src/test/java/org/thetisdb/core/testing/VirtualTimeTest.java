package org.thetisdb.core.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.time.Scheduler;

/** What tests may rely on when they let time go by. */
class VirtualTimeTest {
  private final VirtualTime time = new VirtualTime();
  private final List<String> ran = new ArrayList<>();

  private void note(String what) {
    ran.add(what + " at " + (time.nowUs() - 1_000_000));
  }

  @Test
  void nothingRunsBeforeTimeGoesBy() {
    time.execute(() -> note("task"));
    time.schedule(10, () -> note("timer"));
    assertThat(ran).isEmpty();
    time.settle();
    assertThat(ran).containsExactly("task at 0");
    time.pass(9);
    assertThat(ran).hasSize(1);
    time.pass(1);
    assertThat(ran).containsExactly("task at 0", "timer at 10");
  }

  @Test
  void whatIsDueAtOneMomentRunsInItsOrder() {
    time.schedule(5, () -> note("first"));
    time.schedule(5, () -> time.execute(() -> note("third")));
    time.schedule(5, () -> note("second"));
    time.pass(5);
    assertThat(ran).containsExactly("first at 5", "second at 5", "third at 5");
  }

  @Test
  void aTimerThatWasCancelledDoesNotRing() {
    Scheduler.Timer timer = time.schedule(5, () -> note("timer"));
    assertThat(time.timers()).containsExactly(5L);
    timer.cancel();
    assertThat(time.timers()).isEmpty();
    time.pass(10);
    assertThat(ran).isEmpty();
  }

  @Test
  void timersAreLateWhereNothingRanForAWhile() {
    time.schedule(5, () -> note("timer"));
    time.standStill(100);
    assertThat(ran).isEmpty();
    time.settle();
    assertThat(ran).containsExactly("timer at 100");
  }

  @Test
  void oneStepRunsOneTask() {
    time.execute(() -> note("one"));
    time.execute(() -> note("two"));
    assertThat(time.tasks()).isEqualTo(2);
    time.runNext();
    assertThat(ran).containsExactly("one at 0");
    time.runNext();
    assertThatThrownBy(time::runNext).isInstanceOf(NoSuchElementException.class);
  }
}
