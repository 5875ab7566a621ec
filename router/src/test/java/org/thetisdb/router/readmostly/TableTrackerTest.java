package org.thetisdb.router.readmostly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which tables are worth being read at each site: of items that orders read, and of orders. */
final class TableTrackerTest {
  private static final int ITEMS = 20;
  private static final int ORDERS = 21;
  private static final long REST_US = 1_000;
  private static final ReadMostlyConfig CONFIG = new ReadMostlyConfig(REST_US, 300, 10);

  private final TableTracker tracker = new TableTracker(CONFIG, TableWrites.unwritten(CONFIG));
  private long nowUs = 1;

  private void chosen() {
    tracker.onCalls(ITEMS, 10, nowUs);
    assertThat(tracker.wanted(nowUs)).containsExactly(ITEMS);
    tracker.choose(ITEMS, nowUs);
  }

  @Test
  void aTableIsWantedForWhichEnoughCallsCross() {
    tracker.onCalls(ITEMS, 9, nowUs);
    assertThat(tracker.wanted(nowUs)).isEmpty();
    tracker.onCalls(ITEMS, 1, nowUs);
    tracker.onCalls(ORDERS, 4, nowUs);
    assertThat(tracker.wanted(nowUs)).containsExactly(ITEMS);
  }

  @Test
  void oneThatIsWrittenIsNotWantedUntilItRests() {
    tracker.onCalls(ITEMS, 10, nowUs);
    tracker.onWrite(ITEMS, nowUs);
    assertThat(tracker.wanted(nowUs + REST_US - 1)).isEmpty();
    assertThat(tracker.wanted(nowUs + REST_US)).containsExactly(ITEMS);
  }

  @Test
  void aChosenOneStaysWantedWhileCallsMeetItAndNobodyWritesIt() {
    chosen();
    assertThat(tracker.wanted(nowUs + 10 * REST_US)).containsExactly(ITEMS);
    tracker.onCalls(ITEMS, 1, nowUs + 10 * REST_US);
    assertThat(tracker.wanted(nowUs + 20 * REST_US)).containsExactly(ITEMS);
    assertThat(tracker.wanted(nowUs + 20 * REST_US + 1)).isEmpty();
    assertThat(tracker.isWorthIt(ITEMS, nowUs + 20 * REST_US + 1)).isFalse();
  }

  @Test
  void aWriteIsWorthTenCalls() {
    chosen();
    tracker.onWrite(ITEMS, nowUs);
    tracker.onCalls(ITEMS, 10, nowUs);
    nowUs += REST_US;
    assertThat(tracker.isWorthIt(ITEMS, nowUs)).isTrue();
    tracker.onWrite(ITEMS, nowUs);
    tracker.onCalls(ITEMS, 9, nowUs);
    assertThat(tracker.isWorthIt(ITEMS, nowUs + REST_US - 1)).as("not looked at yet").isTrue();
    assertThat(tracker.isWorthIt(ITEMS, nowUs + REST_US)).isFalse();
  }

  @Test
  void whatIsGivenUpBeforeItSavedAnythingIsNotWantedForTenRests() {
    chosen();
    tracker.onCalls(ITEMS, 9, nowUs);
    assertThat(tracker.giveUp(ITEMS, nowUs)).isTrue();
    assertThat(tracker.giveUp(ITEMS, nowUs)).as("it is no more chosen").isFalse();
    tracker.onCalls(ITEMS, 10, nowUs);
    assertThat(tracker.wanted(nowUs + 10 * REST_US - 1)).isEmpty();
    assertThat(tracker.wanted(nowUs + 10 * REST_US)).containsExactly(ITEMS);
  }

  @Test
  void whatWasWorthItIsWantedAgainAtOnce() {
    chosen();
    tracker.onCalls(ITEMS, 10, nowUs);
    assertThat(tracker.giveUp(ITEMS, nowUs)).isTrue();
    assertThat(tracker.wanted(nowUs)).as("its calls are counted anew").isEmpty();
    chosen();
  }

  @Test
  void noMoreAreFollowedThanMayBeChosen() {
    for (int table = 0; table < 2 * TableTracker.MOST_TABLES; table++) {
      tracker.onCalls(100 + table, 10, nowUs);
    }
    assertThat(tracker.wanted(nowUs)).hasSize(TableTracker.MOST_TABLES);
    tracker.forget(100);
    tracker.onCalls(ITEMS, 10, nowUs);
    assertThat(tracker.wanted(nowUs)).contains(ITEMS).hasSize(TableTracker.MOST_TABLES);
  }

  @Test
  void onlyThoseAreChosenThatAreNamed() {
    tracker.onCalls(ITEMS, 10, nowUs);
    tracker.onCalls(ORDERS, 10, nowUs);
    tracker.chooseOnly(List.of(ITEMS), nowUs);
    tracker.chooseOnly(List.of(ORDERS), nowUs);
    assertThat(tracker.giveUp(ITEMS, nowUs)).isFalse();
    assertThat(tracker.giveUp(ORDERS, nowUs)).isTrue();
  }

  @Test
  void afterAResetWritesAreStillKnown() {
    chosen();
    tracker.onWrite(ORDERS, nowUs);
    tracker.reset();
    assertThat(tracker.wanted(nowUs)).isEmpty();
    assertThat(tracker.isReadMostly(ORDERS, nowUs)).isFalse();
  }
}
