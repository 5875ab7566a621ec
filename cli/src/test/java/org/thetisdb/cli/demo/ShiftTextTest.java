package org.thetisdb.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.thetisdb.benchmarks.driver.result.ClusterDelta;
import org.thetisdb.benchmarks.driver.result.Latency;
import org.thetisdb.benchmarks.driver.result.Second;
import org.thetisdb.lab.shift.HeatMap;
import org.thetisdb.lab.shift.HeatMap.Cell;
import org.thetisdb.lab.shift.Look;
import org.thetisdb.lab.shift.Moment;
import org.thetisdb.lab.shift.ShiftFigures;
import org.thetisdb.lab.shift.ShiftPlan;

/** What the second act of the demo draws and says. */
class ShiftTextTest {
  private static final ShiftPlan PLAN = new ShiftPlan(3, 60, 6, 48, 200, 4, 8, 1);

  private static HeatMap map(int sites, Cell... cells) {
    return new HeatMap(Look.SHIFTED, 2.04, sites, List.of(cells));
  }

  private static ShiftFigures figures(double txnS, double moved, double several, String problem) {
    return new ShiftFigures(
        txnS, txnS - 1_000, txnS + 1_000, txnS - 2_000, txnS + 3_000, moved, several, problem);
  }

  private static Moment moment(int number, long committed, long moved) {
    ClusterDelta delta =
        new ClusterDelta(committed, 0, moved, 0, 0, 0, 0, List.of(), ClusterDelta.EpochViews.NONE);
    Latency latency = new Latency(1, 1, 1, 1, 1, 1, 1);
    return new Moment(
        new Second(number, false, 0.1, committed, 0, latency, delta, List.of()), Optional.empty());
  }

  @Test
  void aPartitionIsMarkedAtItsMasterAsMuchAsItIsWritten() {
    HeatMap map = map(3, new Cell(1, 70), new Cell(1, 0), new Cell(2, 1), new Cell(3, 29));
    assertThat(HeatMapText.of(map))
        .isEqualTo("  site 1  |#.  | 70 %\n  site 2  |  : | 1.0 %\n  site 3  |   =| 29 %\n");
  }

  @Test
  void aMapInWhichNothingIsWrittenHasTheLightestMarks() {
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
    assertThat(ShiftText.map(map(1, new Cell(1, 5), new Cell(1, 5))))
        .isEqualTo(
            "  2.0 s, the locality shifts; 0 of 2 neighbours have different masters%n  site 1  |##| 100 %%"
                .formatted());
  }

  @Test
  void aMomentStandsUnderItsHeadingsAndABarIsNeverTooLong() {
    assertThat(ShiftText.line(moment(7, 490, 5), moment(7, 217, 0)))
        .isEqualTo("  0.7 s    4,900 ███████                1.0 %     2,170 ███");
    assertThat(ShiftText.line(moment(12, 0, 0), moment(12, 9_999_999, 0)))
        .isEqualTo("  1.2 s        0                          0 % 99,999,990 " + "█".repeat(20));
  }

  @Test
  void theAnnouncementHasTheConditionsOfThePlan() {
    assertThat(ShiftText.announcement(PLAN))
        .contains("\n3 sites", "8 times", "24 µs a message", "2.4 µs a row read", "8 µs a row")
        .contains("6.4 µs a row", "for 50 µs", "in 200 µs", "48 clients", "group of 6")
        .contains("after 200 of them", "After 2.0 s the\nlocality", "each 1 of 60 ranges");
    assertThat(ShiftText.announcement(PLAN).lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void thePageOfTheDemoHasTheConditionsOfToday() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "measurements", "demo.md"));
    assertThat(page).contains(ShiftText.announcement(ShiftPlan.DEMO));
    assertThat(page).contains(ShiftText.headings().stripLeading());
  }

  @Test
  void theClosingLineSaysWhatTheRunsHadAndNothingElse() {
    ShiftFigures byHash = figures(40_000, 0, 89, "");
    assertThat(new ShiftSummary(PLAN, figures(92_000, 5.5, 0.5, ""), byHash).line())
        .isEqualTo(
            "Act 2: 2.3 x the partitioned store; 94 % of transactions at one site without a move;"
                + " records right.");
    assertThat(new ShiftSummary(PLAN, figures(20_000, 100, 0, "lost"), byHash).line())
        .isEqualTo(
            "Act 2: 0.5 x the partitioned store; 0 % of transactions at one site without a move;"
                + " RECORDS WRONG.");
    assertThat(new ShiftSummary(PLAN, figures(7, 1, 0, ""), figures(0, 0, 0, "")).line())
        .startsWith("Act 2: the partitioned store did nothing; 99 %");
  }

  @Test
  void whatIsWrongUnderOneSchemeIsNamedAndMakesItFail() {
    ShiftFigures good = figures(1, 0, 0, "");
    ShiftSummary bad = new ShiftSummary(PLAN, good, figures(1, 0, 0, "failed: 3 lost"));
    assertThat(new ShiftSummary(PLAN, good, good).isGood()).isTrue();
    assertThat(new ShiftSummary(PLAN, good, good).invariants()).startsWith("Nothing was lost");
    assertThat(bad.isGood()).isFalse();
    assertThat(bad.invariants())
        .isEqualTo("THE RECORDS ARE WRONG: partitioned by hash: failed: 3 lost");
    assertThat(new ShiftSummary(PLAN, figures(1, 0, 0, "lost"), good).isGood()).isFalse();
  }
}
