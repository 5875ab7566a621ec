package org.thetisdb.server.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;

/** Scenarios of what an administrator may ask for. */
final class SiteChangeTest {
  private final Roster roster =
      new Roster(new ClusterSettings("test", 2, 100, FirstMaster.SCATTERED));

  @Test
  void numbersAreGivenOneAfterTheOther() {
    assertThat(decide(3, SiteStanding.JOINING)).isEqualTo(SiteStanding.JOINING);
    assertRefused(4, SiteStanding.JOINING, "the next number is 3");
  }

  @Test
  void whatIsAskedForAgainHasNoEffect() {
    roster.learn(3, SiteStanding.MEMBER);
    assertThat(decide(3, SiteStanding.JOINING)).isNull();
    assertThat(decide(3, SiteStanding.MEMBER)).isNull();
    roster.leave(3, List.of(1));
    assertThat(decide(3, SiteStanding.DRAINING)).isNull();
  }

  @Test
  void aSiteThatWasNeverAdmittedIsNotUsed() {
    assertRefused(3, SiteStanding.MEMBER, "never admitted");
    assertRefused(3, SiteStanding.DRAINING, "there is no such site");
  }

  @Test
  void oneSiteLeavesAtATimeAndTheLastOneStays() {
    assertThat(decide(1, SiteStanding.DRAINING)).isEqualTo(SiteStanding.DRAINING);
    roster.learn(1, SiteStanding.DRAINING);
    assertRefused(2, SiteStanding.DRAINING, "site 1 is being drained");
    roster.leave(1, List.of(2));
    assertRefused(2, SiteStanding.DRAINING, "it is the last one");
  }

  @Test
  void aSiteThatOnlyJoinsDoesNotCountAsOneThatStays() {
    roster.leave(1, List.of(2));
    roster.learn(3, SiteStanding.JOINING);
    assertRefused(2, SiteStanding.DRAINING, "it is the last one");
    assertThat(decide(3, SiteStanding.DRAINING)).isEqualTo(SiteStanding.GONE);
  }

  @Test
  void theLastSiteThatHoldsEveryRowStays() {
    Roster partial =
        new Roster(new ClusterSettings("test", 3, 100, FirstMaster.SCATTERED).withFullSites(1));
    assertThatThrownBy(() -> SiteChange.decide(partial, 1, SiteStanding.DRAINING))
        .hasMessageContaining("the last one that holds every row");
    assertThat(SiteChange.decide(partial, 2, SiteStanding.DRAINING))
        .isEqualTo(SiteStanding.DRAINING);
    partial.learn(4, SiteStanding.MEMBER); // it holds a part
    assertThatThrownBy(() -> SiteChange.decide(partial, 1, SiteStanding.DRAINING))
        .hasMessageContaining("the last one that holds every row");
  }

  private SiteStanding decide(int site, SiteStanding wanted) {
    return SiteChange.decide(roster, site, wanted);
  }

  private void assertRefused(int site, SiteStanding wanted, String why) {
    assertThatThrownBy(() -> decide(site, wanted)).hasMessageContaining(why);
  }
}
