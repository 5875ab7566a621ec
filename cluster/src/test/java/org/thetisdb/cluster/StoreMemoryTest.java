package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;

/** Scenarios about the memory of sites on machines of different sizes. */
final class StoreMemoryTest {
  private static final long GIB = 1L << 30;
  private static final Settings THREE_SITES =
      Settings.defaults().with(BasicSettings.CLUSTER_SITES, 3);

  @Test
  void theSitesOfAClusterInOneProcessShareMostOfWhatTheHeapLeaves() {
    StoreMemory machine = new StoreMemory(23 * GIB, 3 * GIB, false);
    assertThat(mib(machine.forCluster(THREE_SITES))).isEqualTo(4_095);
  }

  @Test
  void aSiteTakesMostOfAContainerAndLessOfAMachine() {
    assertThat(mib(new StoreMemory(11 * GIB, GIB, true).forSite(THREE_SITES))).isEqualTo(6_143);
    assertThat(mib(new StoreMemory(11 * GIB, GIB, false).forSite(THREE_SITES))).isEqualTo(2_559);
  }

  @Test
  void whatTheSettingsSayHolds() {
    Settings said = THREE_SITES.with(SiteSettings.STORE_MEMORY_MIB, 77);
    assertThat(new StoreMemory(23 * GIB, 3 * GIB, false).forCluster(said)).isEqualTo(said);
  }

  @Test
  void aMachineWithLittleMemoryStillGivesEachSiteSome() {
    assertThat(mib(new StoreMemory(2 * GIB, 3 * GIB, false).forCluster(THREE_SITES)))
        .isEqualTo(256);
  }

  @Test
  void theMachineSaysWhatItHasOrIsTakenForTheContainer() {
    assertThat(StoreMemory.physicalBytes(List.of("MemTotal:       2048 kB", "x"), 5))
        .isEqualTo(2048L << 10);
    assertThat(StoreMemory.physicalBytes(List.of("MemTotal: lots", "MemFree: 1 kB"), 5))
        .isEqualTo(5);
  }

  @Test
  void thisProcessHasAMachine() {
    StoreMemory here = StoreMemory.ofThisProcess();
    assertThat(here.machineBytes()).isPositive();
    assertThat(here.heapBytes()).isPositive();
  }

  private static int mib(Settings settings) {
    return settings.get(SiteSettings.STORE_MEMORY_MIB);
  }
}
