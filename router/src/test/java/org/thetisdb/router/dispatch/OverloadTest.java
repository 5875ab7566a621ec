package org.thetisdb.router.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.testing.FakeNetwork;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;

/** Too much at once. One connection may have 64 calls under way, the router 200. */
class OverloadTest {
  private final Cluster cluster = Cluster.started();

  private static long count(FakeClient client, Object result) {
    return client.results.keySet().stream()
        .filter(request -> result.equals(client.result(request)))
        .count();
  }

  private static void callMany(FakeClient client, int calls) {
    for (int i = 0; i < calls; i++) {
      client.call("Deposit", 12L);
    }
  }

  @Test
  void oneConnectionMayHaveSoManyCallsUnderWay() {
    cluster.site(2).onExecute = execute -> null;
    FakeClient client = cluster.client();
    callMany(client, 70);
    cluster.pass(1);
    assertThat(count(client, ErrorCode.OVERLOADED)).isEqualTo(6);
    assertThat(cluster.site(2).executed).hasSize(64);
    cluster.site(2).executed.forEach(e -> cluster.site(2).say(cluster.site(2).commit(e)));
    cluster.pass(1);
    assertThat(count(client, "ran at 2")).isEqualTo(64);
    cluster.site(2).onExecute = cluster.site(2)::commit;
    long next = client.call("Deposit", 12L);
    cluster.pass(1);
    assertThat(client.result(next)).isEqualTo("ran at 2");
  }

  @Test
  void theRouterTakesSoManyInAll() {
    cluster.site(2).onExecute = execute -> null;
    List<FakeClient> clients = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      clients.add(cluster.client());
      callMany(clients.get(i), 60);
    }
    cluster.pass(1);
    long refused = clients.stream().mapToLong(c -> count(c, ErrorCode.OVERLOADED)).sum();
    assertThat(refused).isEqualTo(40);
  }

  @Test
  void aClientThatDoesNotReadIsNotServedMeanwhile() {
    FakeClient client = cluster.client();
    FakeNetwork.End end = cluster.network.acceptedLast();
    end.congest();
    callMany(client, 10);
    cluster.pass(1);
    assertThat(cluster.site(2).executed).isEmpty();
    end.drain();
    cluster.pass(1);
    assertThat(count(client, "ran at 2")).isEqualTo(10);
  }

  @Test
  void aClientThatDoesNotReadAndGoesOnCallingIsSentAway() {
    FakeClient client = cluster.client();
    cluster.network.acceptedLast().congest();
    callMany(client, 65);
    cluster.pass(1);
    assertThat(client.closed).isTrue();
    assertThat(client.goodbye.errorNumber()).isEqualTo(ErrorCode.OVERLOADED.number());
  }

  @Test
  void theAnswersOfAClientThatIsGoneAreDropped() {
    cluster.site(2).onExecute = execute -> null;
    FakeClient client = cluster.client();
    FakeNetwork.End end = cluster.network.acceptedLast();
    callMany(client, 3);
    cluster.pass(1);
    end.close();
    cluster.pass(1);
    cluster.site(2).executed.forEach(e -> cluster.site(2).say(cluster.site(2).commit(e)));
    cluster.pass(1);
    assertThat(client.results).isEmpty();
    assertThat(cluster.status()).contains("\"calls_under_way\":0", "\"committed\":3");
  }
}
