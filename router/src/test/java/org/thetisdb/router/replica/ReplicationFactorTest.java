package org.thetisdb.router.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.placement.ReplicaRange;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ChangeReplicas;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.DefinitionEntry;
import org.thetisdb.core.wire.SiteToRouter.Definitions;
import org.thetisdb.router.config.RouterLimits;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;
import org.thetisdb.sql.catalog.CatalogCodec;
import org.thetisdb.sql.catalog.Head;
import org.thetisdb.sql.catalog.ObjectId;
import org.thetisdb.sql.catalog.ObjectKind;

/** A cluster whose sites 2 and 3 hold only what they master keeps copies (decision 0062). */
class ReplicationFactorTest {
  private static final long LONG_LOST_MS = 3_000;

  private final Cluster cluster = new Cluster();
  private FakeClient client;
  private long lastRequest = 1_000;

  private void start(int copies) {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.fullSites = 1;
    cluster.copies = copies;
    cluster.limits = new RouterLimits(64, 200, 2, 4, 60_000, 60_000, 500, 100, 50, 0, 600_000);
    cluster.sites.forEach(site -> site.onExecute = execute -> commit(site, execute));
    cluster.start();
    client = cluster.client();
  }

  private SiteToRouter commit(FakeSite site, Execute execute) {
    if (execute.procedure().equals(ReplicaChanges.CHANGE_REPLICAS)) {
      byte[] record = (byte[]) ValueCodec.decodeArguments(execute.arguments())[0];
      ReplicaSets written = ReplicaSets.decode(new ByteReader(record));
      cluster.sites.forEach(each -> each.replicas = written);
    }
    return site.commit(execute);
  }

  private List<Integer> sitesWithReplicas() {
    return cluster.site(1).replicas.ranges().stream().map(ReplicaRange::site).toList();
  }

  private String told() {
    client.say(new ChangeReplicas(++lastRequest, ChangeReplicas.LIST, "", 0));
    cluster.pass(5);
    return String.valueOf(client.result(lastRequest));
  }

  @Test
  void aSecondCopyComesByItself() {
    start(2);
    assertThat(told()).contains("\"copies\":1", "another copy is to come");
    cluster.pass(2_000);
    assertThat(sitesWithReplicas()).containsExactly(2);
    assertThat(told()).contains("\"copies_wanted\":2", "\"copies\":2,\"held\":2,\"note\":\"\"");
  }

  @Test
  void itComesWhereCallsNeedIt() {
    start(2);
    for (int i = 0; i < 20; i++) {
      client.call("Transfer", 2L, 22L); // accounts of sites 1 and 3
    }
    cluster.pass(2_000);
    assertThat(sitesWithReplicas()).containsExactly(3);
  }

  @Test
  void whileASiteIsLostForLongAnotherOneHoldsTheCopyAndThenOneGoes() {
    start(2);
    cluster.pass(2_000);
    cluster.lose(2);
    cluster.pass(1_000);
    assertThat(sitesWithReplicas()).as("it may come back").containsExactly(2);
    cluster.pass(LONG_LOST_MS);
    assertThat(sitesWithReplicas()).containsExactly(2, 3);
    cluster.site(2).incarnation = 2;
    cluster.bringBack(2);
    cluster.pass(3_000);
    assertThat(sitesWithReplicas()).as("two are enough").hasSize(1);
    assertThat(told()).contains("\"copies\":2,\"held\":2");
  }

  @Test
  void moreCopiesThanSitesIsSaidAndNotTriedForEver() {
    start(9);
    cluster.pass(3_000);
    assertThat(sitesWithReplicas()).containsExactlyInAnyOrder(2, 3);
    assertThat(told()).contains("\"copies\":3", "no further site can hold all of it");
    long number = cluster.site(1).replicas.number();
    cluster.pass(1_000);
    assertThat(cluster.site(1).replicas.number()).isEqualTo(number);
  }

  @Test
  void withoutTheSettingNothingIsAdded() {
    start(0);
    cluster.pass(1_000);
    assertThat(sitesWithReplicas()).isEmpty();
    assertThat(told()).contains("\"copies_wanted\":0");
  }

  @Test
  void replicasOfADroppedTableGoAndNoneIsAddedForIt() {
    start(2);
    cluster.pass(2_000);
    assertThat(sitesWithReplicas()).hasSize(1);
    FakeSite site = cluster.site(1);
    ObjectId dropped = new ObjectId(ObjectKind.DROPPED, Bank.TABLE_ID);
    List<DefinitionEntry> entries =
        List.of(
            new DefinitionEntry(ObjectId.HEAD.toKey(), CatalogCodec.encode(new Head(1, 1))),
            new DefinitionEntry(dropped.toKey(), new byte[] {1}));
    site.say(new Definitions(site.report, true, 1, true, site.jars.tables(), entries));
    cluster.pass(1_000);
    assertThat(sitesWithReplicas()).isEmpty();
    assertThat(told()).doesNotContain("\"copies\":1");
  }
}
