package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;

/** Scenarios about the heap that statements of sites may keep. */
final class StatementHeapTest {
  private static final long GIB = 1L << 30;
  private static final Settings THREE_SITES =
      Settings.defaults().with(BasicSettings.CLUSTER_SITES, 3);

  @Test
  void theSitesOfAClusterInOneProcessShareAQuarterOfTheHeap() {
    Settings filled = new StatementHeap(3 * GIB).forCluster(THREE_SITES);
    assertThat(filled.get(SiteSettings.QUERY_MEMORY_MIB)).isEqualTo(256);
    assertThat(filled.get(SiteSettings.QUERY_STATEMENT_MEMORY_MIB)).isEqualTo(192);
  }

  @Test
  void lanesShareWhatTheirSiteHas() {
    Settings lanes = THREE_SITES.with(BasicSettings.SITE_LANES, 2);
    Settings filled = new StatementHeap(3 * GIB).forCluster(lanes);
    assertThat(filled.get(SiteSettings.QUERY_MEMORY_MIB)).isEqualTo(128);
  }

  @Test
  void inASmallHeapASiteHasLessAndInATinyOneStillSome() {
    Settings filled = new StatementHeap(GIB / 2).forCluster(THREE_SITES);
    assertThat(filled.get(SiteSettings.QUERY_MEMORY_MIB)).isEqualTo(42);
    assertThat(filled.get(SiteSettings.QUERY_STATEMENT_MEMORY_MIB)).isEqualTo(32);
    filled = new StatementHeap(GIB / 64).forSite(THREE_SITES);
    assertThat(filled.get(SiteSettings.QUERY_MEMORY_MIB)).isEqualTo(8);
  }

  @Test
  void whatTheSettingsSayHolds() {
    Settings said =
        THREE_SITES
            .with(SiteSettings.QUERY_MEMORY_MIB, 77)
            .with(SiteSettings.QUERY_STATEMENT_MEMORY_MIB, 70);
    Settings filled = new StatementHeap(GIB).forCluster(said);
    assertThat(filled.get(SiteSettings.QUERY_MEMORY_MIB)).isEqualTo(77);
    assertThat(filled.get(SiteSettings.QUERY_STATEMENT_MEMORY_MIB)).isEqualTo(70);
    Settings inPart = THREE_SITES.with(SiteSettings.QUERY_MEMORY_MIB, 40);
    assertThat(
            new StatementHeap(GIB).forCluster(inPart).get(SiteSettings.QUERY_STATEMENT_MEMORY_MIB))
        .isEqualTo(30);
  }
}
