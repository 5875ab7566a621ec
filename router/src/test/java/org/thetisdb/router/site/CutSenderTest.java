package org.thetisdb.router.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.SessionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.testing.FakeNetwork;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/**
 * When a site gets which cut. The least distance of two is 1 ms here, one that nobody waits for
 * comes after 8.
 */
class CutSenderTest {
  private static final int UNHURRIED_MS = 8;
  private static final long TWO_HOPS_US = 2 * FakeNetwork.DELAY_US;

  private final Cluster cluster = Cluster.started();
  private final FakeSite first = cluster.site(1);
  private final FakeSite second = cluster.site(2);

  private void report(FakeSite site, boolean cutWanted, long... positions) {
    site.report = VersionVector.of(positions);
    site.say(new Report(site.report, SiteLink.NO_LOAD, cutWanted));
    cluster.pass(1);
  }

  private static VersionVector last(FakeSite site) {
    return site.cuts.get(site.cuts.size() - 1).vector();
  }

  @Test
  void cutsAreMaximaOfAllReportsAndGoToAllSites() {
    report(first, false, 5, 1);
    report(second, false, 3, 7);
    cluster.pass(UNHURRIED_MS);
    assertThat(cluster.sites)
        .allSatisfy(site -> assertThat(last(site)).isEqualTo(VersionVector.of(5, 7)));
  }

  @Test
  void withoutNewsThereAreNoMore() {
    report(first, false, 5);
    cluster.pass(UNHURRIED_MS);
    cluster.pass(100);
    assertThat(cluster.sites).allSatisfy(site -> assertThat(site.cuts).hasSize(1));
  }

  @Test
  void nobodyIsWokenForACutThatNobodyWaitsFor() {
    report(first, false, 5);
    cluster.pass(UNHURRIED_MS - 3);
    assertThat(cluster.sites).allSatisfy(site -> assertThat(site.cuts).isEmpty());
  }

  @Test
  void whoAsksGetsOneAtOnceAndTheOthersLater() {
    report(first, true, 5);
    assertThat(last(first)).isEqualTo(VersionVector.of(5));
    assertThat(second.cuts).isEmpty();
    cluster.pass(UNHURRIED_MS);
    assertThat(last(second)).isEqualTo(VersionVector.of(5));
    assertThat(first.cuts).as("it has that one").hasSize(1);
  }

  @Test
  void whoAsksGetsWhatAnotherSiteWasSentBefore() {
    report(first, true, 5);
    report(second, true, 5);
    assertThat(second.cuts).isEqualTo(first.cuts).hasSize(1);
  }

  @Test
  void aCutGoesAheadOfTheCallThatComesAfterNews() {
    report(second, false, 0, 7);
    int[] cutsAtCall = new int[1];
    second.onExecute = call -> commitAfter(cutsAtCall, call.attemptId());
    cluster.client().call("Deposit", 12L);
    cluster.pass(1);
    assertThat(cutsAtCall[0]).isOne();
    assertThat(last(second)).isEqualTo(VersionVector.of(0, 7));
    assertThat(first.cuts).isEmpty();
  }

  private Executed commitAfter(int[] cutsAtCall, long attempt) {
    cutsAtCall[0] = second.cuts.size();
    return new Executed(attempt, 0, "", second.report, new byte[0]);
  }

  @Test
  void aCallFindsACutThatCoversItsSessionHoweverSoonItComes() {
    FakeClient client = cluster.client();
    VersionVector nothing = VersionVector.ZERO;
    report(second, false, 0, 7);
    client.say(deposit(1, nothing));
    second.report = VersionVector.of(0, 8);
    second.say(new Report(second.report, SiteLink.NO_LOAD, false));
    client.say(deposit(2, nothing));
    cluster.time.pass(TWO_HOPS_US);
    assertThat(second.cuts).as("the second call can do with the first one's").hasSize(1);
    VersionVector seen = second.report;
    client.say(deposit(3, seen));
    cluster.time.pass(TWO_HOPS_US);
    assertThat(last(second)).isEqualTo(seen);
  }

  private static Call deposit(int request, VersionVector seen) {
    byte[] arguments = ValueCodec.encodeArguments(12L);
    return new Call(
        request, SessionId.base(2, 1) + request, 1, false, 1000, seen, "Deposit", arguments);
  }

  @Test
  void theChainNeverGoesBack() {
    for (int i = 1; i < 20; i++) {
      report(cluster.site(1 + i % 3), i % 2 == 0, i, 2L * i, 3);
    }
    cluster.pass(UNHURRIED_MS);
    assertThat(cluster.sites).allSatisfy(site -> assertChain(site.cuts));
    assertThat(cluster.sites).allSatisfy(site -> assertThat(last(site)).isEqualTo(last(first)));
  }

  private static void assertChain(List<Cut> cuts) {
    for (int i = 1; i < cuts.size(); i++) {
      Cut before = cuts.get(i - 1);
      Cut next = cuts.get(i);
      assertThat(next.vector().covers(before.vector())).isTrue();
      assertThat(next.epoch()).isEqualTo(before.epoch());
      assertThat(next.number()).isGreaterThan(before.number());
    }
  }
}
