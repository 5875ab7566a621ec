package org.thetisdb.router.routing.fixed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.core.placement.Reshape;
import org.thetisdb.core.schema.ColumnType;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.procedures.Table;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.router.routing.ClusterView;
import org.thetisdb.router.routing.Move;
import org.thetisdb.router.routing.PlacedMasters;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Rebalance;
import org.thetisdb.router.routing.reshape.PlacedBorders;

/** Partitions move to where an applied placement wants them (decision 0061). */
final class AppliedPlacementTest implements ClusterView {
  private static final TableSchema SCHEMA =
      Table.define("t").key("id", ColumnType.LONG).column("v", ColumnType.LONG).build().schema();

  private final Set<Integer> lost = new TreeSet<>();
  private Placement placement;
  private FixedMasterRestorer restorer;
  private long nowUs;

  private void cluster(int partitionKeys) {
    FirstMaster first = partitionKeys == 0 ? FirstMaster.FIRST_SITE : FirstMaster.SCATTERED;
    placement =
        new Placement(
            new Roster(new ClusterSettings("test", 3, partitionKeys, first)),
            new PlacedMasters(table -> table == 16 ? SCHEMA : null));
    restorer = new FixedMasterRestorer(placement, this);
  }

  private void place(long from, long to, int site) {
    PlacedRanges ranges = PlacedRanges.of(List.of(new PlacedRange(cell(from), cell(to), site)));
    placement.placed().learn(placement.placed().applied().next(10, ranges));
  }

  private static long cell(long index) {
    return PartitionId.of(16, index);
  }

  private List<Move> step() {
    List<Move> moves = restorer.next(nowUs).map(Rebalance::moves).orElse(List.of());
    nowUs += 600_000;
    return moves;
  }

  @Test
  void aCellThatNeverMovedMovesWhenATransactionMeetsIt() {
    cluster(10);
    place(3, 8, 2);
    assertThat(step()).as("nobody has met one").isEmpty();
    restorer.onMet(new long[] {cell(2), cell(3), cell(4)});
    assertThat(step()).containsExactly(new Move(cell(3), 1, 2));
    placement.learn(cell(3), 1, 2);
    assertThat(step()).as("2 is not placed, 4 is there by the settings").isEmpty();
  }

  @Test
  void aMovedCellGoesWhereItIsPlacedNotToItsFirstMaster() {
    cluster(10);
    placement.learn(cell(3), 1, 3);
    place(3, 8, 2);
    assertThat(step()).isEmpty();
    step();
    assertThat(step()).containsExactly(new Move(cell(3), 3, 2));
  }

  @Test
  void whatAMigrationMovesIsLeftToIt() {
    cluster(10);
    place(3, 8, 2);
    placement.learn(cell(4), 1, 3);
    placement.setMigrating(partition -> true);
    restorer.onMet(new long[] {cell(3)});
    step();
    step();
    assertThat(step()).isEmpty();
    placement.setMigrating(partition -> false);
    step();
    step();
    assertThat(step()).containsExactly(new Move(cell(4), 3, 2));
  }

  @Test
  void takenBackCellsReturnToTheirFirstMasters() {
    cluster(10);
    place(3, 8, 2);
    placement.learn(cell(3), 1, 2);
    placement.placed().learn(placement.placed().applied().next(0, PlacedRanges.NONE));
    step();
    step();
    assertThat(step()).containsExactly(new Move(cell(3), 2, 1));
  }

  @Test
  void nothingMovesToASiteThatIsLost() {
    cluster(10);
    place(3, 8, 2);
    lost.add(2);
    restorer.onMet(new long[] {cell(3)});
    assertThat(step()).isEmpty();
    lost.clear();
    assertThat(step()).hasSize(1);
  }

  @Test
  void anOlderRecordIsNoNews() {
    cluster(10);
    AppliedPlacement before = placement.placed().applied();
    place(3, 8, 2);
    assertThat(placement.placed().learn(before)).isFalse();
    assertThat(placement.preferredSite(cell(3))).isEqualTo(2);
  }

  @Test
  void rangesGetTheBordersThatThePlacementNeedsAndMoveThen() {
    cluster(0);
    place(3, 8, 2);
    PlacedBorders borders = new PlacedBorders(placement, 100);
    long whole = PartitionId.of(16, 0);
    assertThat(placement.preferredSite(placement.describe(whole)))
        .as("it reaches over borders")
        .isZero();
    for (int i = 0; i < 3; i++) {
      for (Reshape split : borders.plan(nowUs)) {
        if (placement.fits(split)) {
          apply(split);
        }
      }
    }
    assertThat(borders.plan(nowUs)).as("all are there").isEmpty();
    assertThat(placement.movedCount()).isEqualTo(3);
    step();
    step();
    List<Move> moves = step();
    assertThat(moves).hasSize(1);
    assertThat(moves.get(0).to()).isEqualTo(2);
    Owner moved = placement.describe(moves.get(0).partition());
    assertThat(placement.placed().grid(16).partitionOf(moved.from())).isEqualTo(cell(3));
    assertThat(placement.placed().grid(16).upperBound(cell(8))).isEqualTo(moved.to());
  }

  /** As a master does it, and tells. */
  private void apply(Reshape split) {
    int site = placement.master(split.lower());
    placement.learn(new Owner(split.lower(), split.term(), site, split.from(), split.at()));
    placement.learn(new Owner(split.upper(), split.term(), site, split.at(), split.to()));
  }

  @Test
  void bordersAreBounded() {
    cluster(0);
    place(3, 8, 2);
    assertThat(new PlacedBorders(placement, 0).plan(nowUs)).isEmpty();
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
