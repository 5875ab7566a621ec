package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines whose tasks take time: the figures of simulated clusters rest on them. */
final class BusyEventLoopTest {
  private final World world = new World(3);
  private final SimulatedProcess process = world.newProcess("busy");
  private final List<Long> beginsUs = new ArrayList<>();

  @Test
  void tasksBeginOneAfterTheOtherAndEachTakesItsTime() {
    SimulatedProcess.BusyEventLoop line = process.newBusyLine(20_000);
    for (int i = 0; i < 4; i++) {
      line.execute(this::begins);
    }
    world.runFor(1_000);
    assertThat(beginsUs).containsExactly(1L, 21L, 41L, 61L);
    assertThat(line.tasks()).isEqualTo(4);
    assertThat(line.busyNs()).isEqualTo(80_000);
  }

  @Test
  void whatATaskSpendsKeepsTheNextOneWaiting() {
    SimulatedProcess.BusyEventLoop line = process.newBusyLine(1_000);
    line.execute(
        () -> {
          begins();
          world.spend(9_000);
        });
    line.execute(this::begins);
    world.runFor(1_000);
    assertThat(beginsUs).containsExactly(1L, 11L);
    assertThat(line.busyNs()).isEqualTo(11_000);
  }

  @Test
  void partsOfAMicrosecondAddUp() {
    SimulatedProcess.BusyEventLoop line = process.newBusyLine(300);
    for (int i = 0; i < 1_000; i++) {
      line.execute(this::begins);
    }
    world.runFor(1_000);
    assertThat(beginsUs.get(999)).isBetween(299L, 302L);
    assertThat(line.busyNs()).isEqualTo(300_000);
  }

  @Test
  void anIdleLineBeginsAtOnceAndAnotherLineIsNotHeldUp() {
    SimulatedProcess.BusyEventLoop line = process.newBusyLine(500_000);
    SimulatedProcess.BusyEventLoop other = process.newBusyLine(0);
    line.execute(this::begins);
    world.runFor(100);
    other.execute(this::begins);
    world.runFor(10_000);
    line.execute(this::begins);
    world.runFor(1_000);
    assertThat(beginsUs).containsExactly(1L, 101L, 10_101L);
  }

  @Test
  void timersWaitForTheirTurnAndTasksOfTasksComeBehind() {
    SimulatedProcess.BusyEventLoop line = process.newBusyLine(50_000);
    line.schedule(10, this::begins);
    line.execute(
        () -> {
          begins();
          line.execute(this::begins);
        });
    world.runFor(1_000);
    assertThat(beginsUs).containsExactly(1L, 51L, 101L);
  }

  @Test
  void aProcessThatWasKilledDoesNothingMore() {
    SimulatedProcess.BusyEventLoop line = process.newBusyLine(50_000);
    line.execute(this::begins);
    line.execute(this::begins);
    world.runFor(10);
    process.kill();
    world.runFor(1_000);
    assertThat(beginsUs).hasSize(1);
  }

  private void begins() {
    beginsUs.add(world.nowUs());
  }
}
