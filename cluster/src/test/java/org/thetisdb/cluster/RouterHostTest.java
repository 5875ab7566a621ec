package org.thetisdb.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.ThetisSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.time.Clock;

/** Routers that fail are followed by others, within bounds. */
final class RouterHostTest {
  private static final int PORT = 4711;

  private final AtomicLong nowUs = new AtomicLong();
  private final BlockingQueue<FakeRouter> started = new LinkedBlockingQueue<>();
  private final List<ThetisException> refusals = new ArrayList<>();
  private RouterHost host;

  /** A router that does nothing until it is told to fail. */
  private static final class FakeRouter implements RouterHost.Life {
    private final int askedPort;
    private final CompletableFuture<ThetisException> ended = new CompletableFuture<>();
    private final CompletableFuture<Boolean> closed = new CompletableFuture<>();

    FakeRouter(int askedPort) {
      this.askedPort = askedPort;
    }

    @Override
    public Address address() {
      return new Address("127.0.0.1", askedPort == 0 ? PORT : askedPort);
    }

    @Override
    public void awaitReady() {}

    @Override
    public CompletableFuture<ThetisException> ended() {
      return ended;
    }

    @Override
    public void close() {
      closed.complete(true);
    }

    void fail() {
      ended.complete(new ThetisException(ErrorCode.INTERNAL, "a test breaks it"));
    }
  }

  private final class FakeClock implements Clock {
    @Override
    public long nowUs() {
      return nowUs.get();
    }

    @Override
    public long wallMs() {
      return nowUs.get() / 1_000;
    }
  }

  private void start() {
    Settings settings =
        Settings.of(ThetisSettings.ALL).build().with(NetworkSettings.LISTEN_PORT, 0);
    host = RouterHost.start(settings, this::startRouter, new FakeClock());
  }

  private RouterHost.Life startRouter(Settings settings) {
    synchronized (refusals) {
      if (!refusals.isEmpty()) {
        throw refusals.remove(0);
      }
    }
    FakeRouter router = new FakeRouter(settings.get(NetworkSettings.LISTEN_PORT));
    started.add(router);
    return router;
  }

  private FakeRouter next() throws InterruptedException {
    FakeRouter router = started.poll(20, TimeUnit.SECONDS);
    assertThat(router).as("no router was started").isNotNull();
    return router;
  }

  @AfterEach
  void close() {
    if (host != null) {
      host.close();
    }
  }

  @Test
  void anotherRouterTakesThePlaceOfOneThatFailed() throws Exception {
    start();
    FakeRouter first = next();
    first.fail();
    FakeRouter second = next();
    assertThat(first.closed).isDone();
    assertThat(second.askedPort).as("clients find it where the first one was").isEqualTo(PORT);
    assertThat(host.failed()).isNotDone();
    host.close();
    assertThat(second.closed.get(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void tooManyFaultsInAShortTimeEndTheHost() throws Exception {
    start();
    for (int fault = 0; fault < RouterHost.FAULTS_BORNE; fault++) {
      next().fail();
    }
    FakeRouter last = next();
    assertThat(host.failed()).isNotDone();
    last.fail();
    ThetisException reason = host.failed().get(20, TimeUnit.SECONDS);
    assertThat(reason.code()).isEqualTo(ErrorCode.INTERNAL);
    assertThat(reason).hasMessageContaining("6 times").hasMessageContaining("a test breaks it");
    assertThat(started).isEmpty();
  }

  @Test
  void faultsThatLieFarApartAreBorneForEver() throws Exception {
    start();
    for (int fault = 0; fault < 2 * RouterHost.FAULTS_BORNE; fault++) {
      nowUs.addAndGet(RouterHost.WINDOW_US / 3);
      next().fail();
    }
    assertThat(next().closed).isNotDone();
    assertThat(host.failed()).isNotDone();
  }

  @Test
  void aRouterThatCannotBeStartedAgainCountsAsAFault() throws Exception {
    start();
    synchronized (refusals) {
      refusals.add(new ThetisException(ErrorCode.PORT_IN_USE, "127.0.0.1:4711", "it is taken"));
      refusals.add(new ThetisException(ErrorCode.PORT_IN_USE, "127.0.0.1:4711", "it is taken"));
    }
    next().fail();
    assertThat(next().closed).isNotDone();
    assertThat(host.failed()).isNotDone();
  }

  @Test
  void theFirstRouterMustStart() {
    refusals.add(new ThetisException(ErrorCode.PORT_IN_USE, "127.0.0.1:4711", "it is taken"));
    assertThatThrownBy(this::start)
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PORT_IN_USE));
  }
}
