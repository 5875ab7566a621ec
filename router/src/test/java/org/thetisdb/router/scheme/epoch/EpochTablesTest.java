package org.thetisdb.router.scheme.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.wire.RouterToSite.BeginEpochView;
import org.thetisdb.router.readmostly.ReadMostlyConfig;

/** Which tables are closed for epoch views: of items that orders read, and of orders. */
final class EpochTablesTest {
  private static final int ITEMS = 20;
  private static final int ORDERS = 21;
  private static final long REST_US = 1_000;
  private static final long CHANGE_US = 300;

  private final EpochTables tables =
      new EpochTables(new ReadMostlyConfig(REST_US, CHANGE_US, 10), 0);
  private long nowUs;

  private void cross(int calls) {
    for (int i = 0; i < calls; i++) {
      if (tables.isReadMostly(ITEMS, nowUs)) {
        tables.onCrossed(ITEMS, 1, nowUs);
      }
    }
  }

  /** Items are closed for the epoch view that is open. */
  private void closed() {
    nowUs += REST_US + 1;
    cross(10);
    assertThat(tables.wantsOthers(nowUs)).isTrue();
    assertThat(tables.next(nowUs)).containsExactly(ITEMS);
  }

  @Test
  void aTableThatNobodyWritesIsClosedIfCallsCrossForIt() {
    cross(10);
    assertThat(tables.next(nowUs)).as("a new router knows of no writes before it").isEmpty();
    closed();
    assertThat(tables.wantsOthers(nowUs + CHANGE_US)).as("that is what is wanted").isFalse();
  }

  @Test
  void fewCallsThatCrossAreNotWorthAnEpochView() {
    nowUs += REST_US + 1;
    cross(9);
    assertThat(tables.wantsOthers(nowUs)).isFalse();
  }

  @Test
  void whatIsWrittenIsNotReadMostly() {
    nowUs += REST_US + 1;
    tables.onWrite(ORDERS, nowUs);
    assertThat(tables.isReadMostly(ORDERS, nowUs + REST_US - 1)).isFalse();
    assertThat(tables.isReadMostly(ORDERS, nowUs + REST_US)).isTrue();
    assertThat(tables.isReadMostly(1, nowUs)).as("tables of the system").isFalse();
  }

  @Test
  void aWrittenTableIsOpenInTheNextViewUntilItRests() {
    closed();
    cross(10);
    nowUs++;
    assertThat(tables.onClosedMet(ITEMS, nowUs)).isTrue();
    assertThat(tables.onClosedMet(ITEMS, nowUs)).as("it is known").isFalse();
    assertThat(tables.next(nowUs)).isEmpty();
    closed();
  }

  @Test
  void aTableThatCostsMoreThanItSavesStaysOpenForLonger() {
    closed();
    cross(9);
    tables.onClosedMet(ITEMS, nowUs);
    tables.next(nowUs);
    long writtenUs = nowUs;
    nowUs += REST_US + 1;
    cross(10);
    assertThat(tables.wantsOthers(nowUs)).isFalse();
    nowUs = writtenUs + 10 * REST_US;
    cross(10);
    assertThat(tables.next(nowUs)).containsExactly(ITEMS);
  }

  @Test
  void epochViewsAreNotEndedOneAfterTheOtherForIt() {
    closed();
    tables.onClosedMet(ITEMS, nowUs);
    assertThat(tables.wantsOthers(nowUs + CHANGE_US - 1)).isFalse();
    assertThat(tables.wantsOthers(nowUs + CHANGE_US)).isTrue();
  }

  @Test
  void whatIsOfNoUseAnyMoreIsForgotten() {
    closed();
    assertThat(tables.next(nowUs + 10 * REST_US)).containsExactly(ITEMS);
    assertThat(tables.next(nowUs + 10 * REST_US + 1)).isEmpty();
  }

  @Test
  void noMoreAreClosedThanAnEpochViewMayHave() {
    nowUs += REST_US + 1;
    for (int table = 0; table < 2 * BeginEpochView.MOST_CLOSED; table++) {
      tables.onCrossed(100 + table, 10, nowUs);
    }
    assertThat(tables.next(nowUs)).hasSize(BeginEpochView.MOST_CLOSED);
  }

  @Test
  void noneIsClosedIfNoneMayBe() {
    EpochTables none = new EpochTables(ReadMostlyConfig.NONE, 0);
    assertThat(none.isReadMostly(ITEMS, 1L << 40)).isFalse();
    none.onCrossed(ITEMS, 10, 1L << 40);
    assertThat(none.next(1L << 40)).isEqualTo(List.of());
  }
}
