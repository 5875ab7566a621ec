package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.thetisdb.client.CallOutcome;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.wire.ClientMessage.ChangeReplicas;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.simulation.SimulatedNetwork;

/**
 * Scenarios of a router and replicas that come and go (decision 0054): site 1 holds every row,
 * sites 2 and 3 what they master. {@code PartialMutantsTest} tells them.
 */
final class ReplicaRoutingHazardScenarios extends RouterFixture {
  /** Not the whole table: of such the cluster would keep so many as its settings say. */
  private static final String RANGE = "counters:0..40";

  private static final String HELD = "\"state\":\"held\"";
  private static final String COPYING = "\"state\":\"copying\"";

  private int sentBack;

  ReplicaRoutingHazardScenarios() {
    super(1, SchemeRegistry.PARTITION_STORE, 10, FirstMaster.SCATTERED, 1);
  }

  private void count() {
    sentBack = 0;
    surroundings
        .network()
        .watch(
            new SimulatedNetwork.Watcher() {
              @Override
              public void onSent(String from, Connection connection, Message message) {
                sentBack += message instanceof Replan && from.equals("site-2") ? 1 : 0;
              }

              @Override
              public void onClosed(Connection connection) {}
            });
  }

  private CallOutcome change(String action, int site) {
    CallOutcome[] outcome = new CallOutcome[1];
    new Caller(leader(), 0)
        .machine
        .core()
        .changeReplicas(action, RANGE, site, ended -> outcome[0] = ended);
    runUntil(() -> outcome[0] != null, "the change is answered");
    return outcome[0];
  }

  private String list() {
    return change(ChangeReplicas.LIST, 0).result().toString();
  }

  void noCallIsSentToAReplicaBeforeItCanBeReadThere() {
    startCluster();
    Caller writer = new Caller(leader(), 15);
    writer.from = 25;
    writer.start();
    runUntil(() -> writer.committed > 20, "calls over two masters go on");
    cut(sites.get(0), sites.get(1), 4 * LEASE_US);
    count();
    assertThat(change(ChangeReplicas.ADD, 2).isCommitted()).isTrue();
    int before = writer.committed;
    runUntil(() -> writer.committed > before + 20, "calls go on");
    assertThat(sentBack).as("calls that site 2 had to send back").isZero();
    assertThat(list()).as("the copy does not get through").contains(COPYING);
    runUntil(() -> list().contains(HELD), "it is held");
    writer.stop();
  }

  void theOnlyCopyThatIsThereIsNotDropped() {
    startCluster();
    assertThat(change(ChangeReplicas.ADD, 2).isCommitted()).isTrue();
    runUntil(() -> list().contains(HELD), "it is held");
    sites.get(0).process().kill();
    world.runFor(3 * LEASE_US);
    CallOutcome refused = change(ChangeReplicas.DROP, 2);
    assertThat(refused.code()).as("%s", refused).isEqualTo(ErrorCode.REPLICA_CHANGE_REFUSED);
    assertThat(refused.message()).contains("only copy");
    sites.get(0).start();
    world.runFor(2 * LEASE_US);
    CallOutcome dropped = change(ChangeReplicas.DROP, 2);
    assertThat(dropped.isCommitted()).as("every row is elsewhere again: %s", dropped).isTrue();
  }
}
