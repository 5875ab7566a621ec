package org.thetisdb.router.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.scheme.SchemeRecord;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.SiteToRouter.SiteEntry;
import org.thetisdb.core.wire.SiteToRouter.Sites;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/** A site joins that holds no row of users. */
class SiteFillingTest {
  private final Cluster cluster = new Cluster();
  private FakeClient client;

  private void start(int fullSites) {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.fullSites = fullSites;
    FakeSite joining = new FakeSite(4, cluster.network, cluster.time);
    joining.jars = Bank.jars();
    cluster.sites.add(joining);
    MigrationRecords.areLearnedIn(cluster);
    for (FakeSite site : cluster.sites) {
      site.firstRow = KeyCodec.encodeLong(0);
      site.lastRow = KeyCodec.encodeLong(319);
    }
    cluster.start();
    client = cluster.client();
    FakeSite first = cluster.site(1);
    SiteEntry member = new SiteEntry(4, SiteStanding.MEMBER, List.of());
    first.say(new Sites(first.report, List.of(member), SchemeRecord.NONE));
  }

  private int ranAtSite4() {
    int there = 0;
    for (long account = 2; account < 320; account += 10) {
      long request = client.call("Deposit", account);
      cluster.pass(20);
      there += String.valueOf(client.result(request)).equals("ran at 4") ? 1 : 0;
    }
    return there;
  }

  @Test
  void itGetsItsShareWithinSeconds() {
    start(1);
    cluster.pass(2_000);
    assertThat(ranAtSite4()).as("of 32 cells a fourth").isEqualTo(8);
    cluster.pass(5_000);
    assertThat(ranAtSite4()).as("nothing takes it back").isEqualTo(8);
  }

  @Test
  void itIsFilledOnce() {
    start(1);
    cluster.pass(2_000);
    assertThat(cluster.status()).contains("\"placed_ranges\":4").doesNotContain("filling");
  }

  @Test
  void whereAllHoldEveryRowTheSchemeDividesTheLoad() {
    start(0);
    cluster.pass(2_000);
    assertThat(ranAtSite4()).isZero();
  }
}
