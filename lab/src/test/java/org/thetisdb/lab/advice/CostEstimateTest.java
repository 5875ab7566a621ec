package org.thetisdb.lab.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.router.estimate.WorkloadProfile;

/** What schemes are expected to make of workloads that differ in one thing. */
class CostEstimateTest {
  private static final CostModel MODEL = new CostModel(3, false, 240);

  /** Orders and payments of twelve warehouses, of which some meet two. */
  private static WorkloadProfile orders(double cross, double crossInAll, double crossWhenPlaced) {
    return new WorkloadProfile(
        1_024,
        0,
        0,
        6.6,
        2.8,
        4.9,
        0.3,
        12,
        cross,
        cross,
        0,
        1 + cross,
        crossInAll,
        1 + 2 * crossInAll,
        0.4,
        crossWhenPlaced,
        0.03,
        0.11);
  }

  /** Accesses of ten rows, two of which are written. */
  private static WorkloadProfile accesses(int groups, double crossWhenPlaced) {
    return new WorkloadProfile(
        1_024,
        0.1,
        0,
        2.2,
        0,
        8,
        0,
        groups,
        crossWhenPlaced,
        crossWhenPlaced,
        0,
        1 + crossWhenPlaced,
        crossWhenPlaced,
        1 + crossWhenPlaced,
        0.4,
        crossWhenPlaced,
        0.001,
        0.005);
  }

  private static double perSecond(SchemeSpec scheme, WorkloadProfile load) {
    return MODEL.of(scheme, load).perSecond();
  }

  @Test
  void warehousesAreSpreadByMovesWhereFewOrdersCross() {
    WorkloadProfile few = orders(0.02, 0.5, 0.02);
    assertThat(perSecond(SchemeRegistry.DYNAMAST, few))
        .isGreaterThan(1.6 * perSecond(SchemeRegistry.SINGLE_MASTER, few));
    assertThat(MODEL.of(SchemeRegistry.DYNAMAST, few).why()).contains("2 % of the updates");
  }

  @Test
  void theyAreGatheredWhereGroupsWouldAlwaysBeOnTheirWay() {
    WorkloadProfile many = orders(0.3, 0.6, 0.3);
    assertThat(perSecond(SchemeRegistry.DYNAMAST, many))
        .isEqualTo(perSecond(SchemeRegistry.SINGLE_MASTER, many));
    assertThat(MODEL.of(SchemeRegistry.DYNAMAST, many).why()).contains("gathered");
  }

  @Test
  void theMoreGroupsTheFewerMeetOneThatIsOnItsWay() {
    assertThat(perSecond(SchemeRegistry.DYNAMAST, accesses(12, 0.03)))
        .isLessThan(0.9 * perSecond(SchemeRegistry.DYNAMAST, accesses(1_200, 0.03)));
  }

  @Test
  void readMostlyTablesCostEpochViewsNothingTwoPhaseCommitMuch() {
    WorkloadProfile closed = orders(0.05, 0.6, 0.05);
    WorkloadProfile noItems = orders(0.05, 0.05, 0.05);
    for (SchemeSpec epochView :
        new SchemeSpec[] {
          SchemeRegistry.COCO_PT,
          SchemeRegistry.COCO_LT,
          SchemeRegistry.DIST_ARIA,
          SchemeRegistry.DIST_CALVIN,
          SchemeRegistry.EPOCH_S2PL,
          SchemeRegistry.STAR
        }) {
      assertThat(perSecond(epochView, closed))
          .as(epochView.name())
          .isCloseTo(perSecond(epochView, noItems), withinPercentage(1));
    }
    assertThat(perSecond(SchemeRegistry.DIST_S2PL, closed))
        .isLessThan(0.8 * perSecond(SchemeRegistry.DIST_S2PL, noItems));
  }

  @Test
  void whoLocksInOrderDoesNotBeginAnew() {
    WorkloadProfile load = orders(0.4, 0.4, 0.4);
    assertThat(perSecond(SchemeRegistry.DIST_CALVIN, load))
        .isGreaterThan(1.2 * perSecond(SchemeRegistry.COCO_PT, load));
  }

  @Test
  void whereNothingCrossesNobodyBeginsAnewInAnEpoch() {
    WorkloadProfile load = orders(0, 0, 0);
    assertThat(perSecond(SchemeRegistry.COCO_PT, load))
        .isCloseTo(perSecond(SchemeRegistry.DIST_CALVIN, load), withinPercentage(10));
  }

  /** Accesses of ten rows anywhere, two of which are written. */
  private static WorkloadProfile anywhere(double conflict, double meetings) {
    return new WorkloadProfile(
        1_024, 0, 0, 2, 0, 8, 0, 12, 0.9, 1, 0, 2.9, 1, 2.9, 0.4, 0.9, conflict, meetings);
  }

  @Test
  void whoLosesInABatchOverSitesRunsOnceMoreAtMost() {
    double cool = perSecond(SchemeRegistry.DIST_ARIA, anywhere(0, 0));
    double hot = perSecond(SchemeRegistry.DIST_ARIA, anywhere(0.9, 0));
    assertThat(cool / hot).isBetween(1.3, 2.01);
  }

  @Test
  void whoLostAndMeetsOthersOverSitesWaitsForTheirTurns() {
    double alone = 1e6 / perSecond(SchemeRegistry.DIST_ARIA, anywhere(0.9, 0));
    double inTurn = 1e6 / perSecond(SchemeRegistry.DIST_ARIA, anywhere(0.9, 0.5));
    assertThat(inTurn - alone).as("us").isCloseTo(0.5 * 156, within(0.1));
  }

  @Test
  void anEpochIsWaitedForByUpdatesAlone() {
    double updating = MODEL.of(SchemeRegistry.DIST_CALVIN, accesses(12, 0.1)).aloneUs();
    double commit = MODEL.of(SchemeRegistry.SINGLE_MASTER, accesses(12, 0.1)).aloneUs();
    assertThat((updating - commit) / 1_000)
        .as("ms; nine of ten update")
        .isCloseTo(1.54, within(0.05));
  }
}
