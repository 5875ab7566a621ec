package org.thetisdb.router.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.scheme.SchemeRecord;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.RouterToSite.FailoverSuccessor;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.SiteEntry;
import org.thetisdb.core.wire.SiteToRouter.Sites;
import org.thetisdb.router.config.RouterLimits;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;
import org.thetisdb.router.site.SiteLink;

/** Who leads, the chain of cuts, and what a new leader does first. */
class LeadershipTest {
  /** Longer than the router waits with a cut that nobody asks for. */
  private static final int UNTIL_CUT_MS = 10;

  private final Cluster cluster = Cluster.started();

  private void report(int site, long... positions) {
    cluster.site(site).report = VersionVector.of(positions);
    cluster.site(site).say(new Report(VersionVector.of(positions), SiteLink.NO_LOAD, false));
    cluster.pass(UNTIL_CUT_MS);
  }

  private static Cut last(FakeSite site) {
    return site.cuts.get(site.cuts.size() - 1);
  }

  @Test
  void theChainGoesOnOverAChangeOfRouters() {
    report(1, 5, 1, 1);
    Router second = cluster.startRouter("router-2");
    cluster.site(2).cut = VersionVector.of(9, 9, 9);
    cluster.elect(second);
    report(3, 1, 1, 2);
    assertChain(cluster.site(1).cuts);
    assertThat(last(cluster.site(1)).epoch()).isEqualTo(2);
    assertThat(last(cluster.site(1)).vector().covers(VersionVector.of(9, 9, 9))).isTrue();
  }

  @Test
  void aSiteThatJoinsGetsTheCutsOfBeforeItIsUsed() {
    FakeSite first = cluster.site(1);
    FakeSite fourth = new FakeSite(4, cluster.network, cluster.time);
    cluster.join(fourth);
    first.say(
        new Sites(
            first.report,
            List.of(new SiteEntry(4, SiteStanding.JOINING, List.of())),
            SchemeRecord.NONE));
    cluster.pass(10);
    report(1, 5);
    assertThat(last(fourth)).isEqualTo(last(first));
  }

  private static void assertChain(List<Cut> cuts) {
    for (int i = 1; i < cuts.size(); i++) {
      Cut before = cuts.get(i - 1);
      Cut next = cuts.get(i);
      assertThat(next.vector().covers(before.vector())).isTrue();
      assertThat(next.epoch()).isGreaterThanOrEqualTo(before.epoch());
      if (next.epoch() == before.epoch()) {
        assertThat(next.number()).isGreaterThan(before.number());
      }
    }
  }

  @Test
  void aDeposedRouterAnswersAllAndSendsItsClientsAway() {
    FakeClient client = cluster.client();
    cluster.site(2).onExecute = execute -> null;
    long sent = client.call("Deposit", 12L);
    cluster.lose(3);
    long notSent = client.call("Deposit", 22L);
    cluster.pass(1);
    cluster.membership.depose(cluster.router.address());
    cluster.pass(1);
    assertThat(client.result(sent)).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
    assertThat(client.result(notSent)).isEqualTo(ErrorCode.NOT_LEADER);
    assertThat(client.goodbye.errorNumber()).isEqualTo(ErrorCode.NOT_LEADER.number());
    assertThat(client.closed).isTrue();
  }

  @Test
  void aRouterThatMeetsALaterEpochStepsDown() {
    FakeClient client = cluster.client();
    cluster.site(2).epoch = 9;
    cluster.site(2).stop();
    cluster.site(2).start();
    cluster.pass(300);
    assertThat(client.closed).isTrue();
    assertThat(client.goodbye.errorNumber()).isEqualTo(ErrorCode.NOT_LEADER.number());
  }

  @Test
  void anUnreachableSiteIsFencedBeforeTheRouterServes() {
    Router second = cluster.startRouter("router-2");
    cluster.membership.depose(cluster.router.address());
    cluster.cutOff(3);
    FakeSite successor = cluster.site(1);
    List<Integer> served = cluster.servingEpochs;
    successor.onSuccessor = wanted -> null;
    cluster.elect(second);
    cluster.pass(cluster.limits.sitesWaitMs() / 2 - 50);
    assertThat(successor.successorsWanted).as("it has its time").isEmpty();
    cluster.pass(200);
    assertThat(successor.successorsWanted).contains(3);
    assertThat(served).as("nobody has closed its log yet").containsExactly(1);
    successor.say(successor.successor(new FailoverSuccessor(3), 7));
    cluster.pass(10);
    assertThat(served).containsExactly(1, 2);
  }

  @Test
  void aSiteThatDiesTogetherWithTheLeaderIsMissedForAMoment() {
    cluster.limits = RouterLimits.DEFAULT;
    Router second = cluster.startRouter("router-2");
    cluster.pass(1);
    FakeSite successor = cluster.site(1);
    successor.onSuccessor = wanted -> successor.successor(wanted, 7);
    cluster.membership.depose(cluster.router.address());
    cluster.lose(3);
    cluster.elect(second);
    cluster.pass(2L * cluster.limits.siteLostMs());
    assertThat(successor.successorsWanted).as("it may only have lost touch").isEmpty();
    cluster.pass(cluster.limits.siteLostMs() + 100L);
    assertThat(successor.successorsWanted).contains(3);
    assertThat(cluster.servingEpochs).containsExactly(1, 2);
  }

  @Test
  void aSiteThatTheNewLeaderNeverSawMayBeAboutToStart() {
    cluster.limits = RouterLimits.DEFAULT;
    cluster.membership.depose(cluster.router.address());
    cluster.lose(3);
    Router second = cluster.startRouter("router-2");
    cluster.elect(second);
    FakeSite successor = cluster.site(1);
    cluster.pass(cluster.limits.sitesWaitMs() / 2 - 100L);
    assertThat(successor.successorsWanted).isEmpty();
    cluster.pass(200);
    assertThat(successor.successorsWanted).contains(3);
  }

  @Test
  void slowSitesAreNotGivenUpWhereNobodyCouldReplaceThem() {
    Router second = cluster.startRouter("router-2");
    cluster.membership.depose(cluster.router.address());
    cluster.sites.forEach(site -> site.promises = false);
    cluster.elect(second);
    cluster.pass(5L * cluster.limits.sitesWaitMs());
    assertThat(cluster.servingEpochs).containsExactly(1);
    cluster.sites.forEach(FakeSite::promise);
    cluster.pass(50);
    assertThat(cluster.servingEpochs).containsExactly(1, 2);
  }

  @Test
  void whatASessionHasSeenOfAFencedSiteBehindItsFenceNeverWas() {
    Router second = cluster.startRouter("router-2");
    cluster.lose(3);
    FakeSite successor = cluster.site(1);
    successor.onSuccessor = wanted -> successor.successor(wanted, 7);
    cluster.elect(second);
    cluster.pass(cluster.limits.sitesWaitMs());
    assertThat(cluster.servingEpochs).containsExactly(1, 2);
    FakeClient client = cluster.client(second, "");
    long honest = client.callWith(VersionVector.of(0, 0, 7), "Deposit", 12L);
    long forged = client.callWith(VersionVector.of(0, 0, 1_000_000_000), "Deposit", 12L);
    cluster.pass(1);
    assertThat(client.result(honest)).isEqualTo("ran at 2");
    assertThat(client.result(forged)).isEqualTo(ErrorCode.VECTOR_AHEAD);
    assertThat(cluster.site(2).executed).hasSize(1);
  }

  @Test
  void aNewLeaderLearnsWhereAllIs() {
    FakeClient client = cluster.client();
    client.call("Transfer", 2L, 12L);
    cluster.pass(3);
    Router second = cluster.startRouter("router-2");
    cluster.elect(second);
    assertThat(cluster.servingEpochs).containsExactly(1, 2);
    FakeClient next = cluster.client(second, "");
    long request = next.call("Deposit", 12L);
    cluster.pass(1);
    assertThat(next.result(request)).isEqualTo("ran at 1");
    assertThat(next.hello.sessionBase()).isEqualTo(2L << 40 | 1L << 20);
  }

  @Test
  void theHighestTermWins() {
    Cluster fresh = new Cluster();
    long partition = Bank.partition(12);
    fresh.site(1).moved.put(partition, new Owner(partition, 2, 1));
    fresh.site(2).moved.put(partition, new Owner(partition, 3, 3));
    fresh.site(3).moved.put(partition, new Owner(partition, 1, 2));
    fresh.start();
    FakeClient client = fresh.client();
    long request = client.call("Deposit", 12L);
    fresh.pass(1);
    assertThat(client.result(request)).isEqualTo("ran at 3");
  }

  @Test
  void callsThatComeBeforeAllSitesArePresentAreHeld() {
    Cluster slow = new Cluster();
    slow.site(1).report = VersionVector.of(5);
    slow.join(slow.site(1));
    slow.join(slow.site(2));
    slow.router = slow.startRouter("router-1");
    slow.elect(slow.router);
    slow.pass(1);
    slow.site(1).say(new Report(VersionVector.of(6), SiteLink.NO_LOAD, true));
    FakeClient client = slow.client();
    assertThat(slow.status()).contains("\"serving\":false", "\"waits_for\":\"site 3\"");
    long request = client.call("Deposit", 2L);
    slow.pass(100);
    assertThat(client.result(request)).isNull();
    assertThat(slow.site(1).cuts).as("site 3 may know of later ones (hazard 6)").isEmpty();
    slow.join(slow.site(3));
    slow.pass(10);
    assertThat(client.result(request)).isEqualTo("ran at 1");
  }

  @Test
  void theWaitForMissingSitesEndsWhenTheyAreFenced() {
    Cluster slow = new Cluster();
    slow.join(slow.site(1));
    slow.join(slow.site(2));
    slow.router = slow.startRouter("router-1");
    slow.elect(slow.router);
    slow.pass(slow.limits.sitesWaitMs() + 100);
    assertThat(slow.servingEpochs).as("site 3 may still follow another router").isEmpty();
    FakeSite successor = slow.site(1);
    successor.say(successor.successor(new FailoverSuccessor(3), 0));
    slow.pass(10);
    FakeClient client = slow.client();
    long here = client.call("Deposit", 2L);
    long away = client.call("Deposit", 22L);
    slow.pass(1_100);
    assertThat(client.result(here)).isEqualTo("ran at 1");
    assertThat((String) client.result(away)).isIn("ran at 1", "ran at 2");
  }

  @Test
  void aRouterThatIsClosedSaysSo() {
    FakeClient client = cluster.client();
    cluster.router.close();
    cluster.pass(1);
    assertThat(client.goodbye.errorNumber()).isEqualTo(ErrorCode.SHUTTING_DOWN.number());
  }
}
