package org.thetisdb.router.scheme.star;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.router.readmostly.ReadMostlyConfig;

/** Scenarios about three sites, of which the first is designated, and calls of both kinds. */
final class PhaseCoordinatorTest {
  private static final int ITERATION_US = 10_000;
  private static final ReadMostlyConfig CONFIG = ReadMostlyConfig.resting(1_000_000);

  private final FakeCluster cluster = new FakeCluster();
  private final FakeDemand demand = new FakeDemand();
  private final PhaseTimes times = new PhaseTimes(ITERATION_US);
  private final PhaseCoordinator phases =
      new PhaseCoordinator(4, CONFIG, cluster, demand, times, 0);
  private long nowUs;

  /** What a site was told. */
  private record Reported(int site, int master, String lenders) {}

  private static final class FakeCluster implements PhaseCoordinator.Cluster {
    final BitSet usable = new BitSet();
    final BitSet stoodInFor = new BitSet();
    final List<Reported> told = new ArrayList<>();
    int designated = 1;
    int opened;

    @Override
    public int sites() {
      return 3;
    }

    @Override
    public boolean isUsable(int site) {
      return usable.get(site);
    }

    @Override
    public boolean isReachable(int site) {
      return usable.get(site) || stoodInFor.get(site);
    }

    @Override
    public boolean mayServe(int site) {
      return !stoodInFor.get(site);
    }

    @Override
    public int designated() {
      return designated;
    }

    @Override
    public int incarnation(int site) {
      return 1;
    }

    @Override
    public void tell(int site, long phase, int master, int incarnation, BitSet lenders) {
      told.add(new Reported(site, master, lenders.toString()));
    }

    @Override
    public void onPhase() {
      opened++;
    }

    List<Reported> taken() {
      List<Reported> taken = List.copyOf(told);
      told.clear();
      return taken;
    }
  }

  private static final class FakeDemand implements PhaseCoordinator.Demand {
    int crossingWaiting;
    int crossingUnderWay;
    int partitionedWaiting;
    int partitionedUnderWay;

    @Override
    public boolean isAnyCrossing() {
      return crossingWaiting + crossingUnderWay > 0;
    }

    @Override
    public boolean isCrossingWaiting() {
      return crossingWaiting > 0;
    }

    @Override
    public boolean isPartitionedWaiting() {
      return partitionedWaiting > 0;
    }

    @Override
    public boolean isPartitionedUnderWay() {
      return partitionedUnderWay > 0;
    }

    @Override
    public long committed(boolean crossing) {
      return 0;
    }
  }

  private void stepAfter(long us) {
    nowUs += us;
    phases.step(nowUs);
  }

  private void answer(int... sites) {
    for (int site : sites) {
      phases.onPhaseSet(site, phases.phase(), nowUs);
    }
  }

  private void allSitesCome() {
    cluster.usable.set(1, 4);
    phases.onSitesChanged(nowUs);
    answer(1, 2, 3);
    cluster.taken();
  }

  private void gathers() {
    demand.partitionedUnderWay = 5;
    demand.crossingWaiting = 2;
    stepAfter(ITERATION_US);
    assertThat(phases.master()).isEqualTo(1);
  }

  @Test
  void eachSiteIsToldThatItHasItsOwnWhenItComes() {
    cluster.usable.set(2);
    phases.onSitesChanged(nowUs);
    assertThat(cluster.taken()).containsExactly(new Reported(2, 0, "{}"));
    assertThat(cluster.opened).as("how often calls could go on").isEqualTo(1);
    assertThat(phases.mayRunAt(2)).isTrue();
    assertThat(phases.mayRunAt(1)).as("a site that has not come").isFalse();
  }

  @Test
  void nothingSwitchesAsLongAsNoCallCrosses() {
    allSitesCome();
    demand.partitionedUnderWay = 5;
    stepAfter(100 * ITERATION_US);
    assertThat(cluster.told).isEmpty();
    assertThat(phases.isActive()).isFalse();
  }

  @Test
  void allOthersLendToTheMasterWhenTheTimeOfAPhaseIsOver() {
    allSitesCome();
    demand.partitionedUnderWay = 5;
    demand.crossingWaiting = 1;
    times.onCall(true);
    times.onCall(false);
    stepAfter(1);
    assertThat(phases.master()).as("too early").isZero();
    stepAfter(times.partitionedUs());
    assertThat(cluster.taken())
        .containsExactly(
            new Reported(2, 1, "{}"), new Reported(3, 1, "{}"), new Reported(1, 1, "{2, 3}"));
    assertThat(phases.mayRunAtMaster(3)).isTrue();
    assertThat(phases.mayRunAt(3)).isFalse();
    assertThat(phases.mayRunAt(1)).as("what is its own").isTrue();
  }

  @Test
  void aPhaseThatHasNothingToDoIsOverEarly() {
    allSitesCome();
    demand.crossingWaiting = 1;
    stepAfter(phases.stepUs());
    assertThat(phases.master()).isEqualTo(1);
  }

  @Test
  void thePhasesTimeRunsFromWhenItIsInForceEverywhere() {
    allSitesCome();
    times.onCall(true);
    gathers();
    demand.crossingWaiting = 0;
    demand.crossingUnderWay = 2;
    demand.partitionedWaiting = 3;
    answer(2, 3);
    stepAfter(5 * ITERATION_US);
    assertThat(phases.master()).as("the master has not answered").isEqualTo(1);
    answer(1);
    stepAfter(ITERATION_US - 1);
    assertThat(phases.master()).isEqualTo(1);
    stepAfter(1);
    assertThat(phases.master()).isZero();
  }

  @Test
  void theMasterIsToldFirstToGiveBack() {
    allSitesCome();
    gathers();
    cluster.taken();
    answer(1, 2, 3);
    demand.crossingWaiting = 0;
    stepAfter(ITERATION_US);
    assertThat(cluster.taken())
        .containsExactly(
            new Reported(1, 0, "{}"), new Reported(2, 0, "{}"), new Reported(3, 0, "{}"));
    assertThat(phases.mayRunAt(3)).isTrue();
    assertThat(phases.mayRunAtMaster(1)).isFalse();
  }

  @Test
  void anAnswerOfAnEarlierPhaseCountsForNothing() {
    allSitesCome();
    long before = phases.phase();
    gathers();
    demand.crossingWaiting = 0;
    answer(1, 2);
    phases.onPhaseSet(3, before, nowUs);
    stepAfter(ITERATION_US);
    assertThat(phases.master()).isEqualTo(1);
  }

  @Test
  void thePhaseIsOverWhenItsMasterIsLost() {
    allSitesCome();
    gathers();
    cluster.taken();
    cluster.usable.clear(1);
    cluster.designated = 2;
    phases.onSitesChanged(nowUs);
    assertThat(cluster.taken()).containsExactly(new Reported(2, 0, "{}"), new Reported(3, 0, "{}"));
    stepAfter(ITERATION_US);
    assertThat(phases.master()).as("they have not got it back").isZero();
    answer(2, 3);
    stepAfter(ITERATION_US);
    assertThat(phases.master()).isEqualTo(2);
  }

  @Test
  void whoStandsInForALostSiteLendsInItsPlace() {
    allSitesCome();
    cluster.usable.clear(3);
    phases.onSitesChanged(nowUs);
    cluster.stoodInFor.set(3);
    phases.onSitesChanged(nowUs);
    gathers();
    assertThat(cluster.taken()).contains(new Reported(3, 1, "{}"), new Reported(1, 1, "{2, 3}"));
  }

  @Test
  void aLostSiteIsNotWaitedFor() {
    allSitesCome();
    gathers();
    cluster.taken();
    answer(1, 2);
    cluster.usable.clear(3);
    phases.onSitesChanged(nowUs);
    assertThat(cluster.taken()).containsExactly(new Reported(1, 1, "{2}"));
    assertThat(phases.mayRunAtMaster(3)).isFalse();
  }

  @Test
  void aLenderThatIsBackHasItsOwnAndTheMasterDoesNotWaitForIt() {
    allSitesCome();
    gathers();
    cluster.taken();
    cluster.usable.clear(3);
    cluster.stoodInFor.set(3);
    phases.onSitesChanged(nowUs);
    cluster.usable.set(3);
    cluster.stoodInFor.clear(3);
    phases.onSitesChanged(nowUs);
    assertThat(cluster.taken())
        .containsExactly(new Reported(3, 0, "{}"), new Reported(1, 1, "{2}"));
    assertThat(phases.mayRunAt(3)).isTrue();
  }

  @Test
  void aSingleMasterPhaseEndsThoughNobodyWaitsForThat() {
    allSitesCome();
    gathers();
    answer(1, 2, 3);
    for (int i = 0; i < 9; i++) {
      stepAfter(ITERATION_US);
    }
    assertThat(phases.master()).isEqualTo(1);
    stepAfter(ITERATION_US);
    assertThat(phases.master()).isZero();
  }

  @Test
  void phasesOfALaterRouterComeAfterAllOfAnEarlierOne() {
    assertThat(new PhaseCoordinator(5, CONFIG, cluster, demand, times, 0).phase())
        .isGreaterThan(phases.phase() + 1_000_000_000L);
  }
}
