package org.thetisdb.router.routing.fixed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Rebalance;

/** Where masters are fixed, what was moved away comes back. */
final class FixedMasterRestorerTest implements ClusterView {
  private static final long WHOLE = PartitionId.of(16, 0);
  private static final long SECOND_US = 1_000_000;

  private final Set<Integer> lost = new TreeSet<>();
  private final Placement ranges =
      new Placement(new Roster(new ClusterSettings("test", 3, 0, FirstMaster.FIRST_SITE)));
  private final FixedMasterRestorer restorer = new FixedMasterRestorer(ranges, this);
  private long nowUs;

  private Optional<Rebalance> afterOneSecond() {
    restorer.next(nowUs);
    nowUs += SECOND_US + 1;
    return restorer.next(nowUs);
  }

  @Test
  void aRangeReturnsToWhereItWasWhenThisRouterBeganToServe() {
    ranges.learn(WHOLE, 1, 2);
    assertThat(afterOneSecond()).as("it was there when the router came").isEmpty();
    ranges.learn(WHOLE, 2, 3);
    Rebalance back = afterOneSecond().orElseThrow();
    assertThat(back.moves()).containsExactly(new Move(WHOLE, 3, 2));
    ranges.learn(WHOLE, 3, 2);
    assertThat(afterOneSecond()).isEmpty();
  }

  @Test
  void aRangeThatMovesOnReturnsToWhereItWasFirst() {
    afterOneSecond();
    ranges.learn(WHOLE, 1, 2);
    ranges.learn(WHOLE, 2, 3);
    assertThat(afterOneSecond().orElseThrow().moves()).containsExactly(new Move(WHOLE, 3, 1));
  }

  @Test
  void nothingReturnsToASiteThatIsLost() {
    afterOneSecond();
    lost.add(1);
    ranges.learn(WHOLE, 1, 2);
    assertThat(afterOneSecond()).isEmpty();
    lost.clear();
    assertThat(afterOneSecond()).isPresent();
  }

  @Override
  public int sites() {
    return 3;
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
