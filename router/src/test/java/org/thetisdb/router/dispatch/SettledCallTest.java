package org.thetisdb.router.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;

class SettledCallTest {
  private final Cluster cluster = Cluster.started();
  private final FakeClient client = cluster.client();

  @Test
  void aSettledCallCostsOneMessageToItsSite() {
    long request = client.call("Transfer", 12L, 15L);
    cluster.pass(1);
    assertThat(client.result(request)).isEqualTo("ran at 2");
    assertThat(cluster.site(2).executed).hasSize(1);
    assertThat(cluster.site(1).executed).isEmpty();
    assertThat(cluster.site(3).executed).isEmpty();
    assertThat(cluster.sites).allSatisfy(site -> assertThat(site.released).isEmpty());
  }

  @Test
  void theSiteIsToldWhatTheCallWritesInWhichTermAndByWhichJar() {
    client.call("Transfer", 12L, 15L);
    cluster.pass(1);
    Execute execute = cluster.site(2).executed.get(0);
    assertThat(execute.written()).isEqualTo(List.of(new Mastership(Bank.partition(12), 0)));
    assertThat(execute.jarVersion()).isEqualTo(1);
    assertThat(execute.repetition()).isFalse();
    assertThat(execute.reconnaissance()).isFalse();
    assertThat(execute.plan()).isNull();
    assertThat(execute.timeoutMs()).isBetween(990, 1000);
  }

  @Test
  void theAnswerCarriesTheSitesReport() {
    long request = client.call("Deposit", 12L);
    cluster.pass(1);
    assertThat(client.results.get(request).vector()).isEqualTo(cluster.site(2).report);
  }
}
