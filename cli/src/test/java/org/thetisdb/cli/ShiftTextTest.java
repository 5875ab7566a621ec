package org.thetisdb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.lab.shift.HeatMap;
import org.thetisdb.lab.shift.HeatMap.Cell;
import org.thetisdb.lab.shift.ShiftFigures;
import org.thetisdb.lab.shift.ShiftPlan;

/** What the second act of the demo draws and says. */
class ShiftTextTest {
  private static final ShiftPlan PLAN = new ShiftPlan(3, 60, 48, 200, 4, 8, 1);

  private static HeatMap map(int sites, Cell... cells) {
    return new HeatMap(0, sites, List.of(cells));
  }

  private static ShiftFigures figures(double txnS, double moved, String problem) {
    return new ShiftFigures(txnS, txnS + 1_000, txnS - 2_000, txnS + 3_000, moved, 0, problem);
  }

  @Test
  void aPartitionIsMarkedAtItsMasterAsMuchAsItIsWritten() {
    HeatMap map = map(3, new Cell(1, 70), new Cell(1, 0), new Cell(2, 1), new Cell(3, 29));
    assertThat(HeatMapText.of(map))
        .isEqualTo("  site 1  |#.  | 70 %\n  site 2  |  : | 1.0 %\n  site 3  |   =| 29 %\n");
  }

  @Test
  void aMapBeforeAnythingIsWrittenHasTheLightestMarks() {
    assertThat(HeatMapText.of(map(2, new Cell(2, 0), new Cell(1, 0))))
        .isEqualTo("  site 1  | .| 0 %\n  site 2  |. | 0 %\n");
  }

  @Test
  void rowsStayAlignedWithTenSitesAndMore() {
    Cell[] cells = new Cell[60];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = new Cell(1 + i % 12, 1_000L * i);
    }
    List<String> lines = HeatMapText.of(map(12, cells)).lines().toList();
    assertThat(lines).hasSize(12);
    assertThat(lines).allMatch(line -> line.indexOf('|') == 10 && line.lastIndexOf('|') == 71);
    assertThat(lines).allMatch(line -> line.chars().allMatch(c -> c >= ' ' && c < 127));
  }

  @Test
  void bordersAreNeighboursWithDifferentMastersAllTheWayRound() {
    assertThat(map(2, new Cell(1, 0), new Cell(1, 0), new Cell(2, 0)).borders()).isEqualTo(2);
    assertThat(map(2, new Cell(1, 0), new Cell(1, 0)).borders()).isZero();
  }

  @Test
  void theClosingLineSaysWhatTheRunHad() {
    assertThat(new ShiftSummary(PLAN, figures(92_000.4, 1.23, ""), figures(51_000, 0, "")).line())
        .isEqualTo(
            "Act 2: 3 sites in simulated time, locality shifted at 2.0 s: dynamast 92,000/s with"
                + " 1.2 % moved, partitioned by hash 51,000/s.");
    assertThat(
            new ShiftSummary(PLAN.withSeed(7), figures(7, 12, ""), figures(1_234_567, 0, ""))
                .line())
        .endsWith("dynamast 7/s with 12 % moved, partitioned by hash 1,234,567/s.");
  }

  @Test
  void whatIsWrongUnderOneSchemeIsNamedAndMakesItFail() {
    ShiftSummary good = new ShiftSummary(PLAN, figures(1, 0, ""), figures(1, 0, ""));
    ShiftSummary bad = new ShiftSummary(PLAN, figures(1, 0, ""), figures(1, 0, "failed: 3 lost"));
    assertThat(good.isGood()).isTrue();
    assertThat(good.invariants()).startsWith("Nothing was lost");
    assertThat(bad.isGood()).isFalse();
    assertThat(bad.invariants())
        .isEqualTo("THE RECORDS ARE WRONG: partitioned by hash: failed: 3 lost");
    assertThat(new ShiftSummary(PLAN, figures(1, 0, "lost"), figures(1, 0, "")).isGood()).isFalse();
  }
}
