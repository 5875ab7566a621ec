package org.thetisdb.core.net.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.Recorder;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.Transport.Server;
import org.thetisdb.core.net.netty.NettyTransport;
import org.thetisdb.core.net.socket.TransportOptions;
import org.thetisdb.core.testing.VirtualTime;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.wire.ClientMessage.Ping;

/** Neighbours in one process meet directly, and strangers still come in over sockets. */
@Tag("threads")
class InProcessNetworkTest {
  private static final TransportOptions OPTIONS = TransportOptions.defaults(1);

  /**
   * The event loop looks for more messages before it hears of the end, and finds that none come.
   */
  @Test
  void whoClosesHearsThatItDidThoughItsEventLoopSeesTheEndFirst() {
    VirtualTime time = new VirtualTime();
    InProcessNetwork neighbours = new InProcessNetwork();
    try (Transport site = neighbours.transport(new NettyTransport(OPTIONS), OPTIONS);
        Transport router = neighbours.transport(new NettyTransport(OPTIONS), OPTIONS)) {
      Recorder accepted = new Recorder();
      List<Connection> ends = new ArrayList<>();
      Server server =
          site.listen(
              Address.ANY_LOOPBACK,
              time,
              end -> {
                ends.add(end);
                return accepted;
              });
      Recorder client = new Recorder();
      router.connect(server.address(), time, client);
      time.settle();
      ends.get(0).send(new Ping(1));
      while (client.messages.isEmpty()) {
        time.runNext();
      }
      client.connection.close();
      time.settle();
      assertThat(client.closedReasons).containsExactly("closed by this side");
      assertThat(accepted.closedReasons).hasSize(1);
      assertThat(accepted.closedReasons.get(0)).endsWith("closed the connection");
    }
  }

  @Test
  void neighboursMeetDirectlyAndStrangersOverSockets() {
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    InProcessNetwork neighbours = new InProcessNetwork();
    List<String> accepted = new CopyOnWriteArrayList<>();
    try (Transport site = neighbours.transport(new NettyTransport(OPTIONS), OPTIONS);
        Transport router = neighbours.transport(new NettyTransport(OPTIONS), OPTIONS);
        Transport stranger = new NettyTransport(OPTIONS);
        EngineThread engine = new EngineThread("test-engine", failures::add)) {
      Recorder heard = new Recorder();
      Server server =
          site.listen(
              Address.ANY_LOOPBACK,
              engine,
              connection -> {
                accepted.add(connection.toString());
                return heard;
              });
      int sent = 0;
      for (Transport from : List.of(router, stranger)) {
        Recorder client = new Recorder();
        from.connect(server.address(), engine, client);
        client.awaitConnected().send(new Ping(sent++));
        heard.awaitMessages(sent);
      }
      assertThat(accepted.get(0)).endsWith("within the process");
      assertThat(accepted.get(1)).doesNotEndWith("within the process");
    }
    assertThat(failures).isEmpty();
  }
}
