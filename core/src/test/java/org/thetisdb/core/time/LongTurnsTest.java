package org.thetisdb.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Long work takes turns, and nobody waits for ever. */
final class LongTurnsTest {
  private final LongTurns turns = new LongTurns(1);

  @Test
  void whoIsAloneNeverWaits() {
    LongTurns.Turn turn = turns.new Turn();
    turn.begin();
    for (int i = 0; i < 1_000; i++) {
      turn.pass();
    }
    turn.end();
    assertThat(turn.waits()).isFalse();
  }

  @Test
  void twoWhoWorkForLongBothComeToTheirEnd() throws InterruptedException {
    CountDownLatch ended = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      start(() -> workFor(20), ended);
    }
    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
  }

  private void workFor(int turnsOfTime) {
    LongTurns.Turn turn = turns.new Turn();
    turn.begin();
    for (int i = 0; i < turnsOfTime; i++) {
      long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5);
      while (System.nanoTime() < untilNs) {
        Thread.onSpinWait();
      }
      turn.pass();
    }
    turn.end();
  }

  @Test
  void whoeverWaitsForAWorkThatDoesNotEndGoesOnWithoutATurn() throws InterruptedException {
    LongTurns.Turn first = turns.new Turn();
    first.begin();
    CountDownLatch ended = new CountDownLatch(1);
    start(() -> workFor(2), ended);
    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    first.end();
  }

  @Test
  void aTurnThatWasTakenAwayIsGivenBackOnce() throws InterruptedException {
    LongTurns.Turn lost = turns.new Turn();
    lost.begin();
    lost.giveUp();
    lost.end();
    LongTurns.Turn one = turns.new Turn();
    one.begin();
    AtomicBoolean waited = new AtomicBoolean();
    CountDownLatch ended = new CountDownLatch(1);
    LongTurns.Turn other = turns.new Turn();
    start(other::begin, ended);
    while (ended.getCount() > 0) {
      waited.compareAndSet(false, other.waits());
    }
    assertThat(waited).isTrue();
    one.end();
  }

  private static void start(Runnable work, CountDownLatch ended) {
    Thread thread =
        new Thread(
            () -> {
              work.run();
              ended.countDown();
            });
    thread.setDaemon(true);
    thread.start();
  }
}
