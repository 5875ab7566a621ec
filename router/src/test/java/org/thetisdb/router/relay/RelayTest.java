package org.thetisdb.router.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.Peer;
import org.thetisdb.core.testing.FakeNetwork;
import org.thetisdb.core.wire.ClientMessage.ClientHello;
import org.thetisdb.core.wire.ClientMessage.Ping;
import org.thetisdb.core.wire.ClientMessage.RelayHello;
import org.thetisdb.core.wire.ClientMessage.StatusRequest;
import org.thetisdb.core.wire.ClientMessage.UploadJar;
import org.thetisdb.core.wire.RouterToClient.Pong;
import org.thetisdb.router.engine.Router;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;

/** Clients of routers that do not lead. */
class RelayTest {
  private static final int LEADER_WAIT_MS = 500;
  private static final int SILENT_MS = 2_500;

  private final Cluster cluster = Cluster.started();
  private final Router second = cluster.startRouter("router-2");

  private FakeClient clientOf(Router router) {
    return cluster.client(router, "");
  }

  /** A connection that says something else first than clients do. */
  private FakeClient relayed(Address claimed, Router to) {
    FakeClient relay =
        new FakeClient("") {
          @Override
          public void onConnected(Connection opened) {
            super.onConnected(new SilentHandshake(opened, claimed));
          }
        };
    cluster.network.connect(to.address(), cluster.time, relay);
    cluster.pass(1);
    return relay;
  }

  /** Replaces the handshake of a client by that of a router in between. */
  private record SilentHandshake(Connection real, Address claimed) implements Connection {
    @Override
    public void send(org.thetisdb.core.wire.Message message) {
      real.send(
          message instanceof ClientHello hello
              ? new RelayHello(
                  hello.token(), claimed, new Address("router-9", 1), "", false, new byte[0])
              : message);
    }

    @Override
    public Peer peer() {
      return real.peer();
    }

    @Override
    public boolean isCongested() {
      return real.isCongested();
    }

    @Override
    public Address remoteAddress() {
      return real.remoteAddress();
    }

    @Override
    public void close() {
      real.close();
    }
  }

  @Test
  void aRouterThatDoesNotLeadServesClientsThroughTheOneThatDoes() {
    FakeClient client = clientOf(second);
    long request = client.call("Deposit", 12L);
    client.say(new Ping(77));
    cluster.pass(2);
    assertThat(client.result(request)).isEqualTo("ran at 2");
    assertThat(client.others).containsExactly(new Pong(77));
  }

  @Test
  void clientsOfAllRoutersHaveDifferentSessions() {
    assertThat(clientOf(second).hello.sessionBase())
        .isNotEqualTo(clientOf(cluster.router).hello.sessionBase());
  }

  @Test
  void eachRouterNamesTheOthers() {
    assertThat(clientOf(second).hello.routers()).containsExactly(cluster.router.address());
    assertThat(clientOf(cluster.router).hello.routers()).containsExactly(second.address());
    second.close();
    cluster.pass(1);
    assertThat(clientOf(cluster.router).hello.routers()).isEmpty();
  }

  @Test
  void theStatusNamesAllRoutersAndTheirClients() {
    FakeClient client = clientOf(second);
    clientOf(second);
    client.say(new StatusRequest(1));
    cluster.pass(2);
    assertThat(client.status)
        .contains(
            "{\"address\":\""
                + cluster.router.address()
                + "\",\"leads\":true,\"clients\":0,\"release\":",
            "{\"address\":\"" + second.address() + "\",\"leads\":false,\"clients\":2,\"release\":");
  }

  @Test
  void whenTheLeaderIsLostItsSuccessorServesTheClientsThatComeBack() {
    FakeClient client = clientOf(second);
    cluster.network.cut(cluster.router.address());
    cluster.pass(1);
    assertThat(client.goodbye.errorNumber()).isEqualTo(ErrorCode.NOT_LEADER.number());
    assertThat(client.closed).isTrue();
    cluster.membership.loseLeader();
    FakeClient next = clientOf(second);
    assertThat(next.hello).as("nobody leads").isNull();
    cluster.elect(second);
    assertThat(next.hello.routerEpoch()).isEqualTo(2);
    long request = next.call("Deposit", 12L);
    cluster.pass(1);
    assertThat(next.result(request)).isEqualTo("ran at 2");
  }

  @Test
  void whenAnotherRouterLeadsTheClientsOfAllOthersComeToIt() {
    Router third = cluster.startRouter("router-3");
    FakeClient client = clientOf(third);
    cluster.elect(second);
    assertThat(client.goodbye.message()).contains(second.address().toString());
    assertThat(client.closed).isTrue();
    FakeClient next = clientOf(third);
    assertThat(next.hello.routerEpoch()).isEqualTo(2);
  }

  @Test
  void aClientThatComesWhileNobodyLeadsWaitsForALittle() {
    cluster.network.cut(cluster.router.address());
    cluster.membership.loseLeader();
    FakeClient client = clientOf(second);
    cluster.pass(LEADER_WAIT_MS - 10);
    assertThat(client.closed).isFalse();
    cluster.pass(20);
    assertThat(client.goodbye.errorNumber()).isEqualTo(ErrorCode.NOT_LEADER.number());
    assertThat(client.closed).isTrue();
  }

  @Test
  void aClientOfALeaderThatCannotBeReachedWaitsForItsSuccessor() {
    cluster.network.cut(cluster.router.address());
    Router third = cluster.startRouter("router-3");
    FakeClient client = clientOf(second);
    cluster.pass(100);
    assertThat(client.closed).isFalse();
    cluster.elect(third);
    assertThat(client.hello.routerEpoch()).isEqualTo(2);
  }

  @Test
  void aClientBeforeItsHandshakeGoesToTheLeadersSuccessor() {
    Router third = cluster.startRouter("router-3");
    List<FakeClient> clients = List.of(silentlyReceived(second), silentlyReceived(third));
    cluster.elect(second);
    cluster.pass(2);
    for (FakeClient client : clients) {
      assertThat(client.closed).isFalse();
      assertThat(client.hello.routerEpoch()).isEqualTo(2);
      long request = client.call("Deposit", 12L);
      cluster.pass(2);
      assertThat(client.result(request)).isEqualTo("ran at 2");
    }
  }

  /** A client whose router reaches a leader that sleeps. */
  private FakeClient silentlyReceived(Router router) {
    FakeClient client = new FakeClient("");
    cluster.network.connect(router.address(), cluster.time, client);
    cluster.time.pass(170);
    cluster.network.silence(cluster.router.address());
    cluster.pass(1);
    assertThat(client.hello).isNull();
    return client;
  }

  @Test
  void aClientThatWaitsForALeaderWhoIsSilentIsSentAwayAfterSeconds() {
    FakeClient idle = clientOf(second);
    cluster.time.pass(10);
    FakeClient waiting = clientOf(second);
    cluster.site(2).onExecute = execute -> null;
    long request = waiting.send(waiting.hello.sessionBase(), 1, false, 60_000, "Deposit", 12L);
    cluster.pass(SILENT_MS);
    assertThat(waiting.closed).as("the leader answers pings").isFalse();
    assertThat(waiting.others).as("those are not the client's").isEmpty();
    cluster.network.silence(cluster.router.address());
    waiting.say(new Ping(5));
    cluster.pass(SILENT_MS - 1_000);
    assertThat(waiting.others).containsExactly(new Pong(5));
    assertThat(waiting.closed).as("it may be replaced").isFalse();
    cluster.pass(2_000);
    assertThat(waiting.goodbye.errorNumber()).isEqualTo(ErrorCode.NOT_LEADER.number());
    assertThat(waiting.result(request)).isNull();
    assertThat(idle.closed).isFalse();
  }

  @Test
  void oneRouterOnTheWayIsEnough() {
    FakeClient relay = relayed(new Address("127.0.0.1", 1), second);
    assertThat(relay.goodbye.errorNumber()).isEqualTo(ErrorCode.NOT_LEADER.number());
    assertThat(relay.closed).isTrue();
  }

  @Test
  void whoMayUploadNothingMayNotDoSoThroughARouter() {
    FakeClient stranger = relayed(new Address("10.0.0.7", 40_000), cluster.router);
    stranger.say(new UploadJar(7, "bank", new byte[] {1}));
    FakeClient local = clientOf(second);
    local.say(new UploadJar(7, "bank", new byte[] {1}));
    cluster.pass(20);
    assertThat(stranger.result(7)).isEqualTo(ErrorCode.UNAUTHORIZED);
    assertThat(local.result(7)).isNotEqualTo(ErrorCode.UNAUTHORIZED);
  }

  @Test
  void aClientThatDoesNotReadItsAnswersIsAskedForNothingMore() {
    FakeClient client = new FakeClient("");
    cluster.network.connect(second.address(), cluster.time, client);
    cluster.time.pass(60);
    FakeNetwork.End end = cluster.network.acceptedLast();
    cluster.pass(1);
    end.congest();
    List<Long> requests = List.of(client.call("Deposit", 12L), client.call("Deposit", 2L));
    cluster.pass(2);
    assertThat(client.results).isEmpty();
    assertThat(cluster.site(2).executed).isEmpty();
    end.drain();
    cluster.pass(2);
    assertThat(requests).allSatisfy(request -> assertThat(client.result(request)).isNotNull());
    end.congest();
    for (int i = 0; i <= cluster.limits.callsPerConnection(); i++) {
      client.call("Deposit", 12L);
    }
    cluster.pass(1);
    assertThat(client.goodbye.errorNumber()).isEqualTo(ErrorCode.OVERLOADED.number());
  }

  @Test
  void whatComesOverAConnectionThatItsClientHasGivenUpIsNotRun() {
    FakeClient before = clientOf(second);
    long session = before.hello.sessionBase() + 5;
    before.send(session, 1, false, 1000, "Deposit", 12L);
    cluster.pass(2);
    FakeClient now = clientOf(cluster.router);
    long repeated = now.send(session, 2, true, 1000, "Deposit", 12L);
    before.send(session, 2, false, 1000, "Deposit", 12L);
    cluster.pass(2);
    assertThat(now.result(repeated)).isEqualTo("ran at 2");
    assertThat(cluster.site(2).executed).hasSize(2);
    assertThat(before.closed).isTrue();
    assertThat(now.closed).isFalse();
  }

  @Test
  void noClientHasTwoHandshakes() {
    FakeClient client = clientOf(second);
    client.say(new ClientHello(""));
    cluster.pass(1);
    assertThat(client.goodbye.errorNumber()).isEqualTo(ErrorCode.BAD_REQUEST.number());
    FakeClient hasty = new FakeClient("");
    cluster.network.connect(second.address(), cluster.time, hasty);
    cluster.time.pass(60);
    hasty.say(new StatusRequest(1));
    cluster.pass(1);
    assertThat(hasty.goodbye.errorNumber()).isEqualTo(ErrorCode.BAD_REQUEST.number());
  }

  @Test
  void aRouterThatEndsTellsTheClientsThatItServesThroughAnother() {
    FakeClient client = clientOf(second);
    second.close();
    cluster.pass(1);
    assertThat(client.goodbye.errorNumber()).isEqualTo(ErrorCode.SHUTTING_DOWN.number());
    assertThat(cluster.status()).contains("\"leads\":true,\"clients\":1,");
  }
}
