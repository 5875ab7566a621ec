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

/** LEAP where site 1 holds every row, and sites 2 and 3 what they master (decision 0082). */
final class LeapPartialTest {
  private static final int SITES = 3;
  private static final int TABLE = 16;
  private static final int ITEMS = 17;
  private static final long NOW_US = 1_000_000_000;

  private final Set<Integer> lost = new TreeSet<>();

  /** What a site holds beside what it masters. */
  private final Set<Long> added = new TreeSet<>();

  private final Placement placement =
      new Placement(
          new Roster(
              new ClusterSettings("test", SITES, 1, FirstMaster.SCATTERED).withFullSites(1)));
  private final LeapScheme scheme =
      new LeapScheme(
          placement,
          new Sites(),
          new Measures(),
          new Random(1),
          ReadMostlyConfig.resting(3_000_000));

  /** A session whose site holds only a part. */
  private final long client = clientOf(2);

  @Test
  void whatACallMeetsMovesToItsSessionsSiteWhateverThatHolds() {
    Route route = route(at(1), at(3));
    assertThat(route.site()).isEqualTo(2);
    assertThat(route.moves()).hasSize(2);
  }

  @Test
  void aLongRangeIsReadWhereAllRowsAre() {
    Footprint update = Footprint.of(new long[] {at(2)}, new long[] {at(3)}, true);
    assertThat(routeOf(update, NOW_US).site()).isEqualTo(1);
  }

  @Test
  void whatIsTooLargeToGoIsTriedAgainLaterWhereAllRowsAre() {
    long large = at(3);
    scheme.onTooLarge(large, NOW_US);
    assertThat(route(large).site()).isEqualTo(1);
    assertThat(route(at(1)).site()).as("others go on").isEqualTo(2);
    Footprint update = Footprint.of(new long[] {large}, new long[0]);
    assertThat(routeOf(update, NOW_US + 60_000_000).site()).isEqualTo(2);
  }

  @Test
  void aPartitionThatIsThereAlreadyNeedNotGoHoweverLargeItIs() {
    scheme.onTooLarge(at(2), NOW_US);
    assertThat(route(at(2)).site()).isEqualTo(2);
  }

  /** Who stands in for it ships nothing. */
  @Test
  void whatALostSiteMastersIsBroughtWhereAllRowsAre() {
    long partition = at(3);
    lost.add(3);
    long session = clientOf(2);
    Footprint update = Footprint.of(new long[] {partition}, new long[0]);
    Route route = scheme.routeFrom(session, update, VersionVector.ZERO, NOW_US);
    assertThat(route.site()).isEqualTo(1);
    lost.add(1);
    assertThat(scheme.routeFrom(session, update, VersionVector.ZERO, NOW_US).site())
        .as("it waits until that site is back")
        .isEqualTo(1);
  }

  @Test
  void aReadMostlyTableComesAlongUnlessItsRowsAreThere() {
    long item = PartitionId.of(ITEMS, indexOf(3));
    Footprint update = Footprint.of(new long[] {at(1)}, new long[] {item});
    assertThat(localized(update).written()).containsExactlyInAnyOrder(at(1), item);
    added.add(item);
    assertThat(localized(update).written()).containsExactly(at(1));
  }

  @Test
  void readMostlyTablesAreReadWhereAllRowsAre() {
    Footprint read = Footprint.of(new long[0], new long[] {PartitionId.of(ITEMS, indexOf(3))});
    assertThat(localized(read).isReadOnly()).isTrue();
    assertThat(scheme.routeRead(read, VersionVector.ZERO)).isEqualTo(1);
  }

  private Footprint localized(Footprint footprint) {
    return scheme.localized(client, footprint, NOW_US);
  }

  private Route route(long... written) {
    return routeOf(Footprint.of(written, new long[0]), NOW_US);
  }

  private Route routeOf(Footprint footprint, long nowUs) {
    return scheme.routeFrom(client, footprint, VersionVector.ZERO, nowUs);
  }

  private long clientOf(int site) {
    long session = 1;
    Footprint some = Footprint.of(new long[] {at(1), at(2)}, new long[0]);
    while (scheme.routeFrom(session, some, VersionVector.ZERO, NOW_US).site() != site) {
      session++;
    }
    return session;
  }

  /** A partition that a site masters. */
  private long at(int site) {
    return PartitionId.of(TABLE, indexOf(site));
  }

  private long indexOf(int site) {
    int index = 1;
    while (placement.master(PartitionId.of(TABLE, index)) != site) {
      index++;
    }
    return index;
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
    public boolean holdsAll(int site) {
      return site == 1;
    }

    @Override
    public boolean holds(int site, long partition) {
      return holdsAll(site) || placement.master(partition) == site || added.contains(partition);
    }

    @Override
    public boolean isPartial() {
      return true;
    }

    @Override
    public VersionVector report(int site) {
      return VersionVector.ZERO;
    }
  }
}
