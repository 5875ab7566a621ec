package org.thetisdb.router.replica;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.ChangeReplicas;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter;
import org.thetisdb.core.wire.SiteToRouter.InDoubtTimes;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.SiteLoad;
import org.thetisdb.router.harness.Bank;
import org.thetisdb.router.harness.Cluster;
import org.thetisdb.router.harness.FakeClient;
import org.thetisdb.router.harness.FakeSite;

/**
 * Sites 2 and 3 hold only what they master, and have 100 MiB; a cell has a thousand rows of 1 KiB.
 */
final class CopyRoomTest {
  private static final long MIB = 1 << 20;

  private final Cluster cluster = new Cluster();
  private FakeClient client;
  private long lastRequest = 1_000;

  private void start() {
    cluster.scheme = SchemeRegistry.PARTITION_STORE;
    cluster.fullSites = 1;
    for (FakeSite site : cluster.sites) {
      site.onExecute = execute -> commit(site, execute);
      site.rowsOfReplicas = 10_000;
    }
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

  private void use(int site, long mib) {
    long rows = mib * MIB >> 10;
    FakeSite told = cluster.site(site);
    SiteLoad load =
        new SiteLoad(
            0, 0, 0, rows, mib * MIB, 100 * MIB, 0, 0, 0, 0, 0, 0, false, InDoubtTimes.NONE);
    told.say(new Report(told.report, load, false));
    cluster.pass(5);
  }

  /** Ten cells more of a replica than the last one had. */
  private String add(int from, int to, int site) {
    return ask(ChangeReplicas.ADD, from, to, site);
  }

  private String ask(String action, int from, int to, int site) {
    client.say(new ChangeReplicas(++lastRequest, action, range(from, to), site));
    cluster.pass(500);
    return client.message(lastRequest);
  }

  private static String range(int from, int to) {
    return Bank.ACCOUNT.name() + ":" + from + ".." + to;
  }

  @Test
  void aCopyThatDoesNotFitIsRefusedAndNothingIsChanged() {
    start();
    use(2, 20);
    assertThat(add(0, 99, 2)).as("nothing is known of such cells").isEmpty();
    use(2, 60);
    long before = cluster.site(1).replicas.number();
    assertThat(add(100, 1_199, 2))
        .contains("site 2 has no room for it: it takes about 107 MiB, and of 25 MiB");
    assertThat(client.result(lastRequest)).isEqualTo(ErrorCode.REPLICA_CHANGE_REFUSED);
    assertThat(cluster.site(1).replicas.number()).isEqualTo(before);
    assertThat(ask(ChangeReplicas.TRY_ADD, 100, 1_199, 2)).contains("site 2 has no room for it");
    assertThat(ask(ChangeReplicas.TRY_ADD, 100, 199, 2)).isEmpty();
    assertThat(cluster.site(1).replicas.number()).as("only tried").isEqualTo(before);
    assertThat(add(100, 199, 2)).isEmpty();
    assertThat(ask(ChangeReplicas.TRY_DROP, 100, 150, 2)).contains("no replica of just this range");
  }

  @Test
  void whatIsOnItsWayHasItsRoomReserved() {
    start();
    use(2, 20);
    assertThat(add(0, 99, 2)).isEmpty();
    use(2, 60);
    cluster.site(2).fillsReplicas = false;
    assertThat(add(100, 299, 2)).isEmpty();
    assertThat(add(300, 499, 2)).contains("of 25 MiB for copies 19 are reserved");
    assertThat(add(300, 499, 3)).isEmpty();
  }

  @Test
  void aSiteThatIsNearlyFullGetsNoCopyAtAll() {
    start();
    use(2, 86);
    assertThat(add(0, 9, 2)).contains("site 2 has no room for it");
    use(2, 84);
    assertThat(add(0, 9, 2)).isEmpty();
  }
}
