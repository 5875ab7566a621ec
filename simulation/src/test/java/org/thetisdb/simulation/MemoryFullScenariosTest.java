package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.wire.SiteToRouter.Executed;

/** Scenarios about site 1, which has so little memory that it is full soon; site 2 has enough. */
final class MemoryFullScenariosTest extends SiteFixture {
  private static final int SMALL_BYTES = 10_000;
  private static final long ROW_LIMIT = 99;

  private long stored;

  MemoryFullScenariosTest() {
    super(SMALL_BYTES, 64 << 20, 0, 1);
  }

  @BeforeEach
  void siteOneIsFilled() {
    while (stored < ROW_LIMIT && errorOf(execute(1, raise(stored + 1, 1))) == 0) {
      stored++;
    }
    assertThat(stored).isBetween(10L, ROW_LIMIT - 1);
  }

  @Test
  void updatesAreRefusedWithACodeAndNothingOfThemRemains() {
    Executed refused = (Executed) execute(1, raise(stored + 1, 1));
    assertThat(refused.errorNumber()).isEqualTo(ErrorCode.MEMORY_FULL.number());
    assertThat(refused.message()).contains("row store of site 1 is full");
    assertThat(valueOf(execute(1, call("Sum", 1, stored + 1, stored + 1)))).isEqualTo(0L);
    assertThat(nodes.get(1).halted).isNull();
  }

  @Test
  void readsGoOnAndNothingIsLost() {
    for (long id = 1; id <= stored; id++) {
      assertThat(valueOf(execute(1, call("Sum", 1, id, 99L)))).isEqualTo(1L);
    }
  }

  @Test
  void whatOtherSitesCommitIsStillApplied() {
    for (long id = 101; id <= 103; id++) {
      assertThat(valueOf(execute(2, raise(id, 7)))).isEqualTo(7L);
    }
    cut();
    assertThat(valueOf(execute(1, call("Sum", 1, 101L, 103L)))).isEqualTo(14L);
    assertThat(nodes.get(1).halted).isNull();
  }

  @Test
  void rowsCanBeDeletedAndThenThereIsRoomAgain() {
    assertThat(valueOf(execute(1, call("Drop", 1, 1L, 5L).writes(P0, 0)))).isEqualTo(5L);
    cut();
    world.runFor(10 * STEP_US);
    assertThat(valueOf(execute(1, raise(stored + 1, 1)))).isEqualTo(1L);
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, stored + 1)))).isEqualTo(1L);
  }

  @Test
  void aSiteThatStartsAgainHasAllOfItsRowsAndIsStillFull() {
    nodes.get(1).kill();
    start(1);
    for (long id = 1; id <= stored; id++) {
      assertThat(valueOf(execute(1, call("Sum", 1, id, 99L)))).isEqualTo(1L);
    }
    assertThat(errorOf(execute(1, raise(stored + 1, 1)))).isEqualTo(ErrorCode.MEMORY_FULL.number());
  }

  @Test
  void aRefreshThatFindsNoHeadroomEndsTheSiteInsteadOfBeingDropped() {
    for (long id = 101; id <= 199 && nodes.get(1).halted == null; id++) {
      assertThat(valueOf(execute(2, raise(id, 7)))).isEqualTo(7L);
    }
    assertThat(nodes.get(1).halted).hasMessageContaining("row store of site 1 is full");
  }

  private static int errorOf(org.thetisdb.core.wire.Message message) {
    return ((Executed) message).errorNumber();
  }
}
