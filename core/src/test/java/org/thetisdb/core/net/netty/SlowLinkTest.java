package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.Echo;
import org.thetisdb.core.net.Recorder;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.time.SystemClock;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Pong;

/** A link that takes time: how much, and what it leaves as it was. Over real sockets. */
class SlowLinkTest {
  private static final int MOST_TRIPS = 200;
  private static final int DELAY_US = 20_000;
  private static final int KIB = 1 << 10;

  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final EngineThread site = new EngineThread("test-site", failures::add);
  private final EngineThread router = new EngineThread("test-router", failures::add);
  private final NettyTransport slow =
      new NettyTransport(TransportOptions.defaults(1).withLinkDelay(DELAY_US));
  private final NettyTransport quick = new NettyTransport(1);

  @AfterEach
  void nothingFailed() {
    slow.close();
    quick.close();
    site.close();
    router.close();
    assertThat(failures).isEmpty();
  }

  private Connection connect(NettyTransport from, NettyTransport to, Recorder at, Recorder there) {
    Server server = to.listen(Address.ANY_LOOPBACK, site, connection -> there);
    from.connect(server.address(), router, at);
    return at.awaitConnected();
  }

  private static long nowUs() {
    return SystemClock.INSTANCE.nowUs();
  }

  @Test
  void aRoundTripTakesTheDelayTwiceWhoeverListens() {
    for (NettyTransport from : List.of(quick, slow)) {
      Recorder client = new Recorder();
      Connection connection = connect(from, slow, client, new Echo());
      LongSummaryStatistics tripsUs = roundTripsUs(connection, client, 3L * DELAY_US);
      assertThat(tripsUs.getMin()).isBetween(2L * DELAY_US, 3L * DELAY_US);
    }
  }

  /** Several, and more until one was quick, since many may find the processors busy. */
  private static LongSummaryStatistics roundTripsUs(
      Connection connection, Recorder client, long quickUs) {
    LongSummaryStatistics tripsUs = new LongSummaryStatistics();
    for (int trip = 1; trip <= 10 || (trip <= MOST_TRIPS && tripsUs.getMin() > quickUs); trip++) {
      long beganUs = nowUs();
      connection.send(new Ping(trip));
      client.awaitMessages(trip);
      tripsUs.accept(nowUs() - beganUs);
    }
    return tripsUs;
  }

  @Test
  void whoConnectsFromASlowTransportToAQuickOneIsNotDelayed() {
    Recorder client = new Recorder();
    Connection connection = connect(slow, quick, client, new Echo());
    assertThat(roundTripsUs(connection, client, DELAY_US - 1).getMin()).isLessThan(DELAY_US);
  }

  @Test
  void manyMessagesAreUnderWayAtOnceAndKeepTheirOrder() throws InterruptedException {
    Recorder client = new Recorder();
    Connection connection = connect(quick, slow, client, new Echo());
    List<Message> expected = new ArrayList<>();
    long beganUs = nowUs();
    for (int i = 0; i < 1_000; i++) {
      connection.send(new Ping(i));
      expected.add(new Pong(i));
      if (i % 100 == 99) {
        Thread.sleep(1); // so that they are on the link one behind the other
      }
    }
    client.awaitMessages(expected.size());
    assertThat(nowUs() - beganUs).isBetween(2L * DELAY_US, 100L * DELAY_US);
    assertThat(client.messages).isEqualTo(expected);
  }

  @Test
  void moreThanTheLinkHoldsArrivesToo() {
    Recorder accepted = new Recorder();
    Connection connection = connect(quick, slow, new Recorder(), accepted);
    int count = 3 * SlowLinkHandler.LIMIT_BYTES / (32 * KIB);
    for (int i = 0; i < count; i++) {
      connection.send(new UploadJar(i, "", new byte[32 * KIB]));
    }
    accepted.awaitMessages(count);
    for (int i = 0; i < count; i++) {
      assertThat(((UploadJar) accepted.messages.get(i)).requestId()).isEqualTo(i);
    }
  }

  @Test
  void whatIsOnTheLinkArrivesBeforeTheConnectionsEnd() {
    Recorder accepted = new Recorder();
    Recorder client = new Recorder();
    List<Connection> ends = new CopyOnWriteArrayList<>();
    Server server =
        slow.listen(
            Address.ANY_LOOPBACK,
            site,
            connection -> {
              ends.add(connection);
              return accepted;
            });
    quick.connect(server.address(), router, client);
    client.awaitConnected();
    Recorder.await("the other end", () -> !ends.isEmpty());
    ends.get(0).send(new Pong(1));
    ends.get(0).close();
    client.awaitClosed();
    assertThat(client.messages).containsExactly(new Pong(1));

    Recorder second = new Recorder();
    quick.connect(server.address(), router, second);
    second.awaitConnected().send(new Ping(2));
    second.connection.close();
    Recorder.await("the end", () -> accepted.closedReasons.size() == 2);
    assertThat(accepted.messages).containsExactly(new Ping(2));
  }

  @Test
  void aTransportThatIsClosedSendsWhatIsOnTheLinkAtOnce() {
    Recorder client = new Recorder();
    List<Connection> ends = new CopyOnWriteArrayList<>();
    Server server =
        slow.listen(
            Address.ANY_LOOPBACK,
            site,
            connection -> {
              ends.add(connection);
              return new Recorder();
            });
    quick.connect(server.address(), router, client);
    client.awaitConnected();
    Recorder.await("the other end", () -> !ends.isEmpty());
    ends.get(0).send(new Pong(1));
    slow.close();
    client.awaitClosed();
    assertThat(client.messages).containsExactly(new Pong(1));
  }
}
