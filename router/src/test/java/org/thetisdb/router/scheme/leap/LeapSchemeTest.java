package org.thetisdb.router.scheme.leap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
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
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Route;

/** LEAP: everything that a session's calls meet is brought to the site of that session. */
final class LeapSchemeTest {
  private static final int TABLE = 16;
  private static final int SITES = 3;
  private static final long NOW_US = 1_000;

  private final Set<Integer> lost = new TreeSet<>();
  private final Placement placement =
      new Placement(new Roster(new ClusterSettings("test", SITES, 1, FirstMaster.SCATTERED)));
  private final LeapScheme scheme =
      new LeapScheme(
          placement,
          new Sites(),
          new Measures(),
          new Random(1),
          ReadMostlyConfig.resting(3_000_000));

  @Test
  void aSessionHasOneSiteAndSessionsAreSpreadOverAll() {
    Set<Integer> sites = new TreeSet<>();
    for (long client = 1; client <= 20; client++) {
      int preferred = preferredSite(client);
      assertThat(preferredSite(client)).isEqualTo(preferred);
      sites.add(preferred);
    }
    assertThat(sites).containsExactly(1, 2, 3);
  }

  @Test
  void onlyWhatIsMasteredElsewhereMovesToTheSessionsSite() {
    int preferred = preferredSite(1);
    Route route = route(1, at(1), at(2), at(3));
    assertThat(route.site()).isEqualTo(preferred);
    assertThat(route.moves()).hasSize(2).allMatch(move -> move.to() == preferred);
    assertThat(route(1, at(preferred)).isSettled()).isTrue();
  }

  @Test
  void whatIsReadComesAlongAndSoDoesWhatACallOnlyReads() {
    scheme.localized(1, Footprint.of(new long[] {at(1)}, new long[0]), NOW_US);
    Footprint update = Footprint.of(new long[] {at(1)}, new long[] {at(2)});
    assertThat(scheme.localized(1, update, NOW_US).written())
        .containsExactlyInAnyOrder(at(1), at(2));
    Footprint read = Footprint.of(new long[0], new long[] {at(2), at(3)});
    assertThat(scheme.localized(1, read, NOW_US).written()).containsExactlyInAnyOrder(at(2), at(3));
  }

  @Test
  void tablesThatNobodyWritesAndLongRangesAreReadWhereTheCallRuns() {
    Footprint item = Footprint.of(new long[0], new long[] {at(2)});
    assertThat(scheme.localized(1, item, NOW_US).isReadOnly()).isTrue();
    scheme.localized(1, Footprint.of(new long[] {at(1)}, new long[0]), NOW_US);
    Footprint all = Footprint.of(new long[0], new long[] {at(2)}, true);
    assertThat(scheme.localized(1, all, NOW_US).isReadOnly()).isTrue();
  }

  @Test
  void theSessionsOfALostSiteGoOnAtOthers() {
    int before = preferredSite(1);
    lost.add(before);
    assertThat(preferredSite(1)).isNotEqualTo(before).isBetween(1, SITES);
    lost.addAll(Set.of(1, 2, 3));
    assertThat(route(1, at(2)).site()).as("it is held for the master").isEqualTo(2);
  }

  private int preferredSite(long client) {
    return route(client, at(1), at(2), at(3)).site();
  }

  private Route route(long client, long... written) {
    Footprint footprint = Footprint.of(written, new long[0]);
    return scheme.routeFrom(client, footprint, VersionVector.ZERO, NOW_US);
  }

  /** A partition that a site masters. */
  private long at(int site) {
    int index = 1;
    while (placement.master(PartitionId.of(TABLE, index)) != site) {
      index++;
    }
    return PartitionId.of(TABLE, index);
  }

  private final class Sites implements ClusterView {
    @Override
    public int sites() {
      return SITES;
    }

    @Override
    public boolean isUsable(int site) {
      return !lost.contains(site);
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
