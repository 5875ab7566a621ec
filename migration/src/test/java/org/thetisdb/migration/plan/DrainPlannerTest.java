package org.thetisdb.migration.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.migration.plan.DrainPlanner.DrainedRange;
import org.thetisdb.migration.plan.DrainPlanner.OccupiedCells;

/** A site leaves, and the others get what it masters. */
final class DrainPlannerTest {
  private static final int LEAVING = 2;
  private static final LongUnaryOperator ALL = cell -> LEAVING;
  private static final LongUnaryOperator EACH_SECOND = cell -> 1 + PartitionId.index(cell) % 2;

  private static OccupiedCells cells(int table, long first, long last) {
    return new OccupiedCells(PartitionId.of(table, first), PartitionId.of(table, last));
  }

  private static long cellsTo(List<DrainedRange> plan, int site) {
    return plan.stream()
        .filter(each -> each.to() == site)
        .mapToLong(each -> each.last() - each.first() + 1)
        .sum();
  }

  @Test
  void eachSiteThatStaysGetsItsShare() {
    List<DrainedRange> plan =
        DrainPlanner.plan(List.of(cells(17, 0, 95)), ALL, LEAVING, List.of(1, 3, 4));
    assertThat(plan).allMatch(DrainedRange::whole);
    assertThat(cellsTo(plan, 1)).isEqualTo(32);
    assertThat(cellsTo(plan, 3)).isEqualTo(32);
    assertThat(cellsTo(plan, 4)).isEqualTo(32);
  }

  @Test
  void ofTablesCutAlikeTheSameCellsStayTogether() {
    List<OccupiedCells> tables = List.of(cells(17, 5, 90), cells(18, 5, 90));
    List<DrainedRange> plan = DrainPlanner.plan(tables, ALL, LEAVING, List.of(1, 3));
    int half = plan.size() / 2;
    for (int i = 0; i < half; i++) {
      DrainedRange one = plan.get(i);
      DrainedRange other = plan.get(half + i);
      assertThat(PartitionId.index(other.first())).isEqualTo(PartitionId.index(one.first()));
      assertThat(other.to()).isEqualTo(one.to());
    }
  }

  @Test
  void whatOthersMasterInBetweenStaysWhereItIs() {
    List<DrainedRange> plan =
        DrainPlanner.plan(List.of(cells(17, 0, 63)), EACH_SECOND, LEAVING, List.of(1, 3));
    assertThat(plan).isNotEmpty().noneMatch(DrainedRange::whole);
    assertThat(plan).allMatch(each -> EACH_SECOND.applyAsLong(each.first()) == LEAVING);
    assertThat(plan).allMatch(each -> EACH_SECOND.applyAsLong(each.last()) == LEAVING);
  }

  @Test
  void aSiteThatMastersNothingHasNothingToMove() {
    assertThat(DrainPlanner.plan(List.of(cells(17, 0, 9)), ALL, 3, List.of(1))).isEmpty();
  }

  @Test
  void ofATableThatNeverEndsSomeIsPlanned() {
    List<DrainedRange> plan =
        DrainPlanner.plan(List.of(cells(17, 0, 1L << 40)), ALL, LEAVING, List.of(1, 3));
    assertThat(plan).hasSizeLessThan(1_000);
    assertThat(plan.get(plan.size() - 1).last())
        .isEqualTo(PartitionId.of(17, DrainPlanner.MOST_LOOKED_AT - 1));
  }

  @Test
  void aSiteThatJoinedGetsAsMuchAsTheOthersKeep() {
    List<DrainedRange> plan = DrainPlanner.share(List.of(cells(17, 0, 95)), 4, List.of(1, 3, 4));
    assertThat(plan).allMatch(each -> each.to() == 4 && each.whole());
    assertThat(cellsTo(plan, 4)).isEqualTo(32);
  }
}
