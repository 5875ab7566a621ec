package org.thetisdb.core.net.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Echo;
import org.thetisdb.core.net.Recorder;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.Message;

/** On which thread listeners are called, and whom a transport lets in. */
@Tag("threads")
class ListenerEventLoopTest {
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final NettyTransport transport =
      new NettyTransport(TransportOptions.defaults(2).withConnectTimeout(300));
  private final EngineThread engine = new EngineThread("test-engine", failures::add);

  @AfterEach
  void close() {
    transport.close();
    engine.close();
  }

  @Test
  void allCallsComeInTheSchedulersLine() {
    EventLoopScheduler loop = transport.eventLoopScheduler(failures::add);
    Echo accepted = new Echo(engine);
    Echo client = new Echo(loop);
    Server server =
        transport.listen(
            Address.ANY_LOOPBACK,
            engine,
            connection -> {
              accepted.note();
              return accepted;
            });
    transport.connect(server.address(), loop, client);
    client.awaitConnected().send(new Ping(1));
    client.awaitMessages(1);
    client.connection.close();
    accepted.awaitClosed();
    client.awaitClosed();
    assertThat(accepted.alwaysInLine).isTrue();
    assertThat(client.alwaysInLine).isTrue();
    assertThat(client.threads).hasSize(1).allMatch(name -> name.startsWith("thetis-net"));
    assertThat(failures).isEmpty();
  }

  @Test
  void hooksOfAnEventLoopRunAfterItsMessages() {
    EventLoopScheduler loop = transport.eventLoopScheduler(failures::add);
    List<String> scenario = new CopyOnWriteArrayList<>();
    loop.onBatchEnd(() -> scenario.add("end"));
    loop.execute(() -> scenario.add("task"));
    Recorder.await("the hook", () -> scenario.contains("end"));
    assertThat(scenario).containsExactly("task", "end");
    assertThat(loop.inLine()).isFalse();
  }

  @Test
  void aListenerThatFailsStopsItsLineOnly() {
    EventLoopScheduler loop = transport.eventLoopScheduler(failures::add);
    RuntimeException fault = new RuntimeException("planted");
    Recorder failing =
        new Recorder() {
          @Override
          public void onMessage(Connection from, Message message) {
            super.onMessage(from, message);
            throw fault;
          }
        };
    Server server = transport.listen(Address.ANY_LOOPBACK, loop, c -> failing);
    Recorder client = new Recorder();
    transport.connect(server.address(), engine, client);
    client.awaitConnected().send(new Ping(1));
    client.connection.send(new Ping(2));
    Recorder.await("the failure", () -> !failures.isEmpty());
    assertThat(failures).containsExactly(fault);
    assertThat(failing.messages).containsExactly(new Ping(1));
  }

  @Test
  void aPeerThatDoesNotAnswerIsGivenUp() throws Exception {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Socket> others = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        others.add(new Socket(InetAddress.getLoopbackAddress(), full.getLocalPort()));
      }
      Address address = new Address("127.0.0.1", full.getLocalPort());
      Recorder client = new Recorder();
      transport.connect(address, engine, client);
      assertThat(client.awaitClosed())
          .isEqualTo("cannot connect to " + address + ": no answer within 300 ms");
      for (Socket other : others) {
        other.close();
      }
    }
  }

  @Test
  void aStrangerWhoSaysNothingIsTurnedAwayAndOneWhoSpokeIsNot() throws Exception {
    List<Recorder> accepted = new CopyOnWriteArrayList<>();
    try (NettyTransport impatient =
        new NettyTransport(TransportOptions.defaults(1).withFirstMessageTimeout(200))) {
      Server server =
          impatient.listen(
              Address.ANY_LOOPBACK,
              engine,
              c -> {
                accepted.add(new Recorder());
                return accepted.get(accepted.size() - 1);
              });
      Recorder whoSpoke = speakInTime(impatient, server.address(), accepted);
      int before = accepted.size();
      try (Socket stranger =
          new Socket(InetAddress.getLoopbackAddress(), server.address().port())) {
        assertThat(stranger.getInputStream().read()).isEqualTo(-1);
      }
      Recorder.await("the stranger", () -> accepted.size() > before);
      assertThat(accepted.get(before).awaitClosed()).endsWith("said nothing for 200 ms");
      assertThat(whoSpoke.closedReasons).isEmpty();
    }
  }

  /** On a machine that is busy with other things the time may be too short; then once more. */
  private Recorder speakInTime(NettyTransport by, Address to, List<Recorder> accepted) {
    for (int attempt = 0; ; attempt++) {
      Recorder client = new Recorder();
      by.connect(to, engine, client);
      client.awaitConnected().send(new Ping(1));
      int index = attempt;
      Recorder.await("the server", () -> accepted.size() > index);
      Recorder other = accepted.get(attempt);
      Recorder.await(
          "word or end", () -> !other.messages.isEmpty() || !other.closedReasons.isEmpty());
      if (!other.messages.isEmpty()) {
        return other;
      }
    }
  }

  @Test
  void onlyTheGivenInterfaceIsBound() throws Exception {
    Server server =
        transport.listen(
            new Address("127.0.0.1", 0),
            engine,
            c ->
                new ConnectionListener() {
                  @Override
                  public void onMessage(Connection from, Message message) {}

                  @Override
                  public void onClosed(Connection from, String reason) {}
                });
    try (ServerSocket other =
        new ServerSocket(server.address().port(), 1, InetAddress.getByName("127.0.0.2"))) {
      assertThat(other.isBound()).isTrue();
    }
  }
}
