package org.thetisdb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.client.ClientFixture.FIRST;
import static org.thetisdb.client.ClientFixture.SECOND;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.ClientFixture.Outcome;
import org.thetisdb.client.link.Upkeep;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Call;

/** Connections that are lost, before and after a call was sent. */
class LostConnectionTest {
  private final ClientFixture fixture = new ClientFixture(FIRST, SECOND);
  private final SessionCore session = fixture.client.openSession();
  private FakeRouter silent;

  @Test
  void callThatWasNeverSentIsNotRun() {
    fixture.start();
    Outcome outcome = fixture.call(session, "Pay");

    fixture.scheduler.passMs(9_990);
    assertThat(outcome.isOpen()).isTrue();
    fixture.scheduler.passMs(20);

    assertThat(outcome.get().isNotRun()).isTrue();
    assertThat(outcome.get().code()).isEqualTo(ErrorCode.NOT_CONNECTED);
    assertThat(outcome.get().message()).contains("first:1,second:2", "connection refused");
  }

  @Test
  void callThatWaitsForTheConnectionIsSentOnceItStands() {
    fixture.start();
    Outcome outcome = fixture.call(session, "Pay");
    FakeRouter router = fixture.router(SECOND);
    router.commitsEverything(ValueCodec.encode(5L));

    fixture.scheduler.passMs(3_000);

    assertThat(outcome.get().result()).isEqualTo(5L);
    assertThat(router.lastCall().repetition()).isFalse();
  }

  @Test
  void callThatWasSentIsRepeatedWithItsNumber() {
    FakeRouter first = fixture.router(FIRST);
    fixture.start();
    Outcome outcome = fixture.call(session, "Pay");
    Call original = first.lastCall();
    FakeRouter second = fixture.router(SECOND);
    second.commitsEverything(ValueCodec.encode("done"));

    first.crash();
    fixture.scheduler.passMs(2_000);

    Call repeated = second.lastCall();
    assertThat(original.repetition()).isFalse();
    assertThat(repeated.repetition()).isTrue();
    assertThat(repeated.session()).isEqualTo(original.session());
    assertThat(repeated.sequence()).isEqualTo(original.sequence());
    assertThat(repeated.timeoutMs()).isLessThan(original.timeoutMs());
    assertThat(outcome.get().result()).isEqualTo("done");
  }

  @Test
  void callThatWasSentIsUnknownWhenItsTimeIsOver() {
    FakeRouter router = fixture.router(FIRST);
    fixture.start();
    Outcome outcome = fixture.call(session, "Pay");

    router.crash();
    fixture.scheduler.passMs(9_000);
    assertThat(outcome.isOpen()).isTrue();
    fixture.scheduler.passMs(2_000);

    assertThat(outcome.get().isUnknown()).isTrue();
    assertThat(outcome.get().code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
  }

  @Test
  void noCallWaitsLongerForARouterThanTheReconnectTimeout() {
    ClientFixture patient = patientCalls();
    FakeRouter router = patient.router(FIRST);
    patient.start();
    SessionCore its = patient.client.openSession();
    Outcome sent = patient.call(its, "Pay");
    Outcome queued = patient.call(its, "Pay");

    router.crash();
    patient.scheduler.passMs(2_900);
    assertThat(sent.isOpen()).isTrue();
    Outcome later = patient.call(patient.client.openSession(), "Pay");
    patient.scheduler.passMs(500);

    assertThat(sent.get().isUnknown()).isTrue();
    assertThat(sent.get().message()).contains("no router for 3000 ms", "connection refused");
    assertThat(queued.get().isNotRun()).isTrue();
    assertThat(queued.get().code()).isEqualTo(ErrorCode.NOT_CONNECTED);
    assertThat(later.isOpen()).as("it has not waited for so long").isTrue();
    patient.scheduler.passMs(2_900);
    assertThat(later.get().isNotRun()).isTrue();
  }

  @Test
  void aRouterThatComesBackInTimeStartsTheWaitingAnew() {
    ClientFixture patient = patientCalls();
    FakeRouter router = patient.router(FIRST);
    patient.start();
    Outcome outcome = patient.call(patient.client.openSession(), "Pay");

    for (int crash = 0; crash < 5; crash++) {
      router.crash();
      patient.scheduler.passMs(2_000);
      router = patient.router(FIRST);
      patient.scheduler.passMs(1_000);
    }

    assertThat(outcome.isOpen()).isTrue();
    router.commit(router.lastCall(), VersionVector.of(9), new byte[0]);
    patient.scheduler.settle();
    assertThat(outcome.get().isUnknown()).isFalse();
  }

  private static ClientFixture patientCalls() {
    ClientOptions options =
        ClientFixture.OPTIONS
            .withCallTimeout(Duration.ofMinutes(5))
            .withReconnectTimeout(Duration.ofSeconds(3));
    return new ClientFixture(options, Upkeep.ALWAYS, FIRST);
  }

  @Test
  void silenceOfRouterIsUnknownToo() {
    fixture.router(FIRST);
    fixture.start();
    Outcome outcome = fixture.call(session, "Pay");

    fixture.scheduler.passMs(11_000);

    assertThat(outcome.get().isUnknown()).isTrue();
    assertThat(outcome.get().message()).contains("no answer within 10000 ms");
  }

  @Test
  void lateAnswerOfAnEndedCallIsIgnored() {
    FakeRouter router = fixture.router(FIRST);
    fixture.start();
    Outcome outcome = fixture.call(session, "Pay");
    fixture.scheduler.passMs(11_000);

    router.commit(router.lastCall(), VersionVector.of(9), new byte[0]);
    fixture.scheduler.settle();

    assertThat(outcome.get().isUnknown()).isTrue();
  }

  /** Its session ids are somebody else's there, and what its sessions saw was never. */
  @Test
  void aClusterThatWasMadeAnewInTheOldOnesPlaceIsRefused() {
    FakeRouter router = fixture.router(FIRST);
    router.clusterId = 1;
    fixture.start();
    fixture.call(session, "Pay");
    router.commit(router.lastCall(), VersionVector.of(9), new byte[0]);

    router.clusterId = 2;
    router.connection.breakNow();
    Outcome outcome = fixture.call(session, "Pay");
    fixture.scheduler.passMs(11_000);

    assertThat(outcome.get().code()).isEqualTo(ErrorCode.NOT_CONNECTED);
    assertThat(router.calls).as("nothing is asked of it").hasSize(1);
    assertThat(fixture.losses).anyMatch(loss -> loss.contains("is another cluster than the one"));
  }

  @Test
  void pingsFindThePeerDead() {
    FakeRouter first = fixture.router(FIRST);
    fixture.start();
    fixture.scheduler.passMs(10_000);
    assertThat(fixture.losses).isEmpty();

    first.answersPings = false;
    fixture.scheduler.passMs(6_000);

    assertThat(fixture.losses).isNotEmpty();
    assertThat(fixture.losses.get(0)).contains("no sign of life");
  }

  @Test
  void aSleepingRouterIsLeftWithinHalfASecond() {
    FakeRouter first = fixture.router(FIRST);
    FakeRouter second = fixture.router(SECOND);
    fixture.start();
    fixture.scheduler.passMs(10_000);
    first.answersPings = false;

    fixture.call(session, "Pay");
    assertThat(first.lastCall().procedure()).isEqualTo("Pay");
    fixture.scheduler.passMs(450);

    assertThat(second.lastCall().procedure()).isEqualTo("Pay");
    assertThat(second.lastCall().repetition()).isTrue();
  }

  /** Of two routers over TLS, for so long that it is suspicious; returns the other one. */
  private FakeRouter waitForASilentRouter() {
    fixture.network.beSlowToConnect();
    silent = fixture.router(FIRST);
    FakeRouter second = fixture.router(SECOND);
    fixture.start();
    silent.answersPings = false;
    fixture.call(session, "Pay");
    fixture.scheduler.passMs(200);
    return second;
  }

  /** With TLS the next connection takes long, so it is opened while the router may still wake. */
  @Test
  void theNextConnectionIsOpenedBeforeASleepingRouterIsGivenUp() {
    FakeRouter second = waitForASilentRouter();
    assertThat(fixture.losses).as("it is not given up yet").isEmpty();
    assertThat(fixture.network.attempts()).isEqualTo(2);
    fixture.scheduler.passMs(250);

    assertThat(second.lastCall().procedure()).isEqualTo("Pay");
    assertThat(fixture.network.attempts()).as("the one that was opened is used").isEqualTo(2);
  }

  @Test
  void aConnectionThatWasOpenedInVainIsClosedWhenTheRouterAnswers() {
    FakeRouter second = waitForASilentRouter();
    silent.answersPings = true;
    fixture.scheduler.passMs(300);

    assertThat(fixture.losses).isEmpty();
    assertThat(second.isLeft).isTrue();
  }

  @Test
  void aRouterThatTakesLongButAnswersPingsIsNotLeft() {
    fixture.router(FIRST);
    fixture.router(SECOND);
    fixture.start();

    fixture.call(session, "Pay");
    fixture.scheduler.passMs(9_000);

    assertThat(fixture.losses).isEmpty();
  }

  @Test
  void aRouterThatSleepsIsNotTriedFirst() {
    FakeRouter first = fixture.router(FIRST);
    FakeRouter second = fixture.router(SECOND);
    fixture.start();
    first.answersPings = false;
    fixture.scheduler.passMs(6_000);

    fixture.call(session, "Pay");

    assertThat(second.lastCall().procedure()).isEqualTo("Pay");
  }

  @Test
  void unknownOutcomeLetsTheSessionGoOnUnderAnotherNumber() {
    FakeRouter router = fixture.router(FIRST);
    fixture.start();
    fixture.call(session, "Pay");
    Call lost = router.lastCall();
    fixture.scheduler.passMs(11_000);

    fixture.call(session, "Pay");

    assertThat(router.lastCall().session()).isNotEqualTo(lost.session());
    assertThat(router.lastCall().sequence()).isEqualTo(1);
  }

  @Test
  void attemptsGetRarerAndStayBounded() {
    fixture.start();
    fixture.scheduler.passMs(2_000);
    int early = fixture.network.attempts();
    fixture.scheduler.passMs(10_000);
    int late = fixture.network.attempts() - early;

    assertThat(early).isBetween(6, 14);
    assertThat(late).isBetween(19, 41);
  }

  @Test
  void routerOfAnotherClusterIsNotTrusted() {
    FakeRouter first = fixture.router(FIRST);
    fixture.start();
    FakeRouter second = fixture.router(SECOND);
    second.cluster = "other";
    Outcome outcome = fixture.call(session, "Pay");

    first.crash();
    fixture.scheduler.passMs(11_000);

    assertThat(second.calls).isEmpty();
    assertThat(outcome.get().isUnknown()).isTrue();
  }

  @Test
  void closingTellsSentFromUnsent() {
    FakeRouter router = fixture.router(FIRST);
    fixture.start();
    Outcome sent = fixture.call(session, "Pay");
    Outcome waiting = fixture.call(session, "Pay");

    fixture.client.close();
    fixture.scheduler.settle();
    Outcome late = fixture.call(session, "Pay");

    assertThat(router.calls).hasSize(1);
    assertThat(sent.get().isUnknown()).isTrue();
    assertThat(waiting.get().isNotRun()).isTrue();
    assertThat(late.get().isNotRun()).isTrue();
  }
}
