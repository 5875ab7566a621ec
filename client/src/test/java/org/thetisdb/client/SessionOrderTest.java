package org.thetisdb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.client.ClientFixture.FIRST;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.ClientFixture.Outcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.RouterToClient.CallResult;

/** Order, numbers and vectors of sessions. */
class SessionOrderTest {
  private static final byte[] NO_ARGUMENTS = ValueCodec.encodeArguments();
  private final ClientFixture fixture = new ClientFixture(FIRST);
  private final FakeRouter router = fixture.router(FIRST);

  @BeforeEach
  void start() {
    fixture.start();
  }

  @Test
  void callsOfOneSessionRunOneAfterTheOther() {
    SessionCore session = fixture.client.openSession();
    Outcome first = fixture.call(session, "A");
    Outcome second = fixture.call(session, "B");
    assertThat(router.calls).hasSize(1);

    router.commit(router.lastCall(), VersionVector.ZERO, new byte[0]);
    fixture.scheduler.settle();

    assertThat(first.get().isCommitted()).isTrue();
    assertThat(second.isOpen()).isTrue();
    assertThat(router.calls).extracting(Call::procedure).containsExactly("A", "B");
    assertThat(router.calls).extracting(Call::sequence).containsExactly(1L, 2L);
  }

  @Test
  void sessionsRunSideBySide() {
    fixture.call(fixture.client.openSession(), "A");
    fixture.call(fixture.client.openSession(), "A");

    assertThat(router.calls).extracting(Call::session).containsExactly(1_000L, 1_001L);
  }

  @Test
  void vectorGrowsWithEachAnswerAndNeverShrinks() {
    SessionCore session = fixture.client.openSession();
    fixture.call(session, "A");
    router.commit(router.lastCall(), VersionVector.of(5, 1), new byte[0]);
    fixture.call(session, "B");
    router.commit(router.lastCall(), VersionVector.of(4, 7), new byte[0]);
    fixture.call(session, "C");

    assertThat(router.calls)
        .extracting(Call::vector)
        .containsExactly(VersionVector.ZERO, VersionVector.of(5, 1), VersionVector.of(5, 7));
  }

  @Test
  void newSessionOfSqlSeesWhatOthersOfTheSameClientHaveSeen() {
    fixture.call(fixture.client.openSession(), "A");
    router.commit(router.lastCall(), VersionVector.of(5, 1), new byte[0]);

    SqlSessionCore later = new SqlSessionCore(fixture.client);
    later.execute(
        new SqlStatementSpec("SELECT 1", ValueCodec.encode(List.of(List.of())), 0, 0, 0, 1_000_000),
        outcome -> {});
    fixture.scheduler.settle();

    assertThat(router.lastStatement().vector()).isEqualTo(VersionVector.of(5, 1));
  }

  @Test
  void abortMovesTheVectorToo() {
    SessionCore session = fixture.client.openSession();
    router.onCall =
        call ->
            router.connection.send(
                new CallResult(
                    call.requestId(),
                    ErrorCode.ABORTED_BY_PROCEDURE.number(),
                    "no funds",
                    VersionVector.of(3),
                    new byte[0]));
    Outcome aborted = fixture.call(session, "A");
    fixture.call(session, "B");

    assertThat(aborted.get().isAborted()).isTrue();
    assertThat(aborted.get().message()).isEqualTo("no funds");
    assertThat(router.lastCall().vector()).isEqualTo(VersionVector.of(3));
  }

  @Test
  void queueOfSessionIsBounded() {
    SessionCore session = fixture.client.openSession();
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      outcomes.add(fixture.call(session, "A"));
    }

    assertThat(outcomes.get(4).isOpen()).isTrue();
    assertThat(outcomes.get(5).get().code()).isEqualTo(ErrorCode.OVERLOADED);
    assertThat(outcomes.get(5).get().isNotRun()).isTrue();
  }

  @Test
  void queuedCallTimesOutAsNotRunBehindOneThatHangs() {
    SessionCore session = fixture.client.openSession();
    Outcome hanging = fixture.call(session, "A");
    Outcome queued = new Outcome();
    session.call("B", NO_ARGUMENTS, 500_000, queued);
    fixture.scheduler.passMs(600);

    assertThat(hanging.isOpen()).isTrue();
    assertThat(queued.get().code()).isEqualTo(ErrorCode.TIMED_OUT);
    assertThat(queued.get().isNotRun()).isTrue();
    fixture.scheduler.passMs(10_000);
    assertThat(router.calls).extracting(Call::procedure).containsExactly("A");
  }

  @Test
  void closedSessionGivesItsNumberToTheNext() {
    router.commitsEverything(new byte[0]);
    SessionCore first = fixture.client.openSession();
    fixture.call(first, "A");
    first.close();
    fixture.call(fixture.client.openSession(), "B");

    assertThat(router.lastCall().session()).isEqualTo(1_000);
    assertThat(router.lastCall().sequence()).isEqualTo(2);
  }

  @Test
  void closedSessionRunsWhatWaitsAndTakesNoMore() {
    SessionCore session = fixture.client.openSession();
    fixture.call(session, "A");
    Outcome queued = fixture.call(session, "B");
    session.close();
    Outcome late = fixture.call(session, "C");
    router.commitsEverything(new byte[0]);
    router.commit(router.lastCall(), VersionVector.ZERO, new byte[0]);
    fixture.scheduler.settle();

    assertThat(queued.get().isCommitted()).isTrue();
    assertThat(late.get().isNotRun()).isTrue();
  }

  @Test
  void callbackMayMakeTheNextCall() {
    router.commitsEverything(new byte[0]);
    SessionCore session = fixture.client.openSession();
    int[] left = {1_000};
    CallCallback again =
        new CallCallback() {
          @Override
          public void onOutcome(CallOutcome outcome) {
            if (--left[0] > 0) {
              session.call("A", NO_ARGUMENTS, this);
            }
          }
        };
    session.call("A", NO_ARGUMENTS, again);
    fixture.scheduler.settle();

    assertThat(router.calls).hasSize(1_000);
    assertThat(router.lastCall().sequence()).isEqualTo(1_000);
  }

  @Test
  void congestedConnectionGetsNothingUntilItHasDrained() {
    router.connection.other().congest();
    fixture.call(fixture.client.openSession(), "A");
    assertThat(router.calls).isEmpty();

    router.connection.other().drain();
    fixture.scheduler.settle();

    assertThat(router.calls).hasSize(1);
  }

  @Test
  void faultOfCallbackDoesNotStopTheClient() {
    router.commitsEverything(new byte[0]);
    SessionCore session = fixture.client.openSession();
    session.call(
        "A",
        NO_ARGUMENTS,
        outcome -> {
          throw new PlantedFault();
        });

    assertThat(fixture.call(session, "B").get().isCommitted()).isTrue();
  }

  /** A fault of the application, without a stack trace to fill the log. */
  private static final class PlantedFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PlantedFault() {
      super("planted by the test", null, false, false);
    }
  }
}
