package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules.Apart;
import org.thetisdb.core.wire.RouterToSite.Fence;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.Replan;

/** Scenarios of epochs in which calls only read from one snapshot (decision 0068). */
final class SnapshotEpochScenariosTest {
  /** In the order of decisions. */
  @Nested
  final class InPhysicalTime extends EpochFixture {
    InPhysicalTime() {
      super(SchemeRegistry.COCO_PT, new EpochViewRules(Apart.PHYSICAL_TIME, true));
    }

    @Test
    void whatWasReadMayChangeBeforeItsReaderIsDecided() {
      RanInEpochView reader = run(2, call("RaiseBy", 1, 1L, 2L));
      assertThat(validate(1, reader).valid()).isTrue();
      assertThat(run(1, call("Raise", 1, 2L, 1L)).decided()).isTrue();
    }

    @Test
    void whatIsWrittenMayNot() {
      RanInEpochView first = run(2, shift());
      assertThat(validate(1, first).valid()).isTrue();
      assertThat(run(1, call("Raise", 1, 2L, 1L), Message.class)).isInstanceOf(Replan.class);
    }

    @Test
    void theFirstToCommitAChangeWins() {
      RanInEpochView loser = run(2, call("Fill", 1, 2L, 1L));
      run(1, call("Raise", 1, 2L, 1L));
      assertThat(validate(1, loser).valid()).isFalse();
    }
  }

  /** In logical time. */
  @Nested
  final class InLogicalTime extends EpochFixture {
    InLogicalTime() {
      super(SchemeRegistry.COCO_LT, new EpochViewRules(Apart.LOGICAL_TIME, true));
    }

    @Test
    void whatHasNotChangedInTheEpochIsReadWithoutAWord() {
      RanInEpochView one = run(2, call("RaiseBy", 1, 1L, 2L));
      RanInEpochView other = run(1, call("RaiseBy", 1, 2L, 1L));
      assertThat(one.decided()).isTrue();
      assertThat(other.decided()).as("write skew").isTrue();
      assertThat(one.until()).as("it may have seen an anomaly").isLessThan(one.clock());
    }

    @Test
    void whoHasReadNothingElseIsKnownToBeSerializable() {
      RanInEpochView alone = run(1, call("Raise", 1, 2L, 1L));
      assertThat(alone.until()).isGreaterThanOrEqualTo(alone.clock());
      RanInEpochView own = run(1, call("RaiseBy", 1, 4L, 2L));
      assertThat(own.until()).isGreaterThanOrEqualTo(own.clock());
    }

    @Test
    void whoHasSeenWhatIsNewAsksWhetherAllElseHoldsAsLong() {
      RanInEpochView ran = run(2, call("Raise", 1, 1L, 1L));
      RanInEpochView reader = run(2, call("CountInto", 1, 3L, 1L, 10L));
      assertThat(reader.from()).isEqualTo(ran.clock());
      assertThat(reader.participants()).containsExactly(1);
      assertThat(validate(1, reader, 20).until()).isEqualTo(20);
    }

    @Test
    void theFirstToCommitAChangeWins() {
      RanInEpochView loser = run(2, call("Fill", 1, 2L, 1L));
      assertThat(loser.participants()).containsExactly(1);
      run(1, call("Raise", 1, 2L, 1L));
      assertThat(validate(1, loser, 20).valid()).isFalse();
    }

    @Test
    void aSnapshotIsNotOlderThanWhatIsComplete() {
      RanInEpochView ran = run(1, call("Raise", 1, 2L, 1L));
      ask(1, new Fence(epochView, ran.clock(), false));
      nodes.get(1).send(new Fence(epochView, ran.clock(), true));
      assertThat(run(1, call("RaiseBy", 1, 4L, 6L)).from()).isEqualTo(ran.clock());
    }
  }
}
