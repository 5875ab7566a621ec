package org.thetisdb.router.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ChangePlacement;
import org.thetisdb.core.wire.ClientMessage.Migrate;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/** An administrator moves ranges; what the log has of it is what routers go on with. */
class MigrationsTest {
  private final Cluster cluster = new Cluster();
  private FakeClient client;
  private long lastRequest = 1_000;

  private void start() {
    MigrationRecords.areLearnedIn(cluster);
    cluster.start();
    client = cluster.client();
  }

  private String answer(Migrate request) {
    client.say(request);
    cluster.pass(200);
    CallResult result = client.results.get(request.requestId());
    return result.errorNumber() == 0
        ? String.valueOf(ValueCodec.decode(result.value()))
        : result.message();
  }

  private String move(String range, int source, int target) {
    return answer(Migrate.begin(++lastRequest, range, source, target, "promote", false));
  }

  /** Behind the time after which a site that does not catch up gets it all the same. */
  private String list() {
    cluster.pass(1_300);
    return answer(Migrate.list(++lastRequest));
  }

  private String ranAfter(long account) {
    long request = client.call("Deposit", account);
    cluster.pass(20);
    return String.valueOf(client.result(request));
  }

  @Test
  void whereMastersStayTheRangeStaysWhereItWasMoved() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    assertThat(ranAfter(12)).isEqualTo("ran at 2");
    assertThat(move("account:10..29", 0, 3)).contains("\"id\":1");
    assertThat(list()).contains("\"state\":\"done\"").contains("\"range\":\"account:10..29\"");
    cluster.pass(3_000);
    assertThat(ranAfter(12)).isEqualTo("ran at 3");
    assertThat(cluster.status()).contains("\"placed_ranges\":1");
  }

  @Test
  void cancelledItReturnsToWhereItWas() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    cluster.site(2).onRelease = release -> null; // it waits for what writes there
    move("account:10..19", 0, 3);
    assertThat(list()).contains("\"state\":\"running\"");
    assertThat(cluster.site(2).holdersEnded).as("it has waited for long enough").isEqualTo(1);
    assertThat(answer(Migrate.cancel(++lastRequest, 1))).contains("\"state\":\"cancelling\"");
    assertThat(cluster.site(2).withdrawn).hasSize(1);
    assertThat(cluster.status()).contains("\"placed_ranges\":0");
  }

  @Test
  void onlyWhatOneSiteMastersMovesIfThatIsAskedFor() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    move("account:0..59", 2, 3);
    assertThat(list()).contains("\"state\":\"done\"");
    assertThat(ranAfter(12)).isEqualTo("ran at 3");
    assertThat(ranAfter(2)).isEqualTo("ran at 1");
  }

  @Test
  void underDynamastItMovesOnce() {
    start();
    assertThat(ranAfter(12)).isEqualTo("ran at 2");
    move("account:10..19", 0, 3);
    assertThat(list()).contains("\"state\":\"done\"").contains("\"partitions\":1");
    assertThat(ranAfter(12)).isEqualTo("ran at 3");
    assertThat(cluster.status()).contains("\"placed_ranges\":0");
  }

  @Test
  void aPlanTellsWhatWouldMove() {
    start();
    assertThat(answer(Migrate.begin(++lastRequest, "account:0..29", 0, 3, "promote", true)))
        .contains("\"partitions\":3", "\"moves\":2", "\"stays\":false");
    assertThat(list()).contains("\"migrations\":[]");
  }

  @Test
  void whatCannotBeIsRefusedWithItsReason() {
    start();
    assertThat(move("account", 0, 9)).contains("there is no site 9 that stays");
    assertThat(move("nothing", 0, 2)).contains("there is no table \"nothing\"");
    assertThat(move("account:90..1", 0, 2)).contains("ends before it begins");
    assertThat(move("account:1..x", 0, 2)).contains("is no value of the first key column");
    assertThat(move("account:0..99999999", 0, 2)).contains("name a smaller range");
    assertThat(answer(Migrate.begin(++lastRequest, "account:0..1", 0, 2, "fly", false)))
        .contains(
            "there is no way \"fly\"; they are promote, copy, ship, on-demand, failover, stop");
    assertThat(answer(Migrate.cancel(++lastRequest, 7))).contains("no migration 7 is under way");
  }

  @Test
  void whereOneSiteMastersAllNothingMoves() {
    cluster.scheme = SchemeRegistry.SINGLE_MASTER;
    start();
    assertThat(move("account:0..9", 0, 2))
        .contains("one site masters all under scheme single-master");
  }

  @Test
  void nothingReturnsUnderASchemeInWhichOneSiteMastersAll() {
    start();
    cluster.site(2).onRelease = release -> null;
    move("account:10..19", 0, 3);
    Migration cancelling = cluster.site(1).migrations.find(1);
    Migration later = cancelling.next(Migration.State.CANCELLING, cancelling.details());
    Cluster next = new Cluster();
    next.scheme = SchemeRegistry.SINGLE_MASTER;
    long cell = PartitionId.of(Bank.TABLE_ID, 1);
    next.sites.forEach(site -> site.migrations.learn(later));
    next.sites.forEach(site -> site.moved.put(cell, new Owner(cell, 1, 1)));
    next.sites.forEach(site -> site.onExecute = execute -> site.commit(execute));
    next.start();
    next.pass(2_000);
    assertThat(next.sites).allSatisfy(site -> assertThat(site.released).isEmpty());
  }

  @Test
  void theWayIsPickedByWhatTheTargetLacks() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.fullSites = 1;
    start();
    assertThat(plan("account:10..29", 1)).as("it has every row").contains("\"way\":\"promote\"");
    assertThat(plan("account:10..29", 3)).as("few").contains("\"way\":\"ship\"");
    assertThat(plan("account:0..9999", 3)).as("many").contains("\"way\":\"copy\"");
    assertThat(move("account:10..29", 0, 3)).contains("move it by copy, ship or on-demand");
  }

  @Test
  void aPlanSaysWhatGoesAndHowLongItTakes() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.fullSites = 1;
    start();
    assertThat(plan("account:0..9999", 3))
        .as("two thirds move; the copy has all, a mebibyte at a mebibyte in a second")
        .contains("\"moves\":667", "\"rows\":10928", "\"bytes\":699400", "\"sends_rows\":true")
        .contains("\"expected_us\":1002000", "\"expected_wait_us\":1000");
    assertThat(plan("account:10..29", 3))
        .as("few rows go with their mastership")
        .contains("\"way\":\"ship\"", "\"expected_us\":1000");
    assertThat(plan("account:10..29", 1)).contains("\"sends_rows\":false");
  }

  private String plan(String range, int target) {
    return answer(Migrate.begin(++lastRequest, range, 0, target, Migrate.ANY_WAY, true));
  }

  @Test
  void whatIsTooLargeToBeShippedIsTakenBack() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.fullSites = 1;
    start();
    FakeSite source = cluster.site(2);
    source.onRelease = release -> MigrationRecords.tooLarge(source, release);
    answer(Migrate.begin(++lastRequest, "account:10..19", 0, 3, "ship", false));
    assertThat(list()).contains("\"state\":\"cancelled\"").contains("too many rows to go with");
    assertThat(cluster.status()).contains("\"placed_ranges\":0");
    cluster.pass(3_000);
    assertThat(ranAfter(12)).isEqualTo("ran at 2");
  }

  @Test
  void onDemandACallFindsWhatItWritesAtTheTarget() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    assertThat(ranAfter(2_512)).isEqualTo("ran at 3");
    answer(Migrate.begin(++lastRequest, "account:0..2999", 0, 1, "on-demand", false));
    assertThat(ranAfter(2_512)).as("the rest is on its way").isEqualTo("ran at 1");
    assertThat(answer(Migrate.list(++lastRequest))).contains("\"state\":\"running\"");
    cluster.pass(3_000);
    assertThat(list()).contains("\"state\":\"done\"");
  }

  @Test
  void twoMigrationsDoNotMoveOneRange() {
    start();
    cluster.site(2).onRelease = release -> null;
    move("account:10..19", 0, 3);
    assertThat(move("account:0..99", 0, 1)).contains("migration 1 moves some of it");
    client.say(new ChangePlacement(++lastRequest, AppliedPlacement.NONE, 0, true));
    assertThat(list()).contains("\"state\":\"running\"");
  }
}
