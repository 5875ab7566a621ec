package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.RunExclusively;

/**
 * Scenarios of epoch views in which nobody writes the table of counters (decision 0090); they are
 * the same however transactions are kept apart. Site 1 is the primary of counters, and of notes
 * about them, with even numbers.
 */
abstract class ReadMostlyTableFixture extends DistributedOrderFixture {
  static final int COUNTERS = 16;

  ReadMostlyTableFixture(SchemeSpec scheme, EpochViewRules rules) {
    super(scheme, rules);
    beginEpochViewWithout(COUNTERS);
  }

  /** Has a call run that notes the sum of both counters at a site. */
  <M extends Message> M note(int site, Class<M> kind) {
    return run(site, call("Note", 1, (long) site + 1, 1L, 2L), kind);
  }

  RanInEpochView note(int site) {
    return note(site, RanInEpochView.class);
  }

  /** Has a call run that writes a counter. */
  RunExclusively raise() {
    return run(1, call("Raise", 1, 2L, 1L), RunExclusively.class);
  }

  /** Whether others have a say about what has run. */
  boolean meetsOthers(RanInEpochView ran) {
    return !ran.participants().isEmpty();
  }

  @Test
  void whoReadsAClosedTableMeetsNobodyForIt() {
    for (int site : BOTH) {
      RanInEpochView ran = note(site);
      assertThat(valueOf(ran)).as("its own copy").isEqualTo(60L);
      assertThat(meetsOthers(ran)).isFalse();
      assertThat(ran.rows()).hasSize(1);
    }
  }

  @Test
  void whoWritesAClosedTableIsSentAwayToRunAlone() {
    assertThat(raise().closedTable()).isEqualTo(COUNTERS);
    closeEpochView();
    assertThat(valueOf(execute(1, raise(2, 1)))).isEqualTo(11L);
  }

  @Test
  void theNextEpochViewReadsWhatWasWrittenBeforeIt() {
    closeEpochView();
    execute(1, raise(1, 7));
    beginEpochView();
    RanInEpochView ran = note(2);
    assertThat(valueOf(ran)).isEqualTo(67L);
    assertThat(meetsOthers(ran)).isFalse();
  }

  @Test
  void theEpochCoordinatorTakesNoWriteOfAClosedTable() {
    RanInEpochView ran = note(1);
    int notes = ran.rows().get(0).key().tableId();
    beginEpochViewWithout(notes);
    assertThat(committed(ran).commits()).isZero();
  }

  @Test
  void whereNoTableIsClosedOthersAreAskedForWhatWasRead() {
    beginEpochViewWithout(COUNTERS + 100);
    assertThat(meetsOthers(note(1))).isTrue();
  }
}
