package org.thetisdb.router.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.SchemeSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.StrategySettings;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;

/** What a cluster is made with if its settings leave it open. */
final class RouterConfigTest {
  private static int keysOf(Settings settings) {
    return RouterConfig.from(settings).cluster().partitionKeys();
  }

  @Test
  void partitionsAreRangesUnlessTheStrategyKnowsNoBorders() {
    Settings defaults = Settings.defaults();
    assertThat(keysOf(defaults)).isZero();
    for (StrategySettings.Strategy strategy : StrategySettings.Strategy.values()) {
      boolean isPaper = strategy != StrategySettings.Strategy.AUTO;
      assertThat(keysOf(defaults.with(StrategySettings.STRATEGY, strategy)))
          .as("%s", strategy)
          .isEqualTo(isPaper ? 100 : 0);
    }
  }

  @Test
  void mastersThatStayNeedAGridToBeSpreadOver() {
    Settings fixed = Settings.defaults().with(BasicSettings.SCHEME, SchemeRegistry.MULTI_MASTER);
    assertThat(keysOf(fixed)).isEqualTo(100);
  }

  @Test
  void oneSettingSaysWhenATableIsReadMostly() {
    Settings defaults = Settings.defaults();
    assertThat(RouterConfig.from(defaults).readMostly().restUs()).isEqualTo(3_000_000);
    Settings longest = defaults.with(SchemeSettings.READ_MOSTLY_REST_MS, 3_600_000);
    assertThat(RouterConfig.from(longest).readMostly().restUs()).isEqualTo(3_600_000_000L);
  }

  @Test
  void whoNamesAWidthGetsIt() {
    Settings paper =
        Settings.defaults()
            .with(StrategySettings.STRATEGY, StrategySettings.Strategy.PAPER)
            .with(BasicSettings.PARTITION_KEYS, 7);
    assertThat(keysOf(paper)).isEqualTo(7);
    assertThat(keysOf(Settings.defaults().with(BasicSettings.PARTITION_KEYS, 12))).isEqualTo(12);
  }

  @Test
  void sitesHoldAPartOfTheRowsUnderSchemesThatNeedNoMore() {
    Settings partial =
        Settings.defaults()
            .with(BasicSettings.CLUSTER_SITES, 3)
            .with(BasicSettings.REPLICAS_FULL_SITES, 1);
    for (SchemeSpec scheme :
        List.of(SchemeRegistry.LEAP, SchemeRegistry.PARTITION_STORE, SchemeRegistry.SCHISM)) {
      RouterConfig config = RouterConfig.from(partial.with(BasicSettings.SCHEME, scheme));
      assertThat(config.cluster().isPartial()).as("%s", scheme).isTrue();
    }
    for (SchemeSpec scheme : List.of(SchemeRegistry.DYNAMAST, SchemeRegistry.DIST_S2PL)) {
      assertThatThrownBy(() -> RouterConfig.from(partial.with(BasicSettings.SCHEME, scheme)))
          .hasMessageContaining("under scheme " + scheme + " every site holds every row");
    }
  }

  @Test
  void noSiteHoldsEveryRowUnderMorphosysAlone() {
    Settings none =
        Settings.defaults()
            .with(BasicSettings.CLUSTER_SITES, 3)
            .with(BasicSettings.REPLICAS_FULL_SITES, BasicSettings.NO_FULL_SITE);
    Settings learned = none.with(BasicSettings.SCHEME, SchemeRegistry.MORPHOSYS);
    RouterConfig config = RouterConfig.from(learned);
    assertThat(config.cluster().lacksFullSite()).isTrue();
    assertThat(config.cluster().isPartial()).isTrue();
    assertThat(config.cluster().holdsAll(1)).isFalse();
    assertThatThrownBy(
            () -> RouterConfig.from(none.with(BasicSettings.SCHEME, SchemeRegistry.LEAP)))
        .hasMessageContaining("at least one site holds every row");
    assertThatThrownBy(() -> RouterConfig.from(learned.with(BasicSettings.REPLICAS_COPIES, 2)))
        .hasMessageContaining("replicas.copies needs a site that holds every row");
  }
}
