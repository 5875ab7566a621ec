package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.FillReplica;
import org.thetisdb.core.wire.RouterToSite.Giver;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Filling;
import org.thetisdb.core.wire.SiteToRouter.ReplicaFilled;
import org.thetisdb.core.wire.SiteToRouter.Replicas;
import org.thetisdb.core.wire.SiteToRouter.Sites;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.store.RowVersion;
import org.thetisdb.store.Snapshot;

/**
 * Two sites, of which the first holds every row and the second what it masters, and replicas that
 * are added at the second (decision 0054). The router is played by the test.
 */
abstract class ReplicaFixture extends SiteFixture {
  ReplicaSets sets = ReplicaSets.NONE;

  /**
   * The sites serve.
   *
   * @param checkpointIntervalMs time between checkpoints; 0 for none
   */
  ReplicaFixture(long checkpointIntervalMs) {
    super(checkpointIntervalMs, 1);
  }

  /** The same, where so many sites hold every row. */
  ReplicaFixture(long checkpointIntervalMs, int fullSites) {
    super(checkpointIntervalMs, fullSites);
  }

  void join() {
    add();
    assertThat(fill().state()).isEqualTo(Filling.FILLED);
    record(sets.heldBy(1, incarnation()));
    cut();
  }

  void add() {
    record(sets.with(P0, P0, 2));
    cut();
  }

  void record(ReplicaSets next) {
    Message answer = change(next);
    assertThat(((Executed) answer).message()).isEmpty();
    sets = next;
  }

  /** As a router does: behind all that it was told. */
  Message change(ReplicaSets next) {
    return changeAt(1, 0, next);
  }

  /** The same at a site that masters the system's rows since a term. */
  Message changeAt(int site, int term, ReplicaSets next) {
    Node node = nodes.get(site);
    node.answers.clear();
    VersionVector all = reports();
    boolean isOne = next.number() == sets.number() + 1;
    Object[] arguments =
        isOne
            ? new Object[] {next.toByteArray()}
            : new Object[] {next.toByteArray(), (Long) sets.number()};
    Execute plain =
        call("thetis.change_replicas", 0, arguments).writes(Catalog.PARTITION, term).build(node);
    node.send(
        new Execute(
            plain.attemptId(),
            0,
            0,
            false,
            false,
            false,
            0,
            1,
            1000,
            all,
            plain.procedure(),
            0,
            ValueCodec.encodeArguments(arguments),
            plain.written(),
            null,
            null));
    world.runFor(STEP_US);
    return answersOf(node).stream().filter(Executed.class::isInstance).findFirst().orElseThrow();
  }

  static List<Message> answersOf(Node node) {
    return List.copyOf(node.answers);
  }

  /** Where no site holds every row: the second gets a replica of all from a site. */
  void fillFrom(int giver) {
    record(sets.with(P0, P1, 2));
    cut();
    assertThat(askToFill(giver).state()).isEqualTo(Filling.FILLED);
    record(sets.heldBy(1, incarnation()));
    cut();
  }

  ReplicaFilled askToFill(int giver) {
    Node node = nodes.get(2);
    node.answers.clear();
    Giver part = new Giver(giver, nodes.get(giver).address.host(), nodes.get(giver).address.port());
    node.send(new FillReplica(1, "", 0, List.of(part)));
    world.runFor(10 * STEP_US);
    ReplicaFilled last = null;
    for (Message each : answersOf(node)) {
      if (each instanceof ReplicaFilled filled) {
        last = filled;
        node.report = node.report.max(filled.vector());
      }
    }
    return last;
  }

  ReplicaFilled fill() {
    return fill(1);
  }

  ReplicaFilled fill(long id) {
    cut();
    Node node = nodes.get(2);
    node.answers.clear();
    node.send(new FillReplica(id, host(), port()));
    world.runFor(10 * STEP_US);
    ReplicaFilled last = null;
    for (Message each : answersOf(node)) {
      if (each instanceof ReplicaFilled filled) {
        last = filled;
        node.report = node.report.max(filled.vector());
      }
    }
    return last;
  }

  void ask(int site, Message request, long waitUs) {
    nodes.get(site).send(request);
    world.runFor(waitUs);
  }

  Message sum(long first, long second) {
    Node node = nodes.get(2);
    node.answers.removeIf(each -> each instanceof Sites || each instanceof Replicas);
    return execute(2, call("Sum", 1, first, second));
  }

  void restart() {
    nodes.get(2).kill();
    start(2);
  }

  int incarnation() {
    return nodes.get(2).hello.incarnation();
  }

  String host() {
    return nodes.get(1).address.host();
  }

  int port() {
    return nodes.get(1).address.port();
  }

  /** Rows that are there, deleted ones left out. */
  int rowsAtSecond() {
    int[] rows = {0};
    nodes
        .get(2)
        .store
        .scan(
            PartitionId.table(P0),
            new byte[0],
            null,
            false,
            Snapshot.EVERYTHING,
            (byte[] key, RowVersion version) -> {
              assertThat(Stamp.site(version.stamp())).isPositive();
              rows[0]++;
              return true;
            });
    return rows[0];
  }

  static boolean isFilled(ReplicaFilled answer) {
    return answer != null && answer.state() == Filling.FILLED;
  }
}
