package org.thetisdb.core.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.testing.FakeNetwork;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.wire.ClientMessage.Ping;

/** Connections that stand before somebody needs them. */
class SpareConnectionsTest {
  private static final int CONNECT_US = 10_000;
  private static final Address SITE = new Address("site", 1);

  private final VirtualTime time = new VirtualTime();
  private final FakeNetwork network = new FakeNetwork(time, CONNECT_US);
  private final List<Connection> accepted = new ArrayList<>();
  private final SpareConnections spares = new SpareConnections(network, time, 2);

  @BeforeEach
  void listen() {
    network.beSlowToConnect();
    network.listen(
        SITE,
        time,
        connection -> {
          accepted.add(connection);
          return new Echo();
        });
  }

  private void keep() {
    spares.keep(List.of(SITE));
    time.pass(SpareConnections.FILL_US + 2 * CONNECT_US);
  }

  @Test
  void whoeverTakesOneNeedNotWait() {
    keep();
    assertThat(accepted).hasSize(2);
    Recorder taker = new Recorder();
    spares.connect(SITE, time, taker);
    assertThat(taker.connection).as("not within the call").isNull();
    time.settle();
    assertThat(taker.connection).isNotNull();
    taker.connection.send(new Ping(7));
    time.pass(2 * CONNECT_US);
    assertThat(taker.messages).hasSize(1);
  }

  @Test
  void whatWasTakenIsReplacedLater() {
    keep();
    spares.connect(SITE, time, new Recorder());
    spares.connect(SITE, time, new Recorder());
    Recorder third = new Recorder();
    spares.connect(SITE, time, third);
    time.settle();
    assertThat(third.connection).as("it has to wait").isNull();
    time.pass(2 * CONNECT_US);
    assertThat(third.connection).isNotNull();
    assertThat(accepted).hasSize(3);
    time.pass(SpareConnections.FILL_US + 2 * CONNECT_US);
    assertThat(accepted).as("two more").hasSize(5);
  }

  @Test
  void oneThatDoesNotStandYetIsAheadOfANewOne() {
    spares.open(SITE);
    time.pass(CONNECT_US / 2);
    Recorder taker = new Recorder();
    spares.connect(SITE, time, taker);
    time.pass(CONNECT_US / 2);
    assertThat(taker.connection).isNotNull();
    time.pass(10 * SpareConnections.FILL_US);
    assertThat(accepted).as("two were opened, once").hasSize(2);
  }

  @Test
  void oneThatBreaksIsNotHandedOut() {
    keep();
    ((FakeNetwork.End) accepted.get(0)).breakNow();
    ((FakeNetwork.End) accepted.get(1)).breakNow();
    Recorder taker = new Recorder();
    spares.connect(SITE, time, taker);
    time.pass(2 * CONNECT_US);
    assertThat(taker.connection).isNotNull();
    assertThat(accepted).hasSize(3);
  }

  @Test
  void itsTakerHearsOfItsEnd() {
    keep();
    Recorder taker = new Recorder();
    spares.connect(SITE, time, taker);
    ((FakeNetwork.End) accepted.get(0)).breakNow();
    time.settle();
    assertThat(taker.closedReasons).hasSize(1);
    assertThat(taker.connection).as("it was gone before").isNull();
  }

  @Test
  void oneThatSaysGoodbyeIsNoSpareAnyMore() {
    keep();
    accepted.forEach(connection -> connection.send(new Ping(1)));
    time.pass(CONNECT_US);
    Recorder taker = new Recorder();
    spares.connect(SITE, time, taker);
    time.settle();
    assertThat(taker.connection).isNull();
  }

  @Test
  void theyAreRenewedBeforeSomethingForgetsThem() {
    keep();
    time.pass(SpareConnections.AGE_US + 2 * SpareConnections.FILL_US);
    assertThat(accepted).hasSize(4);
  }

  @Test
  void theyEndWhenNobodyWantsThem() {
    keep();
    spares.keep(List.of());
    time.pass(10 * SpareConnections.FILL_US);
    assertThat(time.timers()).as("nothing ticks").isEmpty();
    Recorder taker = new Recorder();
    spares.connect(SITE, time, taker);
    time.settle();
    assertThat(taker.connection).isNull();
    assertThat(accepted).hasSize(2);
  }

  @Test
  void whereConnectingIsQuickThereAreNone() {
    SpareConnections none = new SpareConnections(new FakeNetwork(time), time, 2);
    none.keep(List.of(SITE));
    none.open(SITE);
    assertThat(time.timers()).isEmpty();
  }
}
