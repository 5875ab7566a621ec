package org.thetisdb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.thetisdb.client.ClientFixture.FIRST;
import static org.thetisdb.client.ClientFixture.SECOND;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.ClientFixture.Outcome;
import org.thetisdb.client.link.Redirect;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToClient.Goodbye;
import org.thetisdb.core.wire.RouterToClient.StatusResult;

/** What the client makes of the answers that it gets. */
class AnswersTest {
  private final ClientFixture fixture = new ClientFixture(FIRST);
  private final FakeRouter first = fixture.router(FIRST);
  private final SessionCore session = fixture.client.openSession();

  @BeforeEach
  void start() {
    fixture.start();
  }

  @Test
  void refusalOfFirstSendingIsNotRun() {
    first.onCall = call -> first.fail(call, ErrorCode.OVERLOADED, "10 calls");

    assertThat(fixture.call(session, "A").get().code()).isEqualTo(ErrorCode.OVERLOADED);
    assertThat(first.calls).hasSize(1);
  }

  @Test
  void refusalOfRepetitionSaysNothingOfTheFirstSending() {
    Outcome outcome = fixture.call(session, "A");
    first.connection.breakNow();
    first.onCall = call -> first.fail(call, ErrorCode.NO_SITES);
    fixture.scheduler.passMs(1_000);
    assertThat(outcome.isOpen()).isTrue();
    assertThat(first.calls.size()).isGreaterThan(2);

    first.onCall = call -> first.commit(call, VersionVector.ZERO, ValueCodec.encode(1L));
    fixture.scheduler.passMs(1_000);

    assertThat(outcome.get().result()).isEqualTo(1L);
    assertThat(first.calls.stream().skip(1)).allMatch(Call::repetition);
    assertThat(first.calls).extracting(Call::sequence).containsOnly(1L);
  }

  @Test
  void refusalForGoodOfRepetitionIsUnknown() {
    Outcome outcome = fixture.call(session, "A");
    first.connection.breakNow();
    first.onCall = call -> first.fail(call, ErrorCode.UNKNOWN_PROCEDURE, "A");
    fixture.scheduler.passMs(1_000);

    assertThat(outcome.get().isUnknown()).isTrue();
    assertThat(outcome.get().message()).contains("There is no procedure");
  }

  @Test
  void abortOfRepetitionIsFinal() {
    Outcome outcome = fixture.call(session, "A");
    first.connection.breakNow();
    first.onCall = call -> first.fail(call, ErrorCode.CONFLICT, 3, 1_000);
    fixture.scheduler.passMs(1_000);

    assertThat(outcome.get().isAborted()).isTrue();
  }

  @Test
  void unknownFromTheClusterIsFoundOutByRepeating() {
    first.onCall =
        call -> {
          if (call.repetition()) {
            first.commit(call, VersionVector.ZERO, ValueCodec.encode("recorded"));
          } else {
            first.fail(call, ErrorCode.LOG_APPEND_FAILED, 1, "broker gone");
          }
        };
    Outcome outcome = fixture.call(session, "A");
    fixture.scheduler.passMs(500);

    assertThat(outcome.get().result()).isEqualTo("recorded");
  }

  @Test
  void routerThatDoesNotLeadSendsToTheOneThatDoes() {
    FakeRouter second = fixture.router(SECOND);
    second.commitsEverything(new byte[0]);
    first.onCall = call -> first.fail(call, ErrorCode.NOT_LEADER, SECOND);

    Outcome outcome = fixture.call(session, "A");

    assertThat(outcome.get().isCommitted()).isTrue();
    assertThat(second.lastCall().repetition()).isFalse();
    assertThat(second.lastCall().session()).isEqualTo(first.lastCall().session());
  }

  @Test
  void goodbyeOfStandbyRedirectsToo() {
    FakeRouter second = fixture.router(SECOND);
    second.commitsEverything(new byte[0]);
    first.connection.send(
        new Goodbye(ErrorCode.NOT_LEADER.number(), ErrorCode.NOT_LEADER.format(SECOND)));
    fixture.scheduler.settle();

    assertThat(fixture.call(session, "A").get().isCommitted()).isTrue();
    assertThat(second.calls).hasSize(1);
  }

  @Test
  void twoRoutersThatNameEachOtherDoNotSpinTheClient() {
    FakeRouter second = fixture.router(SECOND);
    first.onCall = call -> first.fail(call, ErrorCode.NOT_LEADER, SECOND);
    second.onCall = call -> second.fail(call, ErrorCode.NOT_LEADER, FIRST);

    Outcome outcome = fixture.call(session, "A");
    fixture.scheduler.passMs(11_000);

    assertThat(outcome.get().isNotRun()).isTrue();
    assertThat(fixture.network.attempts()).isLessThan(40);
  }

  @Test
  void uploadIsRepeatedAndItsVectorReachesLaterCalls() {
    Outcome upload = new Outcome();
    fixture.client.upload("bank.jar", new byte[] {1, 2}, upload);
    fixture.scheduler.settle();
    first.connection.breakNow();
    fixture.scheduler.passMs(100);
    assertThat(first.others).hasSize(2);

    UploadJar sent = (UploadJar) first.others.get(1);
    first.connection.send(
        new CallResult(sent.requestId(), 0, "", VersionVector.of(8), new byte[0]));
    fixture.call(session, "A");

    assertThat(upload.get().isCommitted()).isTrue();
    assertThat(first.lastCall().vector()).isEqualTo(VersionVector.of(8));
  }

  @Test
  void statusComesAsText() {
    Outcome status = new Outcome();
    fixture.client.status(status);
    fixture.scheduler.settle();
    StatusRequest sent = (StatusRequest) first.others.get(0);
    first.connection.send(new StatusResult(sent.requestId(), "{}"));
    fixture.scheduler.settle();

    assertThat(status.get().result()).isEqualTo("{}");
  }

  @Test
  void exceptionsTellTheCasesApart() {
    assertThatThrownBy(CallOutcome.failed(ErrorCode.CONFLICT, "x")::resultOrThrow)
        .isInstanceOf(AbortedException.class);
    assertThatThrownBy(CallOutcome.failed(ErrorCode.OVERLOADED, "x")::resultOrThrow)
        .isInstanceOf(NotRunException.class);
    assertThatThrownBy(CallOutcome.unknown("x")::resultOrThrow)
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining("may have committed or not");
  }

  @Test
  void redirectReadsTheLeadersAddress() {
    assertThat(Redirect.of(ErrorCode.NOT_LEADER.format("host:7"))).hasToString("host:7");
    assertThat(Redirect.of(ErrorCode.NOT_LEADER.format("nobody"))).isNull();
    assertThat(Redirect.of("something else")).isNull();
  }
}
