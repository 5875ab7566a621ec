package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.core.wire.RouterToSite.Part;
import org.thetisdb.core.wire.RouterToSite.Step;
import org.thetisdb.core.wire.RouterToSite.Undecided;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Ran;
import org.thetisdb.core.wire.SiteToRouter.Replan;

/**
 * Scenarios about transactions that run first and are validated then, at two sites and with a
 * router that is played by the test (decision 0049, hazard 19). Counter 1 is at site 1, counter 101
 * at site 2, where the transactions run.
 */
final class ValidationScenariosTest extends SiteFixture {
  private static final long TRANSACTION = (1L << 40) + 1;

  ValidationScenariosTest() {
    nodes.values().forEach(node -> node.send(new FollowScheme(SchemeRegistry.DIST_OCC.name())));
    execute(1, raise(1, 50));
    execute(2, raise(101, 10));
    cut();
  }

  @Test
  void aRunIsKeptAsideUntilItsParticipantHasPreparedAndThenCommits() {
    Ran ran = run(shift());
    assertThat(ran.touched().written()).hasSize(2);
    assertThat(sum()).as("nobody sees it").isEqualTo(60L);
    VersionVector prepared = prepare(ran);
    assertThat(valueOf(finish(prepared))).isEqualTo(7L);
    cut();
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 2L)))).isEqualTo(43L);
    assertThat(valueOf(execute(1, raise(1, 1)))).as("its row is free").isEqualTo(44L);
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(18L);
  }

  @Test
  void aParticipantRefusesWhatHasChangedSinceItWasRead() {
    Ran ran = run(shift());
    execute(1, raise(1, 5));
    assertThat(validate(ran)).isInstanceOf(Replan.class);
    assertThat(valueOf(execute(1, raise(1, 5)))).as("nothing is prepared").isEqualTo(60L);
  }

  @Test
  void aParticipantRefusesARowThatIsNoLongerThere() {
    Ran ran = run(shift());
    execute(1, call("Drop", 1, 1L, 1L).writes(P0, 0));
    cut();
    cut();
    assertThat(validate(ran)).isInstanceOf(Replan.class);
  }

  @Test
  void aParticipantRefusesARowThatWasNotThere() {
    Ran ran = run(call("Shift", 1, 9L, 101L, 7L).writes(P1, 0));
    execute(1, raise(9, 5));
    assertThat(validate(ran)).isInstanceOf(Replan.class);
  }

  @Test
  void aParticipantRefusesARangeIntoWhichARowHasCome() {
    Ran ran = run(call("CountInto", 1, 101L, 1L, 50L).writes(P1, 0));
    execute(1, raise(9, 5));
    assertThat(validate(ran)).isInstanceOf(Replan.class);
  }

  @Test
  void aParticipantValidatesARangeThatIsAsItWas() {
    VersionVector prepared = prepare(run(call("CountInto", 1, 101L, 1L, 50L).writes(P1, 0)));
    assertThat(valueOf(finish(prepared))).isEqualTo(1L);
  }

  @Test
  void whatItReadWhereItRanIsValidatedThereInTheEnd() {
    Ran ran = run(call("RaiseBy", 1, 1L, 101L));
    VersionVector prepared = prepare(ran);
    execute(2, raise(101, 1));
    assertThat(finish(prepared)).as("it read 10, which is 11 now").isInstanceOf(Replan.class);
    assertThat(sum()).isEqualTo(61L);
  }

  @Test
  void nobodyWritesWhatARunIsAboutToWriteUntilNothingComesOfIt() {
    run(shift());
    assertThat(execute(2, raise(101, 1))).as("nobody waits").isInstanceOf(Replan.class);
    nodes.get(2).send(new Undecided(TRANSACTION, VersionVector.ZERO, List.of(TRANSACTION)));
    assertThat(execute(2, raise(101, 1))).as("it may be decided yet").isInstanceOf(Replan.class);
    nodes.get(2).send(new Undecided(TRANSACTION, VersionVector.ZERO, List.of()));
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(11L);
  }

  @Test
  void aSiteThatRestartsHasLostItsRunsAndDecidesNoneOfThem() {
    VersionVector prepared = prepare(run(shift()));
    nodes.get(2).kill();
    start(2);
    nodes.get(2).send(new FollowScheme(SchemeRegistry.DIST_OCC.name()));
    assertThat(finish(prepared)).isInstanceOf(Replan.class);
    assertThat(sum()).isEqualTo(60L);
  }

  @Test
  void anErrorIsToldWhenItIsValidThatWhatItFollowsFromWasRead() {
    CallBuilder tooMuch = call("Raise", 1, 1L, -51L);
    Ran ran = run(tooMuch);
    execute(1, raise(1, 5));
    assertThat(validate(ran)).as("it is 55 by now").isInstanceOf(Replan.class);
    nodes.get(2).send(new Undecided(TRANSACTION, VersionVector.ZERO, List.of()));
    cut();
    VersionVector prepared = prepare(run(call("Raise", 1, 1L, -56L)));
    Executed refused = (Executed) finish(prepared);
    assertThat(refused.message()).contains("would fall below 0");
  }

  private Object sum() {
    cut();
    return valueOf(execute(2, call("Sum", 1, 1L, 101L)));
  }

  private static CallBuilder shift() {
    return call("Shift", 1, 1L, 101L, 7L).writes(P1, 0);
  }

  private Ran run(CallBuilder call) {
    Message answer = ask(2, new Part(TRANSACTION, Step.RUN, null, call.build(nodes.get(2))));
    assertThat(answer).isInstanceOf(Ran.class);
    return (Ran) answer;
  }

  private VersionVector prepare(Ran ran) {
    Executed prepared = (Executed) validate(ran);
    assertThat(prepared.message()).isEmpty();
    return prepared.vector();
  }

  private Message validate(Ran ran) {
    CallBuilder part = call("Shift", 1, 1L, 101L, 7L).writes(P0, 0).plan(ran.touched());
    return ask(1, new Part(TRANSACTION, Step.PREPARE, ran.observed(), part.build(nodes.get(1))));
  }

  private Message finish(VersionVector prepared) {
    Node second = nodes.get(2);
    second.answers.clear();
    Execute call = shift().repetition(prepared).build(second);
    second.send(new Part(TRANSACTION, Step.FINISH, null, call));
    cut();
    return second.answers.get(0);
  }
}
