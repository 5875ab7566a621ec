package org.thetisdb.router.routing;

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
import org.thetisdb.router.scheme.fixed.PartitionStoreScheme;

/** A partitioned store in which site 1 holds every row, and the others what they master. */
final class PartialSitesTest {
  private static final int TABLE = 16;
  private static final int SITES = 4;

  private final Set<Integer> lost = new TreeSet<>();
  private final Roster roster =
      new Roster(new ClusterSettings("test", SITES, 1, FirstMaster.SCATTERED).withFullSites(1));
  private final Placement placement = new Placement(roster);
  private final PartitionStoreScheme scheme =
      new PartitionStoreScheme(
          placement,
          new Sites(),
          new Measures(),
          new Random(1),
          false,
          ReadMostlyConfig.resting(3_000_000));

  /** The table is not at rest. */
  @BeforeEach
  void tablesAreWritten() {
    scheme.observe(Footprint.of(at(1), at()), 0, 0);
  }

  @Test
  void whatHasOneMasterRunsThere() {
    Route route = update(Footprint.of(at(3), at(3)));
    assertThat(route.site()).isEqualTo(3);
    assertThat(route.isSettled()).isTrue();
    assertThat(scheme.routeRead(Footprint.of(at(), at(3)), VersionVector.ZERO)).isEqualTo(3);
  }

  @Test
  void anUpdateOverSeveralMastersRunsWhereEveryRowIsHeld() {
    Route route = update(Footprint.of(at(2, 4), at()));
    assertThat(route.site()).isEqualTo(1);
    assertThat(route.participants()).containsExactly(2, 4);
  }

  @Test
  void aReadOverSeveralMastersRunsWhereEveryRowIsHeld() {
    Footprint footprint = Footprint.of(at(), at(2, 3));
    assertThat(scheme.routeRead(footprint, VersionVector.ZERO)).isEqualTo(1);
    assertThat(scheme.alsoRead(footprint, 1)).containsExactly(2, 3);
  }

  @Test
  void keysThatAreFoundWhileItRunsMoveToWhereEveryRowIsHeld() {
    Route route = update(Footprint.of(at(2, 4), at()).withGrown(at(2), List.of()));
    assertThat(route.site()).isEqualTo(1);
    assertThat(route.moves()).containsExactly(new Move(at(2)[0], 2, 1));
  }

  @Test
  void foundKeysReturnWithACallOfWhichAllElseIsWhereTheyBelong() {
    placement.learn(at(2)[0], 1, 1);
    long other = PartitionId.of(TABLE, 1 + SITES);
    Footprint local = Footprint.of(new long[] {at(2)[0], other}, at()).withGrown(at(2), List.of());
    Route route = update(local);
    assertThat(route.site()).isEqualTo(2);
    assertThat(route.moves()).containsExactly(new Move(at(2)[0], 1, 2));
    scheme.onTooLarge(at(2)[0], 0);
    assertThat(update(local).site()).as("they cannot").isEqualTo(1);
  }

  @Test
  void whatALostSiteMastersMovesOnlyToOneThatHoldsEveryRow() {
    lost.add(2);
    Route route = update(Footprint.of(at(2), at()));
    assertThat(route.moves()).containsExactly(new Move(at(2)[0], 2, 1));
  }

  @Test
  void aReadOverSeveralMastersWaitsForOneThatHoldsEveryRow() {
    lost.add(1);
    Footprint footprint = Footprint.of(at(), at(2, 3));
    assertThat(scheme.routeRead(footprint, VersionVector.ZERO)).isZero();
    assertThat(scheme.alsoRead(footprint, 0)).isEmpty();
    assertThat(update(Footprint.of(at(1), at())).moves()).as("nobody else has its rows").isEmpty();
  }

  private Route update(Footprint footprint) {
    return scheme.routeUpdate(footprint, VersionVector.ZERO, 0);
  }

  /** A partition of each of these sites. */
  private static long[] at(int... sites) {
    long[] partitions = new long[sites.length];
    for (int i = 0; i < sites.length; i++) {
      partitions[i] = PartitionId.of(TABLE, sites[i] - 1L);
    }
    return partitions;
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
    public boolean holdsAll(int site) {
      return roster.holdsAll(site);
    }

    @Override
    public boolean isPartial() {
      return roster.isPartial();
    }

    @Override
    public VersionVector report(int site) {
      return VersionVector.ZERO;
    }
  }
}
