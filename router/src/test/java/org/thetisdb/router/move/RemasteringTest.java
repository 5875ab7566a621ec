package org.thetisdb.router.move;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;

class RemasteringTest {
  private final Cluster cluster = Cluster.started();
  private final FakeClient client = cluster.client();

  @Test
  void aSplitWriteSetIsReleasedAndRunsAtOneSite() {
    long request = client.call("Transfer", 2L, 12L);
    cluster.pass(2);
    assertThat(client.result(request)).isEqualTo("ran at 1");
    Release release = cluster.site(2).released.get(0);
    assertThat(release.grantee()).isEqualTo(1);
    assertThat(release.granteeIncarnation()).isEqualTo(1);
    assertThat(release.released()).containsExactly(new Mastership(Bank.partition(12), 1));
    Execute execute = cluster.site(1).executed.get(0);
    assertThat(execute.written())
        .containsExactly(
            new Mastership(Bank.partition(2), 0), new Mastership(Bank.partition(12), 1));
  }

  @Test
  void theNextCallOfTheSameKindMovesNothing() {
    client.call("Transfer", 2L, 12L);
    cluster.pass(2);
    long request = client.call("Transfer", 12L, 2L);
    cluster.pass(2);
    assertThat(client.result(request)).isEqualTo("ran at 1");
    assertThat(cluster.site(2).released).hasSize(1);
  }

  @Test
  void callsOnWhatMovesQueueBehindTheMoveAndFollowItsCause() {
    cluster.site(2).onRelease = release -> null;
    long cause = client.call("Transfer", 2L, 12L);
    cluster.pass(1);
    long second = client.call("Deposit", 12L);
    long third = client.call("Transfer", 12L, 22L);
    long elsewhere = client.call("Deposit", 32L);
    cluster.pass(5);
    assertThat(client.result(second)).isNull();
    assertThat(client.result(third)).isNull();
    assertThat(client.result(elsewhere)).isEqualTo("ran at 1");

    Release asked = cluster.site(2).released.get(0);
    cluster.site(2).say(cluster.site(2).letGo(asked));
    cluster.pass(5);
    assertThat(client.result(cause)).isEqualTo("ran at 1");
    assertThat(client.result(second)).isEqualTo("ran at 1");
    assertThat(client.result(third)).isNotNull();
    assertThat(cluster.site(1).executed.get(1).session())
        .as("the cause goes first")
        .isEqualTo(client.hello.sessionBase() + 1);
  }

  @Test
  void whatIsSettledIsNotHeldUpByASlowSiteElsewhere() {
    cluster.site(3).onExecute = execute -> null;
    client.call("Deposit", 22L);
    long request = client.call("Deposit", 2L);
    cluster.pass(1);
    assertThat(client.result(request)).isInstanceOf(String.class);
    Execute open = cluster.site(3).executed.get(0);
    cluster.site(3).say(new Executed(open.attemptId(), 0, "", cluster.site(3).report, new byte[0]));
    cluster.pass(1);
    assertThat(client.results).hasSize(2);
  }
}
