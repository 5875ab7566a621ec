package org.thetisdb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.thetisdb.client.ClientFixture.FIRST;
import static org.thetisdb.client.ClientFixture.SECOND;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.ClientFixture.Outcome;
import org.thetisdb.client.link.Upkeep;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Call;

/** A connection that is looked after only while somebody waits for an answer. */
class UpkeepTest {
  private final ClientFixture fixture = new ClientFixture(Upkeep.WHILE_WAITED_FOR, FIRST, SECOND);
  private final SessionCore session = fixture.client.openSession();

  private FakeRouter answering(Address address) {
    FakeRouter router = fixture.router(address);
    router.commitsEverything(ValueCodec.encode("done"));
    return router;
  }

  @Test
  void firstConnectionIsTriedForUntilThereIsOne() {
    fixture.start();
    fixture.scheduler.passMs(2_000);
    FakeRouter router = answering(SECOND);
    fixture.scheduler.passMs(2_000);
    assertThat(router.tokens).hasSize(1);
  }

  @Test
  void silenceMeansNothingWhileNobodyWaits() {
    FakeRouter router = answering(FIRST);
    fixture.start();
    assertThat(fixture.call(session, "Pay").get().isCommitted()).isTrue();
    router.answersPings = false;

    fixture.scheduler.passMs(60_000);

    assertThat(fixture.losses).isEmpty();
    assertThat(fixture.call(session, "Pay").get().isCommitted()).isTrue();
    assertThat(router.tokens).hasSize(1);
  }

  @Test
  void routerThatFallsSilentWhileSomebodyWaitsIsLeftSoon() {
    FakeRouter first = fixture.router(FIRST);
    FakeRouter second = answering(SECOND);
    fixture.start();
    fixture.scheduler.passMs(30_000);
    first.answersPings = false;

    Outcome outcome = fixture.call(session, "Pay");
    fixture.scheduler.passMs(600);

    assertThat(outcome.get().isCommitted()).isTrue();
    Call repeated = second.lastCall();
    assertThat(repeated.repetition()).isTrue();
    assertThat(repeated.sequence()).isEqualTo(first.lastCall().sequence());
  }

  @Test
  void lostConnectionIsReplacedOnceThereIsSomethingToSend() {
    FakeRouter first = answering(FIRST);
    answering(SECOND);
    fixture.start();
    first.crash();
    fixture.scheduler.passMs(5_000);
    int attempts = fixture.network.attempts();

    fixture.scheduler.passMs(60_000);
    assertThat(fixture.network.attempts()).isEqualTo(attempts);

    Outcome outcome = fixture.call(session, "Pay");
    fixture.scheduler.passMs(600);
    assertThat(outcome.get().isCommitted()).isTrue();
  }

  @Test
  void whatWaitsWhenTheConnectionIsLostBringsTheNextOne() {
    FakeRouter first = fixture.router(FIRST);
    fixture.start();
    Outcome outcome = fixture.call(session, "Pay");
    first.connection.breakNow();
    AtomicInteger repetitions = new AtomicInteger();
    first.onCall =
        call -> {
          repetitions.addAndGet(call.repetition() ? 1 : 0);
          first.commit(call, VersionVector.ZERO, ValueCodec.encode("done"));
        };

    fixture.scheduler.passMs(1_000);

    assertThat(outcome.get().isCommitted()).isTrue();
    assertThat(repetitions).hasValue(1);
  }
}
