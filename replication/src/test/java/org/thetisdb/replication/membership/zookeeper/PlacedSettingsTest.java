package org.thetisdb.replication.membership.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.FirstMasters;

/** A placement in a cluster's settings. */
class PlacedSettingsTest {
  private static final ClusterSettings PLAIN =
      new ClusterSettings("test", 3, 1, FirstMaster.SCATTERED);
  private static final ClusterSettings PLACED =
      PLAIN.withPlaced(PlacedRanges.parse("16/0..9 3,17/0..4 2"));

  @Test
  void theRegistryHoldsThePlacement() {
    assertThat(NodeText.settings(NodeText.ofSettings(PLACED))).isEqualTo(PLACED);
    assertThat(NodeText.settings(NodeText.ofSettings(PLAIN))).isEqualTo(PLAIN);
  }

  @Test
  void theRegistryHoldsWhatSitesReadElsewhereAndHowManyHoldAllRows() {
    ClusterSettings weaker =
        PLAIN
            .withPlainVectors(true)
            .withSnapshotBatches(true)
            .withFullSites(2)
            .withScheme("schism");
    assertThat(NodeText.settings(NodeText.ofSettings(weaker))).isEqualTo(weaker);
  }

  @Test
  void aDamagedPlacementIsRefused() {
    byte[] damaged =
        new String(NodeText.ofSettings(PLACED), StandardCharsets.UTF_8)
            .replace("16/0..9", "16/9..0")
            .getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> NodeText.settings(damaged)).isInstanceOf(ThetisException.class);
  }

  @Test
  void placedPartitionsBeginAtTheirSiteAndOthersInTurn() {
    FirstMasters masters = new FirstMasters(PLACED);
    assertThat(masters.master(PartitionId.of(16, 4))).isEqualTo(3);
    assertThat(masters.master(PartitionId.of(17, 4))).isEqualTo(2);
    assertThat(masters.master(PartitionId.of(17, 5)))
        .isEqualTo(new FirstMasters(PLAIN).master(PartitionId.of(17, 5)));
  }
}
