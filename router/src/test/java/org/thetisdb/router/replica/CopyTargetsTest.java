package org.thetisdb.router.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.router.replica.CopyTargets.SiteFact;
import org.thetisdb.router.replica.CopyTargets.TableFact;

/** Site 1 holds every row, sites 2 to 4 a part (decision 0062). */
final class CopyTargetsTest {
  private static final TableFact TABLE = table(16);

  private final List<SiteFact> sites = new ArrayList<>();
  private final Set<Long> held = new TreeSet<>();
  private ReplicaSets sets = ReplicaSets.NONE;

  CopyTargetsTest() {
    sites.add(new SiteFact(1, true, true, true, true));
    for (int site = 2; site <= 4; site++) {
      sites.add(new SiteFact(site, false, true, true, true));
    }
  }

  private static long none(Integer site) {
    return 0;
  }

  private static TableFact table(int id) {
    return new TableFact(id, PartitionId.of(id, -1_000), PartitionId.of(id, 1_000));
  }

  private CopyTargets targets(int wanted) {
    return new CopyTargets(wanted, sites, sets, range -> held.contains(range.id()));
  }

  private void replica(TableFact table, int site) {
    sets = sets.with(table.first(), table.last(), site);
    held.add(sets.number());
  }

  private void site(int number, boolean isUsable, boolean counts) {
    sites.set(number - 1, new SiteFact(number, number == 1, isUsable, counts, true));
  }

  private void assertAdds(int wanted, ToLongFunction<Integer> demand, int site) {
    ReplicaSets next = targets(wanted).next(TABLE, demand);
    assertThat(next.ranges()).hasSize(sets.ranges().size() + 1);
    assertThat(next.ranges().get(next.ranges().size() - 1).site()).isEqualTo(site);
    assertThat(TABLE.isAllOf(next.ranges().get(next.ranges().size() - 1))).isTrue();
  }

  private void assertDrops(int wanted, ToLongFunction<Integer> demand, int site) {
    ReplicaSets next = targets(wanted).next(TABLE, demand);
    assertThat(next.ranges()).hasSize(sets.ranges().size() - 1);
    assertThat(next.ranges()).noneMatch(range -> range.site() == site);
  }

  private void assertNothing(int wanted) {
    assertThat(targets(wanted).next(TABLE, CopyTargetsTest::none)).isNull();
  }

  @Test
  void aCopyIsAddedWhereItIsNeededMost() {
    assertAdds(2, CopyTargetsTest::none, 2);
    assertAdds(2, site -> site == 3 ? 9 : 1, 3);
    replica(table(17), 2);
    assertAdds(2, CopyTargetsTest::none, 3);
  }

  @Test
  void enoughIsEnough() {
    assertNothing(1);
    replica(TABLE, 3);
    assertNothing(2);
  }

  @Test
  void oneThatIsNotFilledYetCountsSoThatNoneIsAddedForIt() {
    replica(TABLE, 3);
    held.clear();
    assertNothing(2);
  }

  @Test
  void aSiteThatIsLostCountsForAWhileAndNotForEver() {
    replica(TABLE, 3);
    site(3, false, true);
    assertNothing(2);
    site(3, false, false);
    assertAdds(2, CopyTargetsTest::none, 2);
  }

  @Test
  void whenALostSiteIsBackTheCopyGoesThatIsNeededLeast() {
    replica(TABLE, 3);
    replica(TABLE, 2);
    assertDrops(2, CopyTargetsTest::none, 2);
    assertDrops(2, site -> site == 2 ? 5 : 0, 3);
  }

  @Test
  void nothingIsDroppedWhileFewerAreHeldThanAreWanted() {
    replica(TABLE, 3);
    replica(TABLE, 2);
    held.remove(1L);
    assertNothing(2);
    site(1, false, true);
    held.add(1L);
    assertNothing(2);
  }

  @Test
  void theOnlyCopyThatCanBeReadStays() {
    replica(TABLE, 3);
    replica(TABLE, 2);
    site(1, false, true);
    site(2, false, true);
    held.remove(2L);
    assertNothing(1);
  }

  @Test
  void someOfATableAtASiteIsNoCopyAndNoPlaceForOne() {
    sets = sets.with(PartitionId.of(16, 1), PartitionId.of(16, 5), 2);
    held.add(1L);
    assertAdds(2, CopyTargetsTest::none, 3);
  }

  @Test
  void aFewAreFilledAtATime() {
    for (int i = 0; i < CopyTargets.MOST_FILLING; i++) {
      replica(table(17 + i), 2);
    }
    held.clear();
    assertNothing(2);
    held.add(1L);
    assertAdds(2, CopyTargetsTest::none, 3);
  }

  @Test
  void whatNoSiteCanHoldIsNotAsked() {
    assertThat(targets(9).copies(TABLE)).isEqualTo(1);
    for (int site = 2; site <= 4; site++) {
      replica(TABLE, site);
    }
    assertThat(targets(9).copies(TABLE)).isEqualTo(4);
    assertThat(targets(9).target(TABLE, CopyTargetsTest::none)).isZero();
    assertNothing(9);
  }
}
