package org.thetisdb.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The table of legal moves, move by move. */
class WorkerGuardTest {
  private static final long LIMIT_US = 100;

  private final WorkerGuard guard = new WorkerGuard();
  private long usedUs = 7_000;

  private void begin() {
    guard.begin(LIMIT_US, WorkerGuard.ELAPSED, lost -> {});
  }

  private boolean look(long nowUs) {
    return guard.stealIfOverdue(nowUs, () -> usedUs);
  }

  /** The watchdog looks twice, with more than the limit between. */
  private boolean steal() {
    return look(0) || look(LIMIT_US);
  }

  private static void assertIllegal(Runnable move, String message) {
    assertThatThrownBy(move::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("cannot " + message);
  }

  @Test
  void idle() {
    assertIllegal(guard::end, "end guarded code while IDLE");
    assertIllegal(guard::enter, "enter the engine while IDLE");
    assertIllegal(guard::exit, "exit the engine while IDLE");
    assertThat(steal()).isFalse();
    assertThat(guard.ownsEngine()).isTrue();
    assertThat(guard.isStolen()).isFalse();
  }

  @Test
  void running() {
    begin();
    assertIllegal(this::begin, "begin guarded code while RUNNING");
    assertIllegal(guard::exit, "exit the engine while RUNNING");
    assertThat(guard.ownsEngine()).isFalse();
    assertThat(guard.end()).isTrue();
    assertThat(guard.ownsEngine()).isTrue();
  }

  @Test
  void inEngine() {
    begin();
    assertThat(guard.enter()).isTrue();
    assertIllegal(this::begin, "begin guarded code while IN_ENGINE");
    assertIllegal(guard::enter, "enter the engine while IN_ENGINE");
    assertIllegal(guard::end, "end guarded code while IN_ENGINE");
    assertThat(steal()).isFalse();
    assertThat(guard.ownsEngine()).isTrue();
    guard.exit();
    assertThat(guard.ownsEngine()).isFalse();
    assertThat(steal()).isTrue();
  }

  @Test
  void stolen() {
    begin();
    assertThat(steal()).isTrue();
    assertThat(guard.isStolen()).isTrue();
    assertThat(guard.ownsEngine()).isFalse();
    assertThat(guard.enter()).isFalse();
    assertThat(guard.end()).isFalse();
    assertThat(steal()).isFalse();
    assertIllegal(this::begin, "begin guarded code while STOLEN");
    assertIllegal(guard::exit, "exit the engine while STOLEN");
  }

  @Test
  void timeCountsFromTheFirstLookAtASection() {
    begin();
    assertThat(look(1_000)).isFalse();
    assertThat(look(1_099)).isFalse();
    assertThat(guard.end()).isTrue();
    begin();
    assertThat(look(1_100)).isFalse();
    assertThat(look(1_199)).isFalse();
    assertThat(look(1_200)).isTrue();
  }

  @Test
  void aBusyMachineIsNoFaultUnderALimitOfProcessorTime() {
    guard.begin(LIMIT_US, usedUs, lost -> {});
    assertThat(look(0)).isFalse();
    usedUs += LIMIT_US - 1;
    assertThat(look(LIMIT_US * 9)).isFalse();
    usedUs++;
    assertThat(look(LIMIT_US * 9)).isTrue();
  }

  @Test
  void codeThatWaitsLosesItsThreadAllTheSame() {
    guard.begin(LIMIT_US, usedUs, lost -> {});
    assertThat(look(0)).isFalse();
    assertThat(look(LIMIT_US * GuardedRunner.MOST_TIMES_ELAPSED - 1)).isFalse();
    assertThat(look(LIMIT_US * GuardedRunner.MOST_TIMES_ELAPSED)).isTrue();
  }
}
