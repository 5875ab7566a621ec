package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.key.KeyCodec;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.placement.Primaries;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.BeginEpochView;
import org.thetisdb.core.wire.RouterToSite.CommitEpoch;
import org.thetisdb.core.wire.RouterToSite.EpochOver;
import org.thetisdb.core.wire.RouterToSite.EpochViewCommit;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.Install;
import org.thetisdb.core.wire.RouterToSite.RowImage;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.RunExclusively;

/** Scenarios of epochs in the order of decisions (decision 0050). */
final class EpochScenariosTest extends EpochFixture {
  EpochScenariosTest() {
    super(SchemeRegistry.COCO_PT, EpochViewRules.PHYSICAL);
  }

  @Test
  void whatOneSiteDecidesTheNextSeesBeforeAnyLogHasIt() {
    RanInEpochView first = run(1, call("Raise", 1, 2L, 1L));
    assertThat(first.decided()).isTrue();
    assertThat(first.rows()).hasSize(1);
    RanInEpochView second = run(1, call("Raise", 1, 2L, 1L));
    assertThat(valueOf(second)).isEqualTo(12L);
    assertThat(sum()).as("nobody else sees it").isEqualTo(60L);
    commit(first, second);
    assertThat(sum()).isEqualTo(62L);
  }

  @Test
  void whatMeetsTwoSitesIsLockedWhereItRanAndValidatedAtTheOther() {
    RanInEpochView ran = run(2, shift());
    assertThat(ran.decided()).isFalse();
    assertThat(ran.participants()).containsExactly(1);
    assertThat(validate(1, ran).valid()).isTrue();
    assertThat(run(1, call("Raise", 1, 2L, 1L), Message.class))
        .as("what it writes is locked, and nobody waits")
        .isInstanceOf(Replan.class);
    install(ran);
    assertThat(valueOf(run(1, call("Raise", 1, 2L, 1L)))).as("it is free").isEqualTo(4L);
    assertThat(valueOf(run(2, call("Raise", 1, 1L, 1L)))).isEqualTo(58L);
    commit(ran);
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 1L)))).isEqualTo(114L);
  }

  @Test
  void aEpochCoordinatorWithoutAShareIsAskedForNothingAndKeepsAll() {
    beginEpochViewWhereTheEpochCoordinatorOnlyKeeps();
    RanInEpochView ran = run(2, shift());
    assertThat(ran.decided()).as("site 2 is the primary of both counters").isTrue();
    RanInEpochView atEpochCoordinator = run(1, call("Raise", 1, 2L, 1L));
    assertThat(atEpochCoordinator.decided()).isFalse();
    assertThat(atEpochCoordinator.participants()).containsExactly(2);
    commit(ran);
    assertThat(sum()).isEqualTo(60L);
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 1L)))).as("counter 1").isEqualTo(114L);
  }

  @Test
  void aPrimaryRefusesWhatHasChangedSinceItWasRead() {
    RanInEpochView ran = run(2, shift());
    run(1, call("Raise", 1, 2L, 1L));
    assertThat(validate(1, ran).valid()).isFalse();
    assertThat(run(1, call("Raise", 1, 2L, 1L)).decided()).as("nothing is locked").isTrue();
  }

  @Test
  void aPrimaryRefusesARangeIntoWhichARowHasCome() {
    RanInEpochView ran = run(2, call("CountInto", 1, 1L, 20L, 50L));
    assertThat(ran.participants()).containsExactly(1);
    run(1, call("Raise", 1, 30L, 1L));
    assertThat(validate(1, ran).valid()).isFalse();
  }

  @Test
  void nobodyWritesIntoARangeThatWasValidatedUntilThatIsDecided() {
    RanInEpochView ran = run(2, call("CountInto", 1, 1L, 20L, 50L));
    assertThat(validate(1, ran).valid()).isTrue();
    assertThat(run(1, call("Raise", 1, 30L, 1L), Message.class)).isInstanceOf(Replan.class);
    nodes.get(1).send(new AbortInEpoch(epochView, ran.attemptId()));
    assertThat(run(1, call("Raise", 1, 30L, 1L)).decided()).isTrue();
  }

  @Test
  void aRowThatWasDeletedInTheEpochViewIsNotThere() {
    RanInEpochView dropped = run(1, call("Drop", 1, 2L, 1L));
    assertThat(valueOf(dropped)).isEqualTo(1L);
    assertThat(valueOf(run(1, call("Raise", 1, 2L, 3L)))).isEqualTo(3L);
  }

  @Test
  void anEpochViewThatEndsIsForgottenWithAllThatWasDecidedInIt() {
    run(1, call("Raise", 1, 2L, 1L));
    RanInEpochView ran = run(2, shift());
    validate(1, ran);
    beginEpochView();
    assertThat(valueOf(run(1, call("Raise", 1, 2L, 5L)))).isEqualTo(15L);
    nodes.get(1).send(new Install(epochView - 1, 0, 1L << 20, 1, ran.rows()));
    assertThat(valueOf(run(1, call("Raise", 1, 2L, 5L)))).as("it is over").isEqualTo(20L);
  }

  @Test
  void aMemberBeginsWhenItHasAllThatWasAcknowledgedBefore() {
    closeEpochView();
    execute(1, raise(2, 7));
    epochView++;
    VersionVector has = stopped(1);
    stopped(2);
    VersionVector never = has.with(1, has.get(1) + 1);
    nodes.get(2).answers.clear();
    nodes
        .get(2)
        .send(
            new BeginEpochView(
                epochView,
                1,
                BOTH,
                Primaries.WHOLE_SHARE,
                EpochViewRules.PHYSICAL,
                List.of(),
                true,
                never));
    world.runFor(STEP_US);
    assertThat(nodes.get(2).answers).as("it waits for the log").isEmpty();
    assertThat(run(2, call("Raise", 1, 1L, 1L), Message.class)).isInstanceOf(Replan.class);
    beginEpochView();
    assertThat(run(2, call("Raise", 1, 1L, 1L)).decided()).isTrue();
  }

  @Test
  void theEpochCoordinatorTakesAnEpochOnceThoughItComesTwice() {
    RanInEpochView ran = run(1, call("Raise", 1, 2L, 1L).session(70, 1));
    CommitEpoch message = epochOf(70, 1, ran);
    assertThat(((EpochCommitted) ask(1, message)).commits()).isEqualTo(1);
    nodes.get(1).answers.clear();
    nodes.get(1).send(message);
    world.runFor(STEP_US);
    assertThat(nodes.get(1).answers).isEmpty();
    RanInEpochView again = run(1, call("Raise", 1, 2L, 1L).session(70, 1));
    EpochCommitted second = (EpochCommitted) ask(1, epochOf(70, 1, again));
    assertThat(second.commits()).as("the call has committed before").isZero();
  }

  @Test
  void theEpochCoordinatorRefusesWhatItDoesNotMasterAndAllBehindIt() {
    RanInEpochView good = run(1, call("Raise", 1, 2L, 1L));
    RanInEpochView behind = run(1, call("Raise", 1, 2L, 1L));
    RowKey foreign = new RowKey(16, KeyCodec.encodeLong(102L)); // site 2 masters it
    EpochViewCommit elsewhere =
        new EpochViewCommit(
            0,
            0,
            good.catalog(),
            good.existence(),
            good.value(),
            List.of(new RowImage(foreign, good.rows().get(0).image())));
    List<EpochViewCommit> three = List.of(commitOf(good), elsewhere, commitOf(behind));
    Message answer = ask(1, new CommitEpoch(epochView, ++epoch, VersionVector.ZERO, three));
    assertThat(((EpochCommitted) answer).commits()).isEqualTo(1);
    assertThat(committed(behind).commits()).as("nothing follows in this epoch view").isZero();
    assertThat(sum()).isEqualTo(61L);
  }

  @Test
  void whatTheEpochCoordinatorDoesNotMasterDoesNotRunInAnEpochView() {
    assertThat(run(1, call("Raise", 1, 102L, 1L), Message.class))
        .isInstanceOf(RunExclusively.class);
  }

  @Test
  void theEpochCoordinatorRefusesWhatHasRunUnderOtherDefinitions() {
    RanInEpochView ran = run(1, call("Raise", 1, 2L, 1L));
    EpochViewCommit older = new EpochViewCommit(0, 0, 9, ran.existence(), ran.value(), ran.rows());
    EpochCommitted answer =
        (EpochCommitted)
            ask(1, new CommitEpoch(epochView, ++epoch, VersionVector.ZERO, List.of(older)));
    assertThat(answer.commits()).isZero();
  }

  @Test
  void nobodyWritesAClosedTable() {
    RanInEpochView before = run(1, call("Raise", 1, 2L, 1L));
    beginEpochViewWithout(16);
    RunExclusively back = run(1, call("Raise", 1, 2L, 1L), RunExclusively.class);
    assertThat(back.closedTable()).isEqualTo(16);
    assertThat(committed(before).commits()).as("nor does the epoch coordinator take it").isZero();
  }

  @Test
  void whileAnEpochViewIsOpenNothingElseCommits() {
    assertThat(execute(1, raise(2, 1))).isInstanceOf(Replan.class);
    closeEpochView();
    assertThat(valueOf(execute(1, raise(2, 1)))).isEqualTo(11L);
  }

  @Test
  void aTransactionEndsWhenAnEpochChangesARowThatItLocked() {
    Executed statement =
        (Executed) execute(1, raise(2, 1).in(80, 1, true, TransactionRef.READ_COMMITTED));
    assertThat(statement.message()).isEmpty();
    commit(run(1, call("Raise", 1, 2L, 5L)));
    closeEpochView();
    Executed end = (Executed) execute(1, call("thetis.commit", 0).in(80, 1, false, 0));
    assertThat(end.errorNumber()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE.number());
    assertThat(sum()).isEqualTo(65L);
  }

  @Test
  void anErrorIsAnOutcomeThatIsValidated() {
    RanInEpochView ran = run(2, call("Raise", 1, 2L, -11L));
    assertThat(ran.errorNumber()).isEqualTo(ErrorCode.ABORTED_BY_PROCEDURE.number());
    assertThat(ran.rows()).isEmpty();
    run(1, call("Raise", 1, 2L, 1L));
    assertThat(validate(1, ran).valid()).as("it is 11 by now").isFalse();
  }

  @Test
  void rowsStayVisibleWhenTheStoreTakesThemOver() {
    for (int i = 1; i <= 12; i++) {
      RanInEpochView ran = run(1, call("Raise", 1, 2L, 1L));
      assertThat(valueOf(ran)).isEqualTo(10L + i);
      EpochCommitted done = commit(ran);
      nodes.values().forEach(node -> node.send(new EpochOver(epochView, 0, epoch, done.vector())));
      RanInEpochView other = run(2, call("Raise", 1, 1L, 1L));
      assertThat(valueOf(other)).isEqualTo(50L + i);
      nodes.get(1).send(new Install(epochView, 0, other.clock(), ++order, other.rows()));
      EpochCommitted too = commit(other);
      nodes.get(1).send(new EpochOver(epochView, order, epoch, too.vector()));
      nodes.get(2).send(new EpochOver(epochView, 0, i, too.vector()));
      cut();
    }
    assertThat(sum()).isEqualTo(84L);
  }
}
