package org.thetisdb.router.readmostly;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.wire.RouterToSite.TableRights;

/**
 * Scenarios about three sites, and a table of items that is read by all and hardly ever written.
 */
final class PhaseTablesTest {
  private static final int ITEMS = 20;
  private static final int ORDERS = 21;
  private static final long REST_US = 1_000;

  private final BitSet serving = new BitSet();
  private long phase = 100;
  private long nowUs;
  private final PhaseTables tables =
      new PhaseTables(new ReadMostlyConfig(REST_US, REST_US, 1), 3, serving::get, phase);

  PhaseTablesTest() {
    serving.set(1, 4);
  }

  private void know(int... sites) {
    for (int site : sites) {
      tables.onPhaseSet(site, phase);
    }
  }

  private TableRights next() {
    phase++;
    tables.onPhase(phase, nowUs);
    return tables.rights();
  }

  private TableRights nextWhenAllKnow() {
    know(1, 2, 3);
    return next();
  }

  /** Items are read everywhere. */
  private void shared() {
    nextWhenAllKnow();
    tables.onCrossed(ITEMS, nowUs);
    nextWhenAllKnow();
    nextWhenAllKnow();
    assertThat(tables.isReadEverywhere(ITEMS)).isTrue();
  }

  @Test
  void nothingIsOpenBeforeAllSitesHaveHeardOfThisRouter() {
    know(1, 2);
    assertThat(next()).isEqualTo(TableRights.ALL_CLOSED);
    assertThat(tables.isOpen(ORDERS)).isFalse();
    assertThat(tables.isPhaseWanted()).isFalse();
    know(3);
    assertThat(tables.isPhaseWanted()).as("a statement may wait for it").isTrue();
    assertThat(next().closesAll()).isFalse();
    assertThat(tables.isOpen(ORDERS)).isTrue();
  }

  @Test
  void whosePlaceAnotherSiteHasTakenNeedNotKnow() {
    know(1, 2);
    serving.clear(3);
    assertThat(next().closesAll()).isFalse();
  }

  @Test
  void aTableIsReadEverywhereWhenNobodyWritesItAnyMore() {
    nextWhenAllKnow();
    tables.onCrossed(ITEMS, nowUs);
    assertThat(nextWhenAllKnow()).isEqualTo(new TableRights(false, List.of(ITEMS), List.of()));
    know(1, 3);
    assertThat(next().readEverywhere()).as("site 2 may still write it").isEmpty();
    know(2);
    assertThat(next()).isEqualTo(new TableRights(false, List.of(ITEMS), List.of(ITEMS)));
  }

  @Test
  void oneThatWasJustWrittenIsNot() {
    nextWhenAllKnow();
    tables.onWrite(ITEMS, nowUs);
    tables.onCrossed(ITEMS, nowUs);
    assertThat(nextWhenAllKnow().closed()).isEmpty();
    nowUs += REST_US;
    tables.onCrossed(ITEMS, nowUs);
    assertThat(nextWhenAllKnow().closed()).containsExactly(ITEMS);
  }

  @Test
  void itIsWrittenWhereItIsMasteredWhenNobodyReadsCopiesAnyMore() {
    shared();
    tables.wantOpen(ITEMS);
    assertThat(tables.isPhaseWanted()).isTrue();
    assertThat(next()).isEqualTo(new TableRights(false, List.of(ITEMS), List.of()));
    know(1, 2);
    assertThat(next().closed()).as("site 3 may still read it").containsExactly(ITEMS);
    know(3);
    assertThat(next().closed()).isEmpty();
    assertThat(tables.isOpen(ITEMS)).isTrue();
  }

  @Test
  void oneThatIsWrittenOftenIsReadEverywhereNoMore() {
    shared();
    readAndWrite(100, 5);
    assertThat(nextWhenAllKnow().readEverywhere()).containsExactly(ITEMS);
    readAndWrite(100, 20);
    assertThat(nextWhenAllKnow().readEverywhere()).isEmpty();
  }

  private void readAndWrite(int reads, int writes) {
    for (int i = 0; i < reads; i++) {
      tables.onSaved(ITEMS, nowUs);
    }
    for (int i = 0; i < writes; i++) {
      tables.onWrite(ITEMS, nowUs);
    }
    nowUs += REST_US;
  }

  @Test
  void oneThatCallsDoNotMeetAnyMoreIsOpened() {
    shared();
    nowUs += 10 * REST_US + 1;
    assertThat(nextWhenAllKnow()).isEqualTo(new TableRights(false, List.of(ITEMS), List.of()));
    assertThat(nextWhenAllKnow().closed()).isEmpty();
    assertThat(tables.isOpen(ITEMS)).isTrue();
  }

  @Test
  void noneIsReadEverywhereIfThatIsSwitchedOff() {
    PhaseTables none = new PhaseTables(ReadMostlyConfig.NONE, 0, serving::get, phase);
    assertThat(none.isReadMostly(ITEMS, nowUs)).isFalse();
    for (int i = 0; i < 100; i++) {
      none.onCrossed(ITEMS, nowUs);
    }
    none.onPhase(phase + 1, nowUs);
    assertThat(none.rights()).isEqualTo(new TableRights(false, List.of(), List.of()));
  }

  @Test
  void afterAnotherSchemeAllBeginsAnew() {
    shared();
    phase++;
    tables.reset(phase);
    assertThat(tables.rights()).isEqualTo(TableRights.ALL_CLOSED);
    assertThat(tables.isReadEverywhere(ITEMS)).isFalse();
    assertThat(nextWhenAllKnow().closesAll()).isFalse();
  }
}
