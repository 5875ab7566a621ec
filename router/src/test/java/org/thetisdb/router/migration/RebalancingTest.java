package org.thetisdb.router.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ExplainRequest;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.core.wire.ClientMessage.Rebalance;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.SiteToRouter.InDoubtTimes;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.router.config.RebalanceConfig;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/** Sites tell how busy they are, clients call, and ranges go to where there is less to do. */
class RebalancingTest {
  private static final long STEP_MS = 100;

  private final Cluster cluster = new Cluster();
  private final long[] usedUs = new long[4];
  private FakeClient client;
  private long lastRequest = 10_000;
  private long told;

  private void start() {
    MigrationRecords.areLearnedIn(cluster);
    cluster.start();
    client = cluster.client();
  }

  /**
   * Accounts whose cells site 1 masters at first are used alike; sites tell what that is to them.
   */
  private void work(long ms) {
    for (long passed = 0; passed < ms; passed += STEP_MS) {
      for (int i = 0; i < 20; i++) {
        client.call("Deposit", i % 4 * 30L + i % 10);
      }
      cluster.pass(STEP_MS);
      for (FakeSite site : cluster.sites) {
        long served =
            site.executed.stream().filter(each -> each.procedure().equals("Deposit")).count();
        usedUs[site.id] = served * 4_000 + ++told; // it works a little all the time
        site.say(new Report(site.report, load(usedUs[site.id]), false));
      }
    }
  }

  private static SiteLoad load(long usedUs) {
    return new SiteLoad(0, 0, 0, 0, 0, 0, 0, usedUs, 0, 0, 0, 0, false, InDoubtTimes.NONE);
  }

  private String rebalance(Rebalance.Kind action) {
    long request = ++lastRequest;
    client.say(new Rebalance(request, action));
    work(3_300);
    CallResult result = client.results.get(request);
    return result.errorNumber() == 0
        ? String.valueOf(ValueCodec.decode(result.value()))
        : result.message();
  }

  private String migrations() {
    long request = ++lastRequest;
    client.say(Migrate.list(request));
    cluster.pass(10);
    return String.valueOf(ValueCodec.decode(client.results.get(request).value()));
  }

  @Test
  void aPlanSaysWhatWouldMoveAndMovesNothing() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    work(500);
    assertThat(rebalance(Rebalance.Kind.PLAN))
        .contains("\"state\":\"planned\"", "\"from\":1,\"to\":2", "\"from\":1,\"to\":3")
        .contains("\"way\":\"promote\"", "\"keys\":10", "\"state\":\"planned\"");
    work(1_000);
    assertThat(migrations()).contains("\"migrations\":[]");
  }

  @Test
  void byAPlanThatIsCarriedOutLoadIsSpread() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    work(500);
    assertThat(rebalance(Rebalance.Kind.MOVE)).contains("\"moves\":[{");
    work(2_000);
    assertThat(migrations()).contains("\"state\":\"done\"").doesNotContain("running");
    assertThat(rebalance(Rebalance.Kind.PLAN)).as("now it is even").contains("\"moves\":[]");
    assertThat(rebalance(Rebalance.Kind.SHOW))
        .as("what became of the plan")
        .contains("\"state\":\"idle\"", "\"state\":\"done\"", "\"problem\":\"\"");
  }

  @Test
  void toASiteThatLacksRowsTheyGoAtOnceFromASiteWithoutTimeToSpare() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.fullSites = 1;
    start();
    work(500);
    assertThat(rebalance(Rebalance.Kind.MOVE)).contains("\"way\":\"on-demand\"");
    work(2_000);
    assertThat(migrations()).contains("\"state\":\"done\"", "on-demand").doesNotContain("running");
  }

  @Test
  void whatIsTooLargeToGoWithItsMastershipIsCopied() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.fullSites = 1;
    start();
    FakeSite source = cluster.site(1);
    source.onRelease = release -> MigrationRecords.tooLarge(source, release);
    work(500);
    rebalance(Rebalance.Kind.MOVE);
    work(3_000);
    assertThat(migrations()).contains("\"way\":\"copy\"");
    assertThat(rebalance(Rebalance.Kind.SHOW)).contains("\"problem\":\"\"");
  }

  @Test
  void aMigrationThatIsCancelledEndsThePlan() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    cluster.site(1).onRelease = release -> null; // nothing comes of the first
    work(500);
    rebalance(Rebalance.Kind.MOVE);
    client.say(new Rebalance(++lastRequest, Rebalance.Kind.MOVE));
    cluster.pass(10);
    assertThat(client.results.get(lastRequest).message()).contains("a plan is under way");
    client.say(Migrate.cancel(++lastRequest, 0));
    work(500);
    assertThat(rebalance(Rebalance.Kind.SHOW)).contains("\"problem\":\"migration 1 was cancelled");
  }

  @Test
  void unevenLoadIsSpreadUnaskedAfterSomeSecondsAndOnce() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.rebalance = new RebalanceConfig(true, 0.2, 10_000_000);
    start();
    work(2_500);
    assertThat(migrations()).as("not at once").contains("\"migrations\":[]");
    work(6_000);
    assertThat(migrations()).contains("\"state\":\"done\"").doesNotContain("running");
    long moves = cluster.site(1).migrations.all().size();
    work(6_000);
    assertThat(cluster.site(1).migrations.all()).as("even load stays").hasSize((int) moves);
  }

  @Test
  void underClayClumpsMoveUnaskedEachPeriodAndTellWhy() {
    cluster.scheme = SchemeRegistry.CLAY;
    start();
    work(9_000);
    assertThat(migrations()).as("not before its time").contains("\"migrations\":[]");
    work(4_000);
    assertThat(migrations()).contains("\"state\":\"done\"").doesNotContain("running");
    assertThat(explained()).contains("that relieves site 1: its load was 3.00 times the mean");
    long moves = cluster.site(1).migrations.all().size();
    work(12_000);
    assertThat(cluster.site(1).migrations.all()).as("even load stays").hasSize((int) moves);
  }

  /** What is told of all accounts that are used. */
  private String explained() {
    StringBuilder all = new StringBuilder();
    for (int account = 0; account < 100; account += 10) {
      client.say(new ExplainRequest(++lastRequest, "account", Integer.toString(account)));
      cluster.pass(10);
      all.append(client.status);
    }
    return all.toString();
  }

  @Test
  void nothingMovesUnaskedUnlessThatIsSet() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    work(8_000);
    assertThat(migrations()).contains("\"migrations\":[]");
  }

  @Test
  void whereMastersAreNotFixedItIsRefusedWithTheReason() {
    start();
    assertThat(rebalance(Rebalance.Kind.PLAN))
        .contains("masters follow the transactions under scheme dynamast");
  }

  @Test
  void whereOneSiteMastersAllItIsRefused() {
    cluster.scheme = SchemeRegistry.SINGLE_MASTER;
    start();
    assertThat(rebalance(Rebalance.Kind.MOVE))
        .contains("one site masters all under scheme single-master");
  }

  @Test
  void withoutTransactionsNothingMoves() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    client.say(new Rebalance(++lastRequest, Rebalance.Kind.MOVE));
    cluster.pass(3_200);
    assertThat(String.valueOf(ValueCodec.decode(client.results.get(lastRequest).value())))
        .contains("\"moves\":[]", "\"accesses\":0");
  }
}
