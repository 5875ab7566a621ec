package org.thetisdb.router.scheme.fixed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.readmostly.ReadMostlyConfig;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Footprint;
import org.thetisdb.router.routing.Measures;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;

/** Whom a call involves in a partitioned store: the masters of what it reads and writes. */
final class PartitionStoreSchemeTest {
  private static final int TABLE = 16;
  private static final int OTHER_TABLE = 17;
  private static final int SITES = 3;
  private static final ReadMostlyConfig READ_MOSTLY = ReadMostlyConfig.resting(3_000_000);

  private final Set<Integer> lost = new TreeSet<>();
  private final Placement placement =
      new Placement(new Roster(new ClusterSettings("test", SITES, 1, FirstMaster.SCATTERED)));
  private final PartitionStoreScheme scheme =
      new PartitionStoreScheme(
          placement, new Sites(), new Measures(), new Random(1), false, READ_MOSTLY);

  @Test
  void rowsWithOneValueOfTheFirstKeyColumnAreAtOneSiteInAllTables() {
    for (int value = 0; value < 50; value++) {
      assertThat(placement.master(PartitionId.of(TABLE, value)))
          .isEqualTo(placement.master(PartitionId.of(OTHER_TABLE, value)));
    }
  }

  @Test
  void anUpdateAtOneMasterRunsThereAlone() {
    Route route = update(writes(at(2)), reads(at(2)));
    assertThat(route.site()).isEqualTo(2);
    assertThat(route.isSettled()).isTrue();
  }

  @Test
  void anUpdateRunsAtItsLastMasterAndOthersPrepareInOrder() {
    Route route = update(writes(at(3), at(1), at(2)), reads());
    assertThat(route.site()).isEqualTo(3);
    assertThat(route.participants()).containsExactly(1, 2);
    assertThat(route.moves()).isEmpty();
  }

  @Test
  void theMasterOfWhatIsOnlyReadIsNotTheCoordinator() {
    Route route = update(writes(at(1)), reads(at(3)));
    assertThat(route.site()).isEqualTo(1);
    assertThat(route.participants()).containsExactly(3);
  }

  @Test
  void aReadGoesToTheMaster() {
    Footprint footprint = Footprint.of(writes(), reads(at(3)));
    assertThat(scheme.routeRead(footprint, VersionVector.ZERO)).isEqualTo(3);
    assertThat(scheme.alsoRead(footprint, 3)).isEmpty();
  }

  @Test
  void aReadAtSeveralMastersRunsWhereMostIsAndInvolvesTheOthers() {
    Footprint footprint = Footprint.of(writes(), reads(at(1), at(2), at(2) + SITES));
    assertThat(scheme.routeRead(footprint, VersionVector.ZERO)).isEqualTo(2);
    assertThat(scheme.alsoRead(footprint, 2)).containsExactly(1);
  }

  @Test
  void aTableThatNobodyHasWrittenForAWhileIsReadAtBackups() {
    scheme.observe(Footprint.of(writes(at(1)), reads()), 0, 1);
    scheme.observe(Footprint.of(other(at(1)), reads()), 0, 3_000_001);
    assertThat(scheme.alsoRead(Footprint.of(writes(), reads(at(2))), 1)).isEmpty();
    assertThat(scheme.alsoRead(Footprint.of(writes(), other(at(2))), 1)).containsExactly(2);
  }

  @Test
  void anUpdateRunsWhereTheKeysAreMasteredThatItFindsWhileItRuns() {
    long[] grown = writes(at(1));
    Footprint footprint = Footprint.of(writes(at(1), at(3)), reads()).withGrown(grown, List.of());
    Route route = scheme.routeUpdate(footprint, VersionVector.ZERO, 0);
    assertThat(route.site()).isEqualTo(1);
    assertThat(route.participants()).containsExactly(3);
  }

  @Test
  void aReadOfMoreThanCanBeListedInvolvesAllSites() {
    Footprint footprint = Footprint.of(writes(), reads(at(2)), true);
    assertThat(scheme.routeRead(footprint, VersionVector.ZERO)).isEqualTo(2);
    assertThat(scheme.alsoRead(footprint, 2)).containsExactly(1, 3);
  }

  @Test
  void aReadDoesNotWaitForAMasterThatIsLost() {
    lost.add(3);
    Footprint alone = Footprint.of(writes(), reads(at(3)));
    int site = scheme.routeRead(alone, VersionVector.ZERO);
    assertThat(site).isBetween(1, 2);
    assertThat(scheme.alsoRead(alone, site)).isEmpty();
    assertThat(update(writes(at(1)), reads(at(3))).isSettled()).isTrue();
  }

  @Test
  void whatALostMasterHadMovesToABackupWithTheFirstWrite() {
    lost.add(3);
    Route route = update(writes(at(3)), reads());
    assertThat(route.site()).isEqualTo(1);
    assertThat(route.moves()).hasSize(1);
  }

  @Test
  void anUpdateThatLocksWhatItReadsWaitsForALostMasterOrHasItMoved() {
    PartitionStoreScheme locking =
        new PartitionStoreScheme(
            placement, new Sites(), new Measures(), new Random(1), true, READ_MOSTLY);
    Footprint footprint = Footprint.of(writes(at(1)), reads(at(3)));
    assertThat(locking.routeUpdate(footprint, VersionVector.ZERO, 0).participants())
        .containsExactly(3);
    lost.add(3);
    assertThat(locking.routeUpdate(footprint, VersionVector.ZERO, 0).moves())
        .as("no backup will do")
        .hasSize(1);
  }

  @Test
  void whoHasRunIsValidatedByAllMastersOfWhatItMet() {
    PartitionStoreScheme validating =
        new PartitionStoreScheme(
            placement, new Sites(), new Measures(), new Random(1), true, READ_MOSTLY);
    assertThat(validating.participants(Footprint.of(writes(at(1)), reads(at(3))), 1))
        .containsExactly(3);
    assertThat(validating.participants(Footprint.of(writes(at(2)), reads(), true), 2))
        .as("a range that cannot be listed")
        .containsExactly(1, 3);
    lost.add(3);
    assertThat(validating.participants(Footprint.of(writes(at(1)), reads(at(3))), 1))
        .as("it has to be moved first")
        .isNull();
  }

  @Test
  void anUpdateAsksTheMastersOfReadMostlyTablesThatItReads() {
    PartitionStoreScheme locking =
        new PartitionStoreScheme(
            placement, new Sites(), new Measures(), new Random(1), true, READ_MOSTLY);
    locking.observe(Footprint.of(writes(at(1)), reads()), 0, 1);
    locking.observe(Footprint.of(other(at(1)), reads()), 0, 3_000_001);
    Footprint footprint = Footprint.of(other(at(1)), reads(at(2)));
    assertThat(locking.routeUpdate(footprint, VersionVector.ZERO, 0).participants())
        .containsExactly(2);
  }

  @Test
  void anUpdateAsksAllSitesForAReadRangeThatCannotBeListed() {
    PartitionStoreScheme locking =
        new PartitionStoreScheme(
            placement, new Sites(), new Measures(), new Random(1), true, READ_MOSTLY);
    Footprint footprint = Footprint.of(writes(at(2)), reads(), true);
    Route route = locking.routeUpdate(footprint, VersionVector.ZERO, 0);
    assertThat(route.site()).isEqualTo(2);
    assertThat(route.participants()).containsExactly(1, 3);
    Footprint nothingWritten = Footprint.of(writes(), reads(), true);
    assertThat(locking.routeUpdate(nothingWritten, VersionVector.ZERO, 0).participants())
        .containsExactly(1, 2);
  }

  /** The table is not at rest. */
  @BeforeEach
  void tablesAreWritten() {
    scheme.observe(Footprint.of(writes(at(1)), reads()), 0, 0);
  }

  @Test
  void whatWasMovedAwayReturnsAfterASecond() {
    long away = PartitionId.of(TABLE, at(3));
    placement.learn(away, 1, 1);
    assertThat(scheme.rebalance(1_000)).isEmpty();
    assertThat(scheme.rebalance(900_000)).isEmpty();
    assertThat(scheme.rebalance(1_100_000))
        .hasValueSatisfying(plan -> assertThat(plan.moves()).containsExactly(new Move(away, 1, 3)));
    placement.learn(away, 2, 3);
    assertThat(scheme.rebalance(3_000_000)).isEmpty();
  }

  @Test
  void nothingReturnsToASiteThatIsLost() {
    lost.add(3);
    placement.learn(PartitionId.of(TABLE, at(3)), 1, 1);
    assertThat(scheme.rebalance(1_000)).isEmpty();
    assertThat(scheme.rebalance(2_000_000)).isEmpty();
  }

  private Route update(long[] written, long[] read) {
    return scheme.routeUpdate(Footprint.of(written, read), VersionVector.ZERO, 0);
  }

  /** The index of a partition that a site masters. */
  private static long at(int site) {
    return site - 1L;
  }

  private static long[] writes(long... indexes) {
    return reads(indexes);
  }

  private static long[] reads(long... indexes) {
    long[] partitions = new long[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      partitions[i] = PartitionId.of(TABLE, indexes[i]);
    }
    return partitions;
  }

  private static long[] other(long index) {
    return new long[] {PartitionId.of(OTHER_TABLE, index)};
  }

  private final class Sites implements ClusterView {
    @Override
    public int sites() {
      return SITES;
    }

    @Override
    public boolean isUsable(int site) {
      return site >= 1 && site <= SITES && !lost.contains(site);
    }

    @Override
    public boolean canRelease(int site) {
      return true;
    }

    @Override
    public VersionVector report(int site) {
      return VersionVector.ZERO;
    }
  }
}
