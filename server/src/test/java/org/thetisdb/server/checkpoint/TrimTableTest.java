package org.thetisdb.server.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;

/** Scenarios about how far three sites need the logs. */
final class TrimTableTest {
  private final TrimTable table = new TrimTable();

  @Test
  void aLogIsCutOnlyBelowWhatTheMostBackwardSiteNeeds() {
    table.record(1, new long[] {10, 20, 30});
    table.record(2, new long[] {5, 25, 30});
    assertThat(table.bound(1, sites(3))).isZero();
    table.record(3, new long[] {7, 7, 40});
    assertThat(table.bound(1, sites(3))).isEqualTo(5);
    assertThat(table.bound(2, sites(3))).isEqualTo(7);
    assertThat(table.bound(3, sites(3))).isEqualTo(30);
  }

  @Test
  void whatASiteSaidHoldsForEver() {
    table.record(1, new long[] {10, 20});
    table.record(1, new long[] {4, 30});
    assertThat(table.bound(1, sites(1))).isEqualTo(10);
    assertThat(table.bound(2, sites(1))).isEqualTo(30);
  }

  @Test
  void aSiteThatSaidNothingOfALogNeedsAllOfIt() {
    table.record(1, new long[] {10});
    assertThat(table.bound(2, sites(1))).isZero();
    table.record(1, new long[] {10, 3});
    assertThat(table.bound(2, sites(1))).isEqualTo(3);
  }

  @Test
  void aSiteThatIsAdmittedHoldsAllLogsUntilItSpeaksOrHasLeft() {
    Roster roster = sites(1);
    table.record(1, new long[] {10, 20});
    roster.learn(2, SiteStanding.JOINING);
    assertThat(table.bound(1, roster)).isZero();
    table.record(2, new long[] {4, 9});
    assertThat(table.bound(1, roster)).isEqualTo(4);
    roster.leave(2, List.of(1));
    assertThat(table.bound(1, roster)).isEqualTo(10);
  }

  @Test
  void whoCameLaterKeepsNothingBeforeItSpeaks() {
    Roster roster = sites(1);
    roster.learn(2, SiteStanding.MEMBER);
    assertThat(table.isKeptByOneOf(List.of(2), roster)).as("no log was cut").isTrue();
    table.record(1, new long[] {10, 20});
    assertThat(table.isKeptByOneOf(List.of(2), roster)).isFalse();
    assertThat(table.isKeptByOneOf(List.of(1, 2), roster)).as("a founder has all logs").isTrue();
    table.record(2, new long[] {4, 9});
    assertThat(table.isKeptByOneOf(List.of(2), roster)).isTrue();
  }

  private static Roster sites(int count) {
    return new Roster(new ClusterSettings("test", count, 100, FirstMaster.SCATTERED));
  }

  @Test
  void itKeepsItsOwnCopy() {
    long[] offsets = {10};
    table.record(1, offsets);
    offsets[0] = 99;
    assertThat(table.bound(1, sites(1))).isEqualTo(10);
  }
}
