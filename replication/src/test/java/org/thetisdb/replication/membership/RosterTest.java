package org.thetisdb.replication.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;

/** Scenarios of sites that come and go, as one process hears of them. */
final class RosterTest {
  private static final ClusterSettings SETTINGS =
      new ClusterSettings("test", 3, 100, FirstMaster.SCATTERED);

  private final Roster roster = new Roster(SETTINGS);

  @Test
  void theFirstSitesAreMembersAndNeedNoMention() {
    assertThat(roster.staying()).containsExactly(1, 2, 3);
    assertThat(roster.entries()).isEmpty();
    assertThat(roster.standing(4)).isNull();
    assertThat(roster.needsLogs(4)).isFalse();
  }

  @Test
  void aSiteOnlyGoesForward() {
    assertThat(roster.learn(4, SiteStanding.JOINING)).isTrue();
    assertThat(roster.counts(4)).isFalse();
    assertThat(roster.needsLogs(4)).isTrue();
    assertThat(roster.learn(4, SiteStanding.MEMBER)).isTrue();
    assertThat(roster.learn(4, SiteStanding.JOINING)).isFalse();
    assertThat(roster.counts(4)).isTrue();
    assertThat(roster.highest()).isEqualTo(4);
  }

  @Test
  void whatOneKnowsAnotherLearnsInAnyOrder() {
    roster.learn(4, SiteStanding.MEMBER);
    roster.leave(2, List.of(1, 4));
    Roster other = new Roster(SETTINGS);
    assertThat(other.learn(roster.entries())).isTrue();
    assertThat(other.learn(roster.entries())).isFalse();
    assertThat(other.entries()).isEqualTo(roster.entries());
    assertThat(other.is(2, SiteStanding.GONE)).isTrue();
    assertThat(other.firstMasters().successors(2)).containsExactly(1, 4);
  }

  @Test
  void whatNeverMovedIsSpreadOverTheSuccessorsOfItsMaster() {
    FirstMasters first = roster.firstMasters();
    first.leave(2, List.of(1, 3));
    assertThat(first.leave(2, List.of(3))).isFalse();
    long[] ofTwo = partitionsOf(2);
    assertThat(LongStream.of(ofTwo).mapToObj(first::master).distinct()).containsOnly(1, 3);
    assertThat(LongStream.of(ofTwo).mapToObj(first::term)).containsOnly(1);
    assertThat(LongStream.of(partitionsOf(1)).mapToObj(first::term)).containsOnly(0);
  }

  @Test
  void theSuccessorsOfSuccessorsFollow() {
    FirstMasters first = roster.firstMasters();
    first.leave(2, List.of(3));
    first.leave(3, List.of(1));
    long partition = partitionsOf(2)[0];
    assertThat(first.master(partition)).isEqualTo(1);
    assertThat(first.term(partition)).isEqualTo(2);
    assertThat(first.isOfLine(partition, 0, 2)).isTrue();
    assertThat(first.isOfLine(partition, 1, 3)).isTrue();
    assertThat(first.isOfLine(partition, 2, 1)).isTrue();
    assertThat(first.isOfLine(partition, 1, 1)).isFalse();
    assertThat(first.isOfLine(partition, 3, 1)).isFalse();
  }

  @Test
  void theSystemTablesGoToASuccessorOfSiteOne() {
    roster.leave(1, List.of(3));
    assertThat(roster.firstMasters().master(PartitionId.of(1, 0))).isEqualTo(3);
  }

  @Test
  void nobodyLeavesWithoutSuccessors() {
    assertThatThrownBy(() -> roster.leave(1, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static long[] partitionsOf(int site) {
    FirstMasters before = new FirstMasters(SETTINGS);
    return LongStream.range(0, 300)
        .map(index -> PartitionId.of(20, index))
        .filter(partition -> before.master(partition) == site)
        .toArray();
  }
}
