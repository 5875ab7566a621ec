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
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/** A site leaves of which others do not hold what it holds. */
class SiteEmptyingTest {
  private static final int LEAVING = 2;

  private final Cluster cluster = new Cluster();
  private FakeClient client;

  private void start() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.fullSites = 1;
    MigrationRecords.areLearnedIn(cluster);
    for (FakeSite site : cluster.sites) {
      site.firstRow = KeyCodec.encodeLong(0);
      site.lastRow = KeyCodec.encodeLong(119);
    }
    cluster.start();
    client = cluster.client();
  }

  private void drain() {
    SiteEntry leaving = new SiteEntry(LEAVING, SiteStanding.DRAINING, List.of());
    FakeSite site = cluster.site(1);
    site.say(new Sites(site.report, List.of(leaving), SchemeRecord.NONE));
  }

  private String ranAfter(long account) {
    long request = client.call("Deposit", account);
    cluster.pass(20);
    return String.valueOf(client.result(request));
  }

  @Test
  void itsRangesGoToAllSitesThatStay() {
    start();
    drain();
    cluster.pass(5_000);
    assertThat(ranAfter(12)).isEqualTo("ran at 3");
    assertThat(ranAfter(42)).isEqualTo("ran at 1");
    assertThat(ranAfter(72)).isEqualTo("ran at 3");
    assertThat(ranAfter(22)).as("it is not the leaving site's").isEqualTo("ran at 3");
    assertThat(cluster.status()).contains("\"placed_ranges\":4");
    assertThat(cluster.site(LEAVING).leaves).as("it has given up what had moved").hasSize(1);
    cluster.pass(5_000);
    assertThat(ranAfter(12)).as("nothing brings it back").isEqualTo("ran at 3");
  }

  @Test
  void callsGoOnThereUntilTheirRangeHasMoved() {
    start();
    cluster.site(LEAVING).onRelease = release -> null;
    drain();
    cluster.pass(300);
    assertThat(cluster.status()).contains("\"emptying\":{\"site\":2,\"round\":1,\"ranges\":4");
    assertThat(ranAfter(1002)).as("no range of the plan").isEqualTo("ran at 2");
  }

  @Test
  void whatIsTooLargeGoesToASiteThatHoldsEveryRow() {
    start();
    FakeSite leaving = cluster.site(LEAVING);
    leaving.onRelease =
        release ->
            release.grantee() == 1
                ? leaving.letGo(release)
                : MigrationRecords.tooLarge(leaving, release);
    drain();
    cluster.pass(200_000);
    assertThat(ranAfter(12)).isEqualTo("ran at 1");
  }
}
