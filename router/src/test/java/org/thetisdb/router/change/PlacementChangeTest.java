package org.thetisdb.router.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.config.ProcedureSettings.UploadPolicy;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.PlacedRanges;
import org.thetisdb.core.placement.PlacedRanges.PlacedRange;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ChangePlacement;
import org.thetisdb.core.wire.ClientMessage.ChangeScheme;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.router.config.UploadRights;
import org.thetisdb.router.engine.Router;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/** A placement is applied to a cluster that runs, and is what the log says (decision 0061). */
class PlacementChangeTest {
  /** By the settings, cell 1 is at site 2 and cell 2 at site 3. */
  private static final AppliedPlacement AT_THREE = placement(1, 2, 3);

  private final Cluster cluster = new Cluster();
  private FakeClient client;
  private long lastRequest = 1_000;

  private void start() {
    cluster.sites.forEach(site -> site.onExecute = execute -> commit(site, execute));
    cluster.start();
    client = cluster.client();
  }

  private static AppliedPlacement placement(long from, long to, int site) {
    return AppliedPlacement.NONE.next(
        10,
        PlacedRanges.of(
            List.of(
                new PlacedRange(
                    PartitionId.of(Bank.TABLE_ID, from),
                    PartitionId.of(Bank.TABLE_ID, to),
                    site))));
  }

  private SiteToRouter commit(FakeSite site, Execute execute) {
    if (isRecord(execute)) {
      byte[] record = (byte[]) ValueCodec.decodeArguments(execute.arguments())[0];
      AppliedPlacement written = AppliedPlacement.decode(new ByteReader(record));
      cluster.sites.forEach(each -> each.placement = written);
    }
    return site.commit(execute);
  }

  private static boolean isRecord(Execute execute) {
    return execute.procedure().equals(PlacementChange.CHANGE_PLACEMENT);
  }

  private long ask(AppliedPlacement wanted, int sites, boolean dryRun) {
    long request = ++lastRequest;
    client.say(new ChangePlacement(request, wanted, sites, dryRun));
    cluster.pass(20);
    return request;
  }

  private String apply(AppliedPlacement wanted) {
    return String.valueOf(client.result(ask(wanted, 3, false)));
  }

  private String ranAfter(long account) {
    client.call("Deposit", account);
    cluster.pass(200);
    long again = client.call("Deposit", account);
    cluster.pass(20);
    return String.valueOf(client.result(again));
  }

  private long records() {
    return cluster.sites.stream()
        .flatMap(site -> site.executed.stream())
        .filter(PlacementChangeTest::isRecord)
        .count();
  }

  @Test
  void whatIsMetMovesToWhereThePlacementHasIt() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    assertThat(ranAfter(12)).isEqualTo("ran at 2");
    assertThat(apply(AT_THREE))
        .contains("\"changed\":true")
        .contains("\"change\":1")
        .contains("\"followed\":true");
    assertThat(ranAfter(12)).isEqualTo("ran at 3");
    assertThat(ranAfter(2)).as("nobody placed it").isEqualTo("ran at 1");
    assertThat(cluster.status()).contains("\"placement_changes\":1", "\"placed_ranges\":1");
  }

  @Test
  void takenBackPartitionsReturnToTheirFirstMasters() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    apply(AT_THREE);
    assertThat(ranAfter(12)).isEqualTo("ran at 3");
    assertThat(apply(AppliedPlacement.NONE)).contains("\"change\":2").contains("\"ranges\":0");
    cluster.pass(1_500);
    assertThat(ranAfter(12)).isEqualTo("ran at 2");
  }

  @Test
  void underASchemeWhoseMastersMoveItIsKeptForLater() {
    start();
    assertThat(apply(AT_THREE)).contains("\"followed\":false");
    assertThat(ranAfter(12)).isEqualTo("ran at 2");
    client.say(new ChangeScheme(++lastRequest, SchemeRegistry.SCHISM.name(), false));
    cluster.pass(20);
    assertThat(String.valueOf(client.result(lastRequest))).contains("\"changed\":true");
    assertThat(ranAfter(12)).isEqualTo("ran at 3");
    assertThat(apply(AppliedPlacement.NONE))
        .as("schism needs one")
        .isEqualTo(ErrorCode.PLACEMENT_CHANGE_REFUSED.toString());
  }

  @Test
  void theNextRouterFollowsWhatTheLogSays() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.site(2).placement = AT_THREE;
    start();
    assertThat(ranAfter(12)).isEqualTo("ran at 3");
    assertThat(apply(placement(1, 1, 1))).contains("\"change\":2");
  }

  @Test
  void aRouterThatIsLostBehindTheRecordLeavesThePlacementInForce() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    cluster.sites.forEach(site -> site.onExecute = execute -> swallowRecord(site, execute));
    ask(AT_THREE, 3, false);
    elect();
    assertThat(cluster.status()).contains("\"placement_changes\":1");
    client = cluster.client();
    assertThat(ranAfter(12)).isEqualTo("ran at 3");
  }

  /** It is in the log, and nobody hears of it. */
  private SiteToRouter swallowRecord(FakeSite site, Execute execute) {
    SiteToRouter answer = commit(site, execute);
    return isRecord(execute) ? null : answer;
  }

  @Test
  void aRouterThatIsLostBeforeTheRecordLeavesWhatWasThere() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    cluster.sites.forEach(
        site -> site.onExecute = execute -> isRecord(execute) ? null : site.commit(execute));
    ask(AT_THREE, 3, false);
    elect();
    assertThat(cluster.status()).contains("\"placement_changes\":0");
    client = cluster.client();
    assertThat(ranAfter(12)).isEqualTo("ran at 2");
  }

  private void elect() {
    Router next = cluster.startRouter("router-2");
    cluster.membership.depose(cluster.router.address());
    cluster.pass(1);
    cluster.elect(next);
    cluster.router = next;
  }

  @Test
  void whatTheLogRefusesIsNotFollowed() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    start();
    int refused = ErrorCode.LOG_UNAVAILABLE.number();
    cluster.sites.forEach(
        site ->
            site.onExecute =
                execute ->
                    isRecord(execute)
                        ? new Executed(
                            execute.attemptId(), refused, "full", site.report, new byte[0])
                        : site.commit(execute));
    assertThat(apply(AT_THREE)).isEqualTo(ErrorCode.LOG_UNAVAILABLE.toString());
    assertThat(ranAfter(12)).isEqualTo("ran at 2");
  }

  @Test
  void aDryRunAndAQuestionChangeNothing() {
    start();
    assertThat(String.valueOf(client.result(ask(AT_THREE, 3, true))))
        .contains("\"changed\":false")
        .contains("\"ranges\":1");
    assertThat(String.valueOf(client.result(ask(AppliedPlacement.NONE, 0, true))))
        .contains("\"sites\":3")
        .contains("\"ranges\":0");
    assertThat(records()).isZero();
  }

  @Test
  void theSameAgainHasNoEffect() {
    start();
    apply(AT_THREE);
    assertThat(apply(AT_THREE)).contains("\"changed\":false").contains("\"change\":1");
    assertThat(records()).isEqualTo(1);
  }

  @Test
  void whatDoesNotFitIsRefusedWithTheReason() {
    start();
    assertRefused(placement(1, 2, 4), 3, "no site 4");
    assertRefused(AT_THREE, 2, "made for 2 sites, and 3 stay");
    assertRefused(
        AppliedPlacement.NONE.next(1, AT_THREE.ranges()), 3, "cells of 1 keys, and this cluster");
    PlacedRange unknown = new PlacedRange(PartitionId.of(99, 0), PartitionId.of(99, 1), 1);
    assertRefused(
        AppliedPlacement.NONE.next(10, PlacedRanges.of(List.of(unknown))), 3, "no such table");
    PlacedRange system = new PlacedRange(PartitionId.of(1, 0), PartitionId.of(1, 0), 2);
    assertRefused(
        AppliedPlacement.NONE.next(10, PlacedRanges.of(List.of(system))), 3, "of the system");
    assertThat(records()).isZero();
  }

  private void assertRefused(AppliedPlacement wanted, int sites, String why) {
    long request = ask(wanted, sites, false);
    assertThat(client.result(request)).isEqualTo(ErrorCode.PLACEMENT_CHANGE_REFUSED);
    assertThat(client.results.get(request).message()).contains(why);
  }

  @Test
  void whoMayNotUploadMayAskButNotApply() {
    cluster.rights = new UploadRights(UploadPolicy.OFF, "", 1000);
    start();
    assertThat(apply(AT_THREE)).isEqualTo(ErrorCode.UNAUTHORIZED.toString());
    assertThat(String.valueOf(client.result(ask(AT_THREE, 3, true)))).contains("\"ranges\":1");
  }
}
