package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.DigestRequest;
import org.thetisdb.core.wire.RouterToSite.FillReplica;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Filling;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.core.wire.SiteToRouter.Replicas;
import org.thetisdb.core.wire.SiteToSite;

/**
 * Scenarios about replicas that are added at a site which serves (decision 0054): site 1 holds
 * every row, site 2 what it masters. The router is played by the test.
 */
final class ReplicaScenariosTest extends ReplicaFixture {
  ReplicaScenariosTest() {
    super(0);
  }

  @Test
  void aReplicaIsReadOnceTheLogSaysThatItIsHeld() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    add();
    assertThat(sum(1L, 101L)).as("it is not filled").isInstanceOf(Replan.class);
    assertThat(fill().state()).isEqualTo(Filling.FILLED);
    cut();
    assertThat(sum(1L, 101L)).as("the log says nothing").isInstanceOf(Replan.class);
    record(sets.heldBy(1, incarnation()));
    cut();
    assertThat(valueOf(sum(1L, 101L))).isEqualTo(12L);
    execute(1, raise(1, 1));
    cut();
    assertThat(valueOf(sum(1L, 101L))).as("the logs follow").isEqualTo(13L);
  }

  @Test
  void rowsThatChangeAndGoWhileTheyAreCopiedAreRight() {
    for (long id = 1; id <= 40; id++) {
      execute(1, raise(id, 5), 1_000);
    }
    add();
    ask(2, new FillReplica(1, host(), port()), 0);
    for (long id = 1; id <= 40; id++) {
      nodes.get(1).send(raise(id, 1).build(nodes.get(1)));
      world.runFor(20);
    }
    execute(1, call("Drop", 1, 40L, 1L).writes(P0, 0));
    assertThat(fill().state()).isEqualTo(Filling.FILLED);
    record(sets.heldBy(1, incarnation()));
    cut();
    for (long id = 1; id < 40; id++) {
      assertThat(valueOf(sum(id, 101L))).as("counter " + id).isEqualTo(6L);
    }
    assertThat(valueOf(sum(40L, 101L))).as("it was dropped").isEqualTo(0L);
  }

  /** Else a snapshot could have seen that it is held, and not what its rows depend on. */
  @Test
  void aReplicaIsFilledWhenAllThatItsCopyHoldsIsAppliedThere() {
    execute(1, raise(1, 5));
    add();
    log.holdBack(1);
    execute(1, raise(1, 1));
    assertThat(isFilled(fill())).as("the copy has what no log has told yet").isFalse();
    log.release(1);
    world.runFor(STEP_US);
    assertThat(isFilled(fill())).isTrue();
    record(sets.heldBy(1, incarnation()));
    cut();
    assertThat(valueOf(sum(1L, 101L))).isEqualTo(6L);
  }

  @Test
  void aRowThatGoesWhileItsCopyIsOnTheWayDoesNotComeBack() {
    for (long id = 1; id <= 40; id++) {
      execute(1, raise(id, 5), 1_000);
    }
    add();
    cutTheLinkBehindTheFirstFrame();
    ask(2, new FillReplica(1, host(), port()), STEP_US);
    execute(1, call("Drop", 1, 40L, 1L).writes(P0, 0));
    for (int round = 0; round < 4; round++) {
      cut();
      execute(1, raise(1, 1));
    }
    world.runFor(30 * STEP_US);
    assertThat(isFilled(fill())).isTrue();
    record(sets.heldBy(1, incarnation()));
    cut();
    assertThat(valueOf(sum(40L, 101L))).as("it was dropped").isEqualTo(0L);
    assertThat(valueOf(sum(1L, 101L))).isEqualTo(9L);
  }

  private void cutTheLinkBehindTheFirstFrame() {
    network.watch(
        new SimulatedNetwork.Watcher() {
          @Override
          public void onSent(String from, Connection connection, Message message) {
            if (message instanceof SiteToSite.CopyFrame frame && frame.number() == 1) {
              network.cut("site-1", "site-2", 30 * STEP_US);
            }
          }

          @Override
          public void onClosed(Connection connection) {}
        });
  }

  @Test
  void aSnapshotFromBeforeTheReplicaWasJoinedDoesNotReadIt() {
    execute(1, raise(1, 5));
    cut();
    add();
    fill();
    record(sets.heldBy(1, incarnation()));
    world.runFor(STEP_US);
    assertThat(sum(1L, 101L))
        .as("the only cut of this site is older than the replica")
        .isInstanceOf(Replan.class);
    cut();
    assertThat(valueOf(sum(1L, 101L))).isEqualTo(5L);
  }

  @Test
  void aSiteThatIsKilledWhileItCopiesBeginsAnew() {
    execute(1, raise(1, 5));
    add();
    ask(2, new FillReplica(1, host(), port()), 30);
    restart();
    cut();
    assertThat(sum(1L, 101L)).isInstanceOf(Replan.class);
    assertThat(fill().state()).isEqualTo(Filling.FILLED);
    record(sets.heldBy(1, incarnation()));
    cut();
    assertThat(valueOf(sum(1L, 101L))).isEqualTo(5L);
  }

  @Test
  void aSiteThatIsKilledBehindTheCopyHoldsNothingOfIt() {
    execute(1, raise(1, 5));
    add();
    fill();
    int before = incarnation();
    restart();
    record(sets.heldBy(1, before));
    cut();
    assertThat(sum(1L, 101L)).as("it was another incarnation").isInstanceOf(Replan.class);
    fill();
    cut();
    assertThat(sum(1L, 101L)).as("still the record of the other").isInstanceOf(Replan.class);
    record(sets.heldBy(1, incarnation()));
    cut();
    assertThat(valueOf(sum(1L, 101L))).isEqualTo(5L);
  }

  @Test
  void aSiteThatRestartsFillsItsReplicasAgainBeforeTheyAreRead() {
    execute(1, raise(1, 5));
    join();
    assertThat(valueOf(sum(1L, 101L))).isEqualTo(5L);
    restart();
    execute(1, raise(1, 1));
    cut();
    assertThat(sum(1L, 101L)).isInstanceOf(Replan.class);
    fill();
    record(sets.heldBy(1, incarnation()));
    cut();
    assertThat(valueOf(sum(1L, 101L))).isEqualTo(6L);
  }

  @Test
  void ifTheGiverIsKilledTheCopyIsMadeAgain() {
    for (long id = 1; id <= 60; id++) {
      execute(1, raise(id, 5), 1_000);
    }
    add();
    ask(2, new FillReplica(1, host(), port()), 60);
    nodes.get(1).kill();
    world.runFor(STEP_US);
    start(1);
    ReplicaFilled answer = null;
    for (int round = 0; round < 40 && !isFilled(answer); round++) {
      answer = fill();
    }
    assertThat(isFilled(answer)).isTrue();
    record(sets.heldBy(1, incarnation()));
    cut();
    assertThat(valueOf(sum(60L, 101L))).isEqualTo(5L);
  }

  @Test
  void whatIsDroppedIsNotReadAndItsRowsGo() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    join();
    assertThat(rowsAtSecond()).isEqualTo(2);
    record(sets.without(1));
    cut();
    assertThat(sum(1L, 101L)).isInstanceOf(Replan.class);
    world.runFor(STEP_US);
    assertThat(rowsAtSecond()).as("what it masters it keeps").isEqualTo(1);
    assertThat(valueOf(execute(2, raise(101, 1)))).isEqualTo(8L);
  }

  @Test
  void whatIsAddedAgainHasNothingOfWhatWasThereBefore() {
    execute(1, raise(1, 5));
    execute(1, raise(2, 5));
    join();
    record(sets.without(1));
    cut();
    execute(1, raise(1, 1));
    execute(1, call("Drop", 1, 2L, 1L).writes(P0, 0));
    record(sets.with(P0, P0, 2));
    fill(sets.number());
    record(sets.heldBy(sets.number(), incarnation()));
    cut();
    assertThat(valueOf(sum(1L, 101L))).isEqualTo(6L);
    assertThat(valueOf(sum(2L, 101L))).isEqualTo(0L);
  }

  @Test
  void aChangeThatDoesNotKnowTheLastOneIsRefused() {
    ReplicaSets first = sets.with(P0, P0, 2);
    record(first);
    Executed refused = (Executed) change(ReplicaSets.NONE.with(P1, P1, 2));
    assertThat(refused.message()).contains("change 1 came before");
  }

  @Test
  void severalChangesAreOneRecordAndNoneOfThemIsMadeTwice() {
    ReplicaSets both = sets.with(P0, P0, 2).with(P1, P1, 2);
    record(both);
    Executed again = (Executed) change(ReplicaSets.NONE.with(P1, P1, 2).with(P0, P0, 2));
    assertThat(again.message()).as("it has the number that is there").contains("change 2 came");
    sets = ReplicaSets.NONE;
    Executed late = (Executed) change(both.without(1));
    assertThat(late.message()).as("it knows nothing of what came").contains("change 2 came before");
  }

  @Test
  void aRouterHearsOfReplicasBeforeTheHandshakeEnds() {
    add();
    Node node = nodes.get(2);
    node.answers.clear();
    hello(node);
    assertThat(node.answers)
        .anySatisfy(
            message -> assertThat(((Replicas) message).sets().find(1).contains(P0)).isTrue());
  }

  @Test
  void sitesTellTheSameDigestsOfWhatBothHold() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    cut();
    List<String> whole = told(digest(1));
    List<String> part = told(digest(2));
    assertThat(whole).as("a counter is at one site alone").hasSize(part.size() + 1);
    assertThat(whole).containsAll(part);
    join();
    assertThat(told(digest(2))).as("now it is at both").isEqualTo(told(digest(1)));
    nodes.get(2).store.removeRows(PartitionId.table(P0), 1);
    assertThat(told(digest(2))).as("it has lost a row").isNotEqualTo(told(digest(1)));
  }

  @Test
  void whatIsNotJoinedYetIsInNoDigest() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    add();
    fill();
    assertThat(told(digest(1))).containsAll(told(digest(2)));
    assertThat(told(digest(2))).noneMatch(each -> each.startsWith(PartitionId.table(P0) + " [] "));
  }

  @Test
  void aSiteThatFillsAReplicaAgainHasNoDigest() {
    execute(1, raise(1, 5));
    join();
    restart();
    assertThat(digest(2).problem()).contains("it is filling a replica");
    fill();
    record(sets.heldBy(1, incarnation()));
    assertThat(told(digest(2))).isEqualTo(told(digest(1)));
  }

  private Digest digest(int site) {
    VersionVector now = reports();
    cutAt(now);
    Node node = nodes.get(site);
    node.answers.clear();
    node.send(new DigestRequest(site, now));
    world.runFor(10 * STEP_US);
    return answersOf(node).stream()
        .filter(Digest.class::isInstance)
        .map(Digest.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static List<String> told(Digest digest) {
    assertThat(digest.problem()).isEmpty();
    return digest.tables().stream()
        .map(
            each ->
                "%d %s %d %s"
                    .formatted(
                        each.tableId(),
                        each.holders(),
                        each.rows(),
                        HexFormat.of().formatHex(each.sha256())))
        .sorted()
        .toList();
  }
}
