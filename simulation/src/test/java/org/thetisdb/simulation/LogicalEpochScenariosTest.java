package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.AbortInEpoch;
import org.thetisdb.core.wire.RouterToSite.EpochOver;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules;
import org.thetisdb.core.wire.RouterToSite.EpochViewRules.Apart;
import org.thetisdb.core.wire.RouterToSite.Fence;
import org.thetisdb.core.wire.SiteToRouter.EpochCommitted;
import org.thetisdb.core.wire.SiteToRouter.Fenced;
import org.thetisdb.core.wire.SiteToRouter.RanInEpochView;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.Validated;

/** Scenarios of epochs in logical time (decision 0067). */
final class LogicalEpochScenariosTest extends EpochFixture {
  LogicalEpochScenariosTest() {
    super(SchemeRegistry.COCO_LT, new EpochViewRules(Apart.LOGICAL_TIME, false));
  }

  @Test
  void aReadRowIsWrittenLaterWhileItsReaderIsUndecided() {
    RanInEpochView reader = run(2, call("RaiseBy", 1, 1L, 2L));
    assertThat(reader.decided()).isFalse();
    assertThat(reader.participants()).containsExactly(1);
    assertThat(validate(1, reader, 20).until()).isEqualTo(20);
    RanInEpochView writer = run(1, call("Raise", 1, 2L, 5L));
    assertThat(writer.decided()).isTrue();
    assertThat(writer.clock()).as("nobody writes what was read").isGreaterThan(20);
    install(reader, reader.clock());
    assertThat(valueOf(run(2, call("Raise", 1, 1L, 1L)))).as("it has read 10").isEqualTo(61L);
  }

  @Test
  void aRowThatHasChangedIsNotReadAnyLonger() {
    RanInEpochView reader = run(2, call("RaiseBy", 1, 1L, 2L));
    run(1, call("Raise", 1, 2L, 5L));
    assertThat(validate(1, reader, 20).valid()).isFalse();
  }

  @Test
  void aRowThatAnotherOneIsAboutToWriteIsReadUntilItWasReadBefore() {
    RanInEpochView writer = run(2, shift());
    assertThat(validate(1, writer, 20).clock()).isEqualTo(1);
    assertThat(run(1, call("RaiseBy", 1, 4L, 2L), Message.class)).isInstanceOf(Replan.class);
    nodes.values().forEach(node -> node.send(new AbortInEpoch(epochView, writer.attemptId())));
    validate(1, run(2, call("RaiseBy", 1, 3L, 2L)), 20);
    RanInEpochView later = run(2, shift());
    assertThat(validate(1, later, 20).clock()).isEqualTo(21);
    RanInEpochView reader = run(1, call("RaiseBy", 1, 4L, 2L));
    assertThat(reader.decided()).isTrue();
    assertThat(reader.clock()).isLessThan(21);
    assertThat(run(1, call("Raise", 1, 2L, 1L), Message.class))
        .as("it is locked to all others")
        .isInstanceOf(Replan.class);
  }

  @Test
  void whatOneHasReadIsKnownToHoldForTheNextOne() {
    RanInEpochView first = run(2, call("RaiseBy", 1, 1L, 2L));
    validate(1, first, 20);
    install(first, 5);
    RanInEpochView second = run(2, call("RaiseBy", 1, 3L, 2L));
    assertThat(second.decided()).as("nobody is asked").isTrue();
    assertThat(second.clock()).isLessThanOrEqualTo(5);
    assertThat(run(2, call("RaiseBy", 1, 1L, 2L)).decided()).as("it would be later").isFalse();
  }

  @Test
  void aMemberIsAskedForMoreTimeAndLocksNothingAnew() {
    RanInEpochView ran = run(2, call("Shift", 1, 1L, 2L, 7L));
    assertThat(validate(1, ran, 20).valid()).isTrue();
    assertThat(validate(1, ran, 40).valid()).isTrue();
    install(ran, 40);
    assertThat(run(1, call("Raise", 1, 2L, 1L)).clock()).isEqualTo(41);
  }

  @Test
  void aRowComesIntoARangeBehindAllThatHaveReadIt() {
    RanInEpochView ran = run(2, call("CountInto", 1, 1L, 20L, 50L));
    assertThat(ran.participants()).containsExactly(1);
    assertThat(validate(1, ran, 20).until()).isEqualTo(20);
    assertThat(run(1, call("Raise", 1, 30L, 1L)).clock()).isGreaterThan(20);
    assertThat(validate(1, ran, 40).valid()).as("there is no more time").isFalse();
  }

  @Test
  void aRangeIsNotReadUntilARowHasGoneAgainThatTheReaderHasNotSeen() {
    RanInEpochView ran = run(2, call("CountInto", 1, 1L, 20L, 50L));
    run(1, call("Raise", 1, 30L, 1L));
    RanInEpochView gone = run(1, call("Drop", 1, 30L, 1L));
    Validated said = validate(1, ran, 20);
    assertThat(said.valid()).isTrue();
    assertThat(said.from()).isEqualTo(gone.clock());
  }

  @Test
  void aDeletedRowIsAVersionOfItsOwn() {
    RanInEpochView ran = run(2, call("RaiseBy", 1, 1L, 30L));
    run(1, call("Raise", 1, 30L, 1L));
    run(1, call("Drop", 1, 30L, 1L));
    assertThat(validate(1, ran, 20).valid()).isFalse();
  }

  @Test
  void nothingIsDecidedAtATimeThatIsFenced() {
    assertThat(run(1, call("Raise", 1, 2L, 1L)).clock()).isEqualTo(1);
    assertThat(((Fenced) ask(1, new Fence(epochView, 100, false))).time()).isEqualTo(100);
    assertThat(run(1, call("Raise", 1, 2L, 1L)).clock()).isEqualTo(101);
    assertThat(run(1, call("Raise", 1, 4L, 1L)).clock()).isEqualTo(101);
  }

  @Test
  void rowsStayVisibleWhenTheStoreTakesThemOver() {
    for (int i = 1; i <= 12; i++) {
      RanInEpochView ran = run(1, call("Raise", 1, 2L, 1L));
      assertThat(valueOf(ran)).isEqualTo(10L + i);
      EpochCommitted done = commit(ran);
      ask(1, new Fence(epochView, ran.clock(), false));
      nodes.get(1).send(new EpochOver(epochView, ran.clock(), 0, done.vector()));
      cut();
    }
    assertThat(sum()).isEqualTo(72L);
  }
}
