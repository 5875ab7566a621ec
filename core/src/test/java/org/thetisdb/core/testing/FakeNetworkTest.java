package org.thetisdb.core.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.Goodbye;

/** What a transport promises, of the one that tests have. */
class FakeNetworkTest {
  private static final Address HERE = new Address("127.0.0.1", 7);

  private final VirtualTime time = new VirtualTime();
  private final FakeNetwork network = new FakeNetwork(time);
  private final Heard server = new Heard();
  private final Heard client = new Heard();

  /** What one end hears. */
  private static final class Heard implements ConnectionListener {
    private final List<String> all = new ArrayList<>();
    private Connection connection;

    @Override
    public void onConnected(Connection connected) {
      connection = connected;
      all.add("connected");
    }

    @Override
    public void onMessage(Connection from, Message message) {
      all.add(((Goodbye) message).message());
    }

    @Override
    public void onWritable(Connection writable) {
      all.add("writable");
    }

    @Override
    public void onClosed(Connection closed, String reason) {
      all.add("closed");
    }
  }

  private static Message word(String text) {
    return new Goodbye(1, text);
  }

  private Transport.Server listen() {
    return network.listen(
        HERE,
        time,
        accepted -> {
          server.connection = accepted;
          return server;
        });
  }

  private void connect() {
    network.connect(HERE, time, client);
    time.pass(FakeNetwork.DELAY_US);
  }

  @Test
  void messagesArriveInOrderAfterTheirWay() {
    listen();
    connect();
    client.connection.send(word("one"));
    client.connection.send(word("two"));
    time.pass(FakeNetwork.DELAY_US - 1);
    assertThat(server.all).isEmpty();
    time.pass(1);
    assertThat(server.all).containsExactly("one", "two");
  }

  @Test
  void whoeverListensNoMoreIsNotReached() {
    listen().close();
    connect();
    assertThat(client.all).containsExactly("closed");
    assertThat(network.attempts()).isEqualTo(1);
  }

  @Test
  void whatWasSentBeforeTheEndArrivesBeforeIt() {
    listen();
    connect();
    client.connection.send(word("last"));
    client.connection.close();
    client.connection.close();
    client.connection.send(word("too late"));
    time.pass(1_000);
    assertThat(server.all).containsExactly("last", "closed");
    assertThat(client.all).containsExactly("connected", "closed");
  }

  @Test
  void whatIsUnderWayWhenTheLinkBreaksIsLost() {
    listen();
    connect();
    client.connection.send(word("lost"));
    network.cut(HERE);
    server.connection.send(word("into nothing"));
    time.pass(1_000);
    assertThat(server.all).containsExactly("closed");
    assertThat(client.all).containsExactly("connected", "closed");
  }

  @Test
  void anEndThatFallsSilentIsNotHeardAndStillHears() {
    listen();
    connect();
    network.silence(HERE);
    server.connection.send(word("unheard"));
    client.connection.send(word("heard"));
    time.pass(1_000);
    assertThat(client.all).containsExactly("connected");
    assertThat(server.all).containsExactly("heard");
  }

  @Test
  void oneThatDoesNotReadMakesTheOtherCongested() {
    listen();
    connect();
    FakeNetwork.End end = network.acceptedLast();
    end.congest();
    assertThat(server.connection.isCongested()).isTrue();
    end.drain();
    assertThat(server.connection.isCongested()).isFalse();
    assertThat(server.all).containsExactly("writable");
  }
}
