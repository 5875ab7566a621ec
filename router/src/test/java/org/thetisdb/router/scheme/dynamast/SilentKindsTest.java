package org.thetisdb.router.scheme.dynamast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.SamplingConfig;

/** What a kind of transactions wrote together is forgotten when nobody runs it any more. */
class SilentKindsTest {
  private static final long LOAD = 7;
  private static final long ORDER = 8;
  private static final long RARE = 9;
  private static final long SECOND_US = 1_000_000;
  private static final int MOST = 512;

  private final Placement placement =
      new Placement(new Roster(new ClusterSettings("test", 3, 100, FirstMaster.SCATTERED)));
  private final AccessStatistics statistics =
      new AccessStatistics(placement, SamplingConfig.DEFAULT, new Random(1));
  private long nowUs = SECOND_US;

  private void write(int times, long kind, long... indexes) {
    for (int i = 0; i < times; i++) {
      statistics.observe(RoutingWorld.writes(indexes), kind, nowUs);
      nowUs += 10_000;
      statistics.forgetSilent(nowUs, MOST);
    }
  }

  private PartitionStats of(long index) {
    return statistics.of(PartitionId.of(RoutingWorld.TABLE, index));
  }

  @Test
  void aLoadIsForgottenSoonAfterTheApplicationBegins() {
    write(1, RARE, 3);
    write(1_000, LOAD, 1);
    assertThat(of(1).accesses).isEqualTo(1_000);
    write(90, ORDER, 1, 2);
    assertThat(of(1).accesses).as("the load may go on").isEqualTo(1_090);
    write(60, ORDER, 1, 2);
    assertThat(of(1).accesses).isEqualTo(150);
    assertThat(of(1).writtenTogether.get(of(2).partition)).isEqualTo(150);
    assertThat(statistics.samples()).as("what was rare stays").isEqualTo(151);
    assertThat(statistics.totalLoad()).isEqualTo(151 * AccessStatistics.UPDATE_LOAD);
  }

  @Test
  void nothingIsForgottenWhileNobodyWorks() {
    write(100, LOAD, 1);
    nowUs += 20 * SECOND_US;
    write(1, LOAD, 1);
    nowUs += 5 * SECOND_US;
    write(30, ORDER, 1, 2);
    assertThat(statistics.samples()).isEqualTo(131);
  }

  @Test
  void whatIsManyIsForgottenInSteps() {
    write(2_000, LOAD, 1);
    for (int i = 0; i < 100; i++) {
      statistics.observe(RoutingWorld.writes(1, 2), ORDER, nowUs);
      nowUs += 20_000;
    }
    statistics.forgetSilent(nowUs, MOST);
    assertThat(statistics.samples()).isEqualTo(2_100 - MOST);
    for (int i = 0; i < 3; i++) {
      statistics.forgetSilent(nowUs, MOST);
    }
    assertThat(statistics.samples()).isEqualTo(100);
  }

  @Test
  void aKindThatComesBackKeepsWhatIsLeftOfIt() {
    write(2_000, LOAD, 1);
    for (int i = 0; i < 100; i++) {
      statistics.observe(RoutingWorld.writes(1, 2), ORDER, nowUs);
      nowUs += 20_000;
    }
    statistics.forgetSilent(nowUs, MOST);
    statistics.observe(RoutingWorld.writes(1), LOAD, nowUs);
    statistics.forgetSilent(nowUs, MOST);
    assertThat(statistics.samples()).isEqualTo(2_101 - MOST);
  }
}
