package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Address;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.Mastership;
import org.thetisdb.core.wire.RouterToSite.Release;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Released;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.site.Site;
import org.thetisdb.server.site.SiteConfig;
import org.thetisdb.server.site.SiteServices;
import org.thetisdb.server.store.OnHeapRowStore;
import org.thetisdb.server.store.StoreConfig;

/**
 * Stories about two sites and a router that is played by the test. Counter 1 begins at site 1,
 * counter 101 at site 2.
 */
final class SiteStoriesTest {
  private static final long P0 = PartitionId.of(16, 0);
  private static final long P1 = PartitionId.of(16, 1);
  private static final long STEP_US = 50_000;

  private final World world = new World(1);
  private final SimulatedNetwork network = new SimulatedNetwork(world, 20, 60);
  private final SimulatedLog log = new SimulatedLog(world, 200);
  private final SimulatedMembership membership = new SimulatedMembership();
  private final ClusterSettings cluster =
      new ClusterSettings("stories", 2, 100, ClusterSettings.FirstMaster.SCATTERED);
  private final Map<Integer, Node> nodes = new HashMap<>();
  private long nextAttempt = 1;
  private long cuts;

  SiteStoriesTest() {
    start(1);
    start(2);
    Message installed =
        execute(
            1, call("thetis.install_jar", 0, "bank", new byte[] {1}).writes(Catalog.PARTITION, 0));
    assertThat(((Executed) installed).message()).isEmpty();
    cut();
  }

  @Test
  void aCommitIsAnsweredOnceItIsInTheLogAndIsAppliedElsewhere() {
    assertThat(valueOf(execute(1, raise(1, 5)))).isEqualTo(5L);
    cut();
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 2L)))).isEqualTo(5L);
  }

  @Test
  void anAbortLeavesNothing() {
    Executed aborted = (Executed) execute(1, raise(1, -1));
    assertThat(aborted.errorNumber()).isEqualTo(ErrorCode.ABORTED_BY_PROCEDURE.number());
    assertThat(aborted.message()).contains("would fall below 0");
    assertThat(valueOf(execute(1, raise(1, 3)))).isEqualTo(3L);
  }

  @Test
  void anAbortThatTheProcedureCatchesCountsAllTheSame() {
    Executed aborted = (Executed) execute(1, call("Stubborn", 1, 1L).writes(P0, 0));
    assertThat(aborted.errorNumber()).isEqualTo(ErrorCode.ABORTED_BY_PROCEDURE.number());
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(1L);
  }

  @Test
  void aSiteThatDoesNotMasterThePartitionSaysWhoDoes() {
    Replan replan = (Replan) execute(2, raise(1, 5));
    assertThat(replan.owners())
        .singleElement()
        .satisfies(owner -> assertThat(owner.site()).isEqualTo(1));
  }

  @Test
  void afterARemasterTheNewMasterGoesOnFromTheNewestVersion() {
    execute(1, raise(1, 5));
    Released released = (Released) ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    assertThat(released.refused()).isEmpty();
    assertThat(valueOf(execute(2, raise(1, 2).writes(P0, 1)))).isEqualTo(7L);
    Replan replan = (Replan) execute(1, raise(1, 1));
    assertThat(replan.owners().get(0).term()).isEqualTo(1);
  }

  @Test
  void aCallThatComesBeforeTheReleaseIsAppliedWaitsForIt() {
    Node second = nodes.get(2);
    second.send(raise(1, 2).writes(P0, 1).build(second));
    assertThat(second.answers).isEmpty();
    ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    world.runFor(STEP_US);
    assertThat(valueOf(second.answers.get(0))).isEqualTo(2L);
  }

  @Test
  void aReleaseInTheWrongTermIsRefused() {
    Released released = (Released) ask(1, new Release(9, List.of(new Mastership(P0, 2)), 2, 1));
    assertThat(released.refused()).hasSize(1);
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(1L);
  }

  @Test
  void aRepeatedCallGetsItsRecordedAnswerAtTheSameSiteAndAtAnother() {
    CallBuilder call = raise(1, 5).session(77, 1);
    assertThat(valueOf(execute(1, call))).isEqualTo(5L);
    assertThat(valueOf(execute(1, call.repetition(reports())))).isEqualTo(5L);
    ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    assertThat(valueOf(execute(2, call.repetition(reports()).writes(P0, 1)))).isEqualTo(5L);
    assertThat(valueOf(execute(2, raise(1, 1).session(78, 1).writes(P0, 1)))).isEqualTo(6L);
  }

  @Test
  void anUpdateThatReadsARowMasteredElsewhereRunsAtACutThatShowsItsOwnNewestRow() {
    execute(1, raise(1, 5));
    execute(2, raise(101, 10));
    Node first = nodes.get(1);
    first.answers.clear();
    first.send(call("RaiseBy", 1, 1L, 101L).writes(P0, 0).build(first));
    world.runFor(STEP_US);
    assertThat(first.answers).isEmpty();
    cut();
    assertThat(valueOf(first.answers.get(0))).isEqualTo(15L);
  }

  @Test
  void reconnaissanceFindsTheKeysAndLeavesNoTrace() {
    Replan found = (Replan) execute(1, call("Shift", 1, 1L, 2L, 7L).reconnaissance());
    assertThat(found.touched().written()).hasSize(2);
    assertThat(
            valueOf(execute(1, call("Shift", 1, 1L, 2L, 7L).writes(P0, 0).plan(found.touched()))))
        .isEqualTo(7L);
    assertThat(valueOf(execute(1, raise(2, 0)))).isEqualTo(7L);
  }

  @Test
  void aRunThatGoesBeyondItsPlanComesBackWithTheKeysItNeeds() {
    Replan beyond = (Replan) execute(1, call("Shift", 1, 1L, 101L, 7L).writes(P0, 0));
    assertThat(beyond.touched().written()).hasSize(2);
  }

  @Test
  void aSiteThatStartsAgainHasItsRowsItsMastershipAndItsOutcomes() {
    execute(1, raise(1, 5).session(77, 1));
    ask(1, new Release(9, List.of(new Mastership(P0, 1)), 2, 1));
    execute(2, raise(1, 2).session(77, 2).writes(P0, 1));
    nodes.get(2).site.close();
    world.runFor(STEP_US);
    start(2);
    assertThat(nodes.get(2).hello.incarnation()).isEqualTo(2);
    assertThat(nodes.get(2).hello.moved()).hasSize(1);
    CallBuilder again = raise(1, 2).session(77, 2).writes(P0, 1).repetition(reports());
    assertThat(valueOf(execute(2, again))).isEqualTo(7L);
    assertThat(valueOf(execute(2, raise(1, 1).session(77, 3).writes(P0, 1)))).isEqualTo(8L);
  }

  @Test
  void anOldIncarnationThatWakesUpIsFencedByItsFirstAppend() {
    Node zombie = nodes.get(1);
    start(1);
    zombie.answers.clear();
    zombie.send(raise(1, 5).build(zombie));
    world.runFor(STEP_US);
    assertThat(zombie.answers).isEmpty();
    assertThat(zombie.halted).isNotNull();
  }

  @Test
  void whoFindsAZombiesEntryBetweenItsOwnReadsItBackAndGoesOn() {
    Node zombie = nodes.get(1);
    start(1);
    zombie.send(raise(1, 5).build(zombie));
    world.runFor(STEP_US);
    assertThat(zombie.halted).isNotNull();
    assertThat(valueOf(execute(1, raise(1, 1).session(77, 1)))).isEqualTo(1L);
    assertThat(valueOf(execute(1, raise(1, 1)))).isEqualTo(2L);
    assertThat(nodes.get(1).halted).isNull();
    cut();
    assertThat(valueOf(execute(2, call("Sum", 1, 1L, 2L)))).isEqualTo(2L);
  }

  @Test
  void aCallForATermThatNeverComesIsRefusedInTime() {
    Executed refused = (Executed) execute(1, raise(1, 5).writes(P0, 3), 2_000_000);
    assertThat(refused.errorNumber()).isEqualTo(ErrorCode.TIMED_OUT.number());
  }

  @Test
  void anUnknownProcedureAndWrongArgumentsAreRefused() {
    Executed wrong = (Executed) execute(1, call("Raise", 1, "x").writes(P0, 0));
    assertThat(wrong.errorNumber()).isEqualTo(ErrorCode.WRONG_ARGUMENTS.number());
    Executed unknown = (Executed) execute(1, call("Nothing", 0, 1L));
    assertThat(unknown.errorNumber()).isEqualTo(ErrorCode.UNKNOWN_PROCEDURE.number());
  }

  // The cast

  private void start(int id) {
    Node node = new Node(id);
    nodes.put(id, node);
    world.runFor(STEP_US);
    network.connect(node.address, world.newLine(), node);
    world.runFor(STEP_US);
    assertThat(node.hello).isNotNull();
  }

  private VersionVector reports() {
    world.runFor(STEP_US);
    VersionVector all = VersionVector.ZERO;
    for (Node node : nodes.values()) {
      all = all.max(node.report);
    }
    return all;
  }

  private void cut() {
    Cut cut = new Cut(1, ++cuts, reports());
    nodes.values().forEach(node -> node.send(cut));
    world.runFor(STEP_US);
  }

  private Message execute(int site, CallBuilder call) {
    return execute(site, call, STEP_US);
  }

  private Message execute(int site, CallBuilder call, long waitUs) {
    Node node = nodes.get(site);
    node.answers.clear();
    node.send(call.build(node));
    world.runFor(waitUs);
    return node.answers.get(0);
  }

  private Message ask(int site, Release release) {
    Node node = nodes.get(site);
    node.answers.clear();
    node.send(release);
    world.runFor(STEP_US);
    return node.answers.get(0);
  }

  private static Object valueOf(Message message) {
    Executed executed = (Executed) message;
    assertThat(executed.message()).isEmpty();
    return ValueCodec.decode(executed.value());
  }

  private CallBuilder raise(long id, long by) {
    return call("Raise", 1, id, by).writes(id < 100 ? P0 : P1, 0);
  }

  private static CallBuilder call(String procedure, int version, Object... arguments) {
    return new CallBuilder(procedure, version, arguments);
  }

  private static ProcedureJar bank(String name, int version, byte[] jar) {
    return ProcedureJar.of(
        name,
        version,
        new Counter.Raise(),
        new Counter.Shift(),
        new Counter.Sum(),
        new Counter.RaiseBy(),
        new Counter.Stubborn());
  }

  private static final class CallBuilder {
    private final String procedure;
    private final int version;
    private final Object[] arguments;
    private List<Mastership> written = List.of();
    private long session;
    private long sequence;
    private VersionVector repeated;
    private boolean reconnaissance;
    private KeySet plan;

    CallBuilder(String procedure, int version, Object... arguments) {
      this.procedure = procedure;
      this.version = version;
      this.arguments = arguments;
    }

    CallBuilder writes(long partition, int term) {
      written = List.of(new Mastership(partition, term));
      return this;
    }

    CallBuilder session(long id, long number) {
      session = id;
      sequence = number;
      return this;
    }

    CallBuilder repetition(VersionVector all) {
      repeated = all;
      return this;
    }

    CallBuilder reconnaissance() {
      reconnaissance = true;
      return this;
    }

    CallBuilder plan(KeySet keys) {
      plan = keys;
      return this;
    }

    Execute build(Node node) {
      return new Execute(
          node.nextAttempt(),
          session,
          sequence,
          repeated != null,
          reconnaissance,
          0,
          1,
          1000,
          repeated == null ? VersionVector.ZERO : repeated,
          procedure,
          version,
          ValueCodec.encodeArguments(arguments),
          written,
          plan);
    }
  }

  private final class Node implements ConnectionListener, Site.Listener {
    private final Site site;
    private final List<Message> answers = new ArrayList<>();
    private Address address;
    private Connection connection;
    private SiteHello hello;
    private VersionVector report = VersionVector.ZERO;
    private RuntimeException halted;

    Node(int id) {
      World.Line engine = world.newLine();
      SiteServices services =
          new SiteServices(
              engine,
              engine,
              world.newLine(),
              network,
              log,
              membership,
              new OnHeapRowStore(StoreConfig.of(id, 64L << 20)),
              SiteStoriesTest::bank);
      site = Site.start(SiteConfig.defaults(id, cluster), services, this);
    }

    long nextAttempt() {
      return nextAttempt++;
    }

    void send(Message message) {
      connection.send(message);
    }

    @Override
    public void onServing(int incarnation, Address where) {
      address = where;
    }

    @Override
    public void onHalted(RuntimeException reason) {
      halted = reason;
    }

    @Override
    public void onConnected(Connection opened) {
      connection = opened;
      opened.send(new RouterHello("stories", 1));
    }

    @Override
    public void onMessage(Connection from, Message message) {
      if (message instanceof SiteHello arrived) {
        hello = arrived;
        report = report.max(arrived.vector());
      } else if (message instanceof Report arrived) {
        report = report.max(arrived.vector());
      } else {
        answers.add(message);
      }
    }

    @Override
    public void onClosed(Connection closed, String reason) {
      connection = closed;
    }
  }
}
