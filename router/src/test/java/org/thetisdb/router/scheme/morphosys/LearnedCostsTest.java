package org.thetisdb.router.scheme.morphosys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The cost functions of Table 1, each by itself. */
class LearnedCostsTest {
  private static final int MANY = 5_000;

  private final LearnedCosts costs = new LearnedCosts();

  @Test
  void serviceGrowsWithTheQueueOfABusySite() {
    for (int i = 0; i < MANY; i++) {
      double ahead = i % 90;
      costs.learnService(150 + 12 * ahead, ahead);
    }
    assertThat(costs.service(0)).isCloseTo(150, within(10.0));
    assertThat(costs.service(9)).isCloseTo(258, within(15.0));
    assertThat(LearnedCosts.queue(0.9)).isCloseTo(9, within(0.01));
    assertThat(LearnedCosts.queue(5)).as("no queue is endless").isEqualTo(LearnedCosts.queue(0.98));
  }

  @Test
  void aWaitForUpdatesGrowsWithWhatLacks() {
    for (int i = 0; i < MANY; i++) {
      double behind = i % 100 * 10;
      costs.learnWaitUpdates(300 + 2 * behind, behind, 0.25);
    }
    assertThat(costs.waitUpdates(500, 0.25)).isCloseTo(1_300, within(30.0));
  }

  @Test
  void locksAreWaitedForWhereMuchIsWritten() {
    for (int i = 0; i < MANY; i++) {
      double contention = i % 50 / 100.0;
      costs.learnLock(1_000 * contention, contention);
      costs.learnDrain(2_000 * contention, contention);
    }
    assertThat(costs.lock(0.3)).isCloseTo(300, within(20.0));
    assertThat(costs.drain(0.3)).isCloseTo(600, within(40.0));
  }

  @Test
  void workGrowsWithRows() {
    for (int i = 0; i < MANY; i++) {
      costs.learnReadWrite(2 + 3 * (i % 10) + 5 * (i % 7), i % 10, i % 7);
    }
    assertThat(costs.readWrite(4, 2)).isCloseTo(24, within(1.0));
  }

  @Test
  void commitsGrowWithPartitions() {
    for (int i = 0; i < MANY; i++) {
      costs.learnCommit(200 + 10 * (i % 5) + 20 * (i % 3), 0, i % 5, i % 3);
    }
    assertThat(costs.commit(0, 3, 2)).isCloseTo(270, within(5.0));
  }

  @Test
  void aSiteIsBusyByWhatItDoes() {
    for (int i = 0; i < MANY; i++) {
      double reads = i % 13 * 100.0;
      double writes = i % 11 * 100.0;
      double updates = i % 7 * 100.0;
      costs.learnCpu((5 * reads + 20 * writes + 4 * updates) / 1e6, reads, writes, updates);
    }
    assertThat(costs.cpu(1_000, 10_000, 0)).isCloseTo(0.205, within(0.01));
    assertThat(costs.cpuOfWrite()).isCloseTo(16e-6, within(1e-6));
    assertThat(costs.cpu(1e9, 0, 0)).as("no processor is more than busy").isEqualTo(1);
  }

  @Test
  void aChangeOfMastersIsTheSumOfItsParts() {
    double sum =
        costs.service(0.2)
            + costs.service(0.4)
            + costs.drain(0.1)
            + costs.waitUpdates(50, 0.3)
            + costs.commit(0, 2, 0.2);
    assertThat(costs.remaster(0.2, 0.4, 0.1, 50, 0.3, 2)).isEqualTo(sum);
  }

  @Test
  void aBorderIsTheSumOfItsParts() {
    assertThat(costs.reshape(0.5, 0.2))
        .isEqualTo(costs.service(0.5) + costs.drain(0.2) + costs.commit(0, 3, 0.5));
  }
}
