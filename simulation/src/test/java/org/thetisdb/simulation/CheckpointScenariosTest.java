package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.wire.RouterToSite.Leave;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.server.checkpoint.CheckpointId;
import org.thetisdb.server.checkpoint.MemoryCheckpoints;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * Scenarios about two sites that take checkpoints every 200 ms, stop in all possible ways, and
 * start again from what they have.
 */
final class CheckpointScenariosTest extends SiteFixture {
  private static final long INTERVAL_US = 200_000;
  private static final byte[] BEGINNING = {};

  CheckpointScenariosTest() {
    super(64L << 20, 64L << 20, INTERVAL_US / 1000, 1);
  }

  @Test
  void checkpointsAreTakenWhileCallsRunAndOnlyTheNewestAreKept() {
    for (int round = 0; round < 20; round++) {
      assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(round + 1L);
      assertThat(valueOf(execute(2, raise(101, 2)))).isEqualTo(2L * round + 2);
    }
    assertThat(checkpoints.get(1).list()).hasSize(2);
    assertThat(checkpoints.get(2).list()).hasSize(2);
    assertThat(newest(1).number()).isGreaterThan(2);
  }

  @Test
  void anIdleSiteTakesNoMoreCheckpoints() {
    settle();
    CheckpointId last = newest(1);
    int entries = log.entries(1).size();
    world.runFor(10 * INTERVAL_US);
    assertThat(newest(1)).isEqualTo(last);
    assertThat(log.entries(1)).hasSize(entries);
  }

  /** Site 3 would have begun with a copy. Killed before its first checkpoint, it needs another. */
  @Test
  void aSiteStaysUntilOneOfThoseThatStayHasKeptTheState() {
    execute(1, raise(1, 5));
    settle();
    assertThat(((Released) ask(1, new Leave(9, List.of(3), 0))).refused()).isNotEmpty();
    assertThat(((Released) ask(1, new Leave(9, List.of(2, 3), 0))).refused()).isEmpty();
  }

  @Test
  void logsAreTrimmedOnceAllSitesHaveCheckpointsAndNotBefore() {
    checkpoints.put(2, new MemoryCheckpoints());
    execute(1, raise(1, 5));
    settle();
    assertThat(log.beginning(1)).isPositive();
    assertThat(log.beginning(2)).isPositive();
    assertThat(log.beginning(1)).isLessThan(log.entries(1).size());
  }

  @Test
  void aSiteWithATrimmedLogStartsFromCheckpointAndRest() {
    execute(1, raise(1, 5).session(77, 1));
    ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    execute(2, raise(1, 2).session(77, 2).writes(P0, 1));
    settle();
    assertThat(log.beginning(2)).isPositive();
    execute(2, raise(1, 3).session(77, 3).writes(P0, 1));
    State before = stateOf(2);
    nodes.get(2).kill();
    start(2);
    settle();
    assertThat(stateOf(2)).isEqualTo(before);
    CallBuilder again = raise(1, 3).session(77, 3).writes(P0, 1).repetition(reports());
    assertThat(valueOf(execute(2, again))).isEqualTo(10L);
    assertThat(valueOf(execute(2, raise(1, 1).writes(P0, 1)))).isEqualTo(11L);
  }

  @Test
  void aSiteThatIsKilledAtAnyMomentLosesNothingAndForgetsNothing() {
    long sum = 0;
    for (int life = 0; life < 40; life++) {
      int site = life % 2 + 1;
      long session = 1_000L + life;
      long id = site == 1 ? 1 : 101;
      Object raised = valueOf(execute(site, raise(id, 1).session(session, 1)));
      sum++;
      world.runFor(INTERVAL_US / 40 * (life % 13) + life * 37L);
      nodes.get(site).kill();
      start(site);
      CallBuilder again = raise(id, 1).session(session, 1).repetition(reports());
      assertThat(valueOf(execute(site, again))).isEqualTo(raised);
    }
    cut();
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 101L)))).isEqualTo(sum);
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 101L)))).isEqualTo(sum);
    assertThat(log.beginning(1)).isPositive();
    assertThat(log.beginning(2)).isPositive();
  }

  @Test
  void allSitesKilledAtOnceComeBackFromCheckpointsAndLogs() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    settle();
    execute(1, raise(1, 1));
    nodes.values().forEach(Node::kill);
    start(1);
    start(2);
    cut();
    assertThat(valueOf(execute(1, call("Sum", 1, 1L, 101L)))).isEqualTo(13L);
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 101L)))).isEqualTo(13L);
  }

  @Test
  void aDamagedCheckpointIsPassedOverForTheOneBefore() {
    execute(1, raise(1, 5));
    settle();
    execute(1, raise(1, 1));
    settle();
    damage(checkpoints.get(1), newest(1));
    nodes.get(1).kill();
    start(1);
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(7L);
  }

  /** Somebody has deleted Kafka's data and kept the sites' directories. */
  @Test
  void aSiteWhoseCheckpointsAreOfOtherLogsSaysSoAndKeepsThem() {
    execute(1, raise(1, 5));
    settle();
    CheckpointId kept = newest(1);
    nodes.values().forEach(Node::kill);
    log.deleteAll();
    Node back = new Node(1);
    settle();
    assertThat(back.halted)
        .isInstanceOfSatisfying(
            ThetisException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CHECKPOINT_OF_OTHER_LOGS))
        .hasMessageContaining("belongs to the logs \"scenarios/first\"")
        .hasMessageContaining("those in Kafka are \"scenarios/anew\"");
    assertThat(newest(1)).isEqualTo(kept);
    assertThat(log.entries(1)).as("nothing was written behind it").isEmpty();
  }

  @Test
  void aStartThatMeetsADamagedCheckpointEndsAndServesNothingOfIt() {
    execute(1, raise(1, 5));
    settle();
    damage(checkpoints.get(1), newest(1));
    CheckpointId damaged = newest(1);
    nodes.get(1).kill();
    Node met = new Node(1);
    world.runFor(STEP_US);
    assertThat(met.address).isNull();
    assertThat(met.halted)
        .isInstanceOfSatisfying(
            ThetisException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CHECKPOINT_DAMAGED));
    assertThat(checkpoints.get(1).list()).as("it is put aside").doesNotContain(damaged);
  }

  @Test
  void ifAllOwnCheckpointsAreDamagedThatOfAnotherSiteServes() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 7));
    settle();
    assertThat(log.beginning(1)).isPositive();
    checkpoints.get(1).list().forEach(id -> damage(checkpoints.get(1), id));
    copyNewest(2, 1);
    State before = stateOf(1);
    nodes.get(1).kill();
    start(1);
    settle();
    assertThat(stateOf(1)).isEqualTo(before);
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(6L);
  }

  @Test
  void withoutAnyCheckpointATrimmedLogIsAnErrorThatSaysSo() {
    execute(1, raise(1, 5));
    settle();
    checkpoints.put(1, new MemoryCheckpoints());
    nodes.get(1).kill();
    Node lost = new Node(1);
    world.runFor(STEP_US);
    assertThat(lost.address).isNull();
    assertThat(lost.halted)
        .isInstanceOfSatisfying(
            ThetisException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_TRIMMED));
  }

  @Test
  void whatWasNotYetDurableWhenTheCheckpointWasTakenIsNotPublished() {
    settle();
    Node first = nodes.get(1);
    CheckpointId before = newest(1);
    start(1); // the first incarnation is fenced, and does not know it
    first.send(raise(1, 5).build(first));
    world.runFor(10 * INTERVAL_US);
    assertThat(first.halted).isNotNull();
    for (CheckpointId id : checkpoints.get(1).list()) {
      assertThat(id.incarnation() > before.incarnation() || id.compareTo(before) <= 0).isTrue();
    }
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(1L);
  }

  @Test
  void aSiteThatDiesWithCommitsOnTheirWayHasThemInNoCheckpoint() {
    settle();
    for (int life = 0; life < 10; life++) {
      Node node = nodes.get(1);
      CheckpointId before = newest(1);
      world.runFor(life * 1_000L);
      while (newest(1).equals(before)) {
        node.send(raise(1, 1).build(node));
        world.runFor(97);
      }
      node.kill();
      log.loseInFlight(1);
      start(1);
      Object here = valueOf(execute(1, raise(1, 0)));
      cut();
      assertThat(valueOf(execute(2, call("Sum", 1, 1L, 2L)))).isEqualTo(here);
    }
  }

  /** Time for checkpoints of both sites, their notes in the logs, and the trimming. */
  private void settle() {
    cut();
    world.runFor(3 * INTERVAL_US);
    cut();
  }

  private CheckpointId newest(int site) {
    List<CheckpointId> all = checkpoints.get(site).list();
    return all.get(all.size() - 1);
  }

  private static void damage(MemoryCheckpoints store, CheckpointId id) {
    byte[] bytes = store.bytes(id);
    bytes[bytes.length / 2] ^= 1;
    store.replace(id, bytes);
  }

  private void copyNewest(int from, int to) {
    checkpoints.get(to).replace(newest(from), checkpoints.get(from).bytes(newest(from)));
  }

  /** What a site knows and others can see: rows, moved partitions. */
  private record State(Map<String, String> rows, List<Owner> moved) {}

  private State stateOf(int site) {
    Node node = nodes.get(site);
    Map<String, String> rows = new TreeMap<>();
    for (int table : new int[] {1, 2, 16}) {
      node.store.scan(
          table,
          BEGINNING,
          null,
          false,
          Snapshot.EVERYTHING,
          (key, version) -> {
            rows.put(table + ":" + java.util.HexFormat.of().formatHex(key), text(version));
            return true;
          });
    }
    hello(node);
    return new State(rows, List.copyOf(node.told));
  }

  private static String text(RowVersion version) {
    return java.util.HexFormat.of().formatHex(version.toByteArray())
        + " of "
        + version.stamp()
        + " at "
        + version.position();
  }
}
