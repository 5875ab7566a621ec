package org.thetisdb.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.core.config.SiteSettings.StoreEngine;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.net.ConnectionListener;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.placement.Owner;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.KeySet;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.RouterToSite.Cut;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.RouterHello;
import org.thetisdb.core.wire.RouterToSite.TransactionRef;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.MapPiece;
import org.thetisdb.core.wire.SiteToRouter.Report;
import org.thetisdb.core.wire.SiteToRouter.RowWait;
import org.thetisdb.core.wire.SiteToRouter.SiteHello;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.replication.log.stream.LogStreamCounters;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.checkpoint.MemoryCheckpoints;
import org.thetisdb.server.disk.DiskSpace;
import org.thetisdb.server.lane.LaneGroup;
import org.thetisdb.server.scheme.site.SiteFamilies;
import org.thetisdb.server.site.Site;
import org.thetisdb.server.site.SiteConfig;
import org.thetisdb.server.site.SiteServices;
import org.thetisdb.server.state.BatchConfig;
import org.thetisdb.server.state.QueryEventLoop;
import org.thetisdb.sql.call.SqlServices;
import org.thetisdb.store.RowStore;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.engine.StoreEngines;

/**
 * The fixture of scenarios about two sites and a router that is played by the test. Counter 1
 * begins at site 1, counter 101 at site 2; both sites have the procedures of {@link Counter}.
 */
abstract class SiteFixture {
  static final long P0 = PartitionId.of(16, 0);
  static final long P1 = PartitionId.of(16, 1);
  static final long STEP_US = 50_000;

  /** A site that needs a copy asks for it after a while. */
  private static final long COPY_US = 1_000_000;

  final World world = new World(1);
  final SimulatedNetwork network = new SimulatedNetwork(world, 20, 60);
  final SimulatedLog log = new SimulatedLog(world, 200);
  final SimulatedMembership membership = new SimulatedMembership(world, 500_000);
  final SimulatedProcess router = world.newProcess("router");
  final ClusterSettings cluster;
  final Map<Integer, Node> nodes = new HashMap<>();
  final Map<Integer, MemoryCheckpoints> checkpoints = new HashMap<>();
  private final long[] storeBytes;
  private final long checkpointIntervalMs;
  private final boolean logStreams;
  long checkpointStepUs;
  int sessionsRemembered = 100_000;

  /** How sites make batches that are started from now on, if a scheme has them do so. */
  BatchConfig batches = BatchConfig.DEFAULT;

  /** The disk of sites that are started from now on. */
  DiskSpace disk = DiskSpace.UNWATCHED;

  private long nextAttempt = 1;
  private long cuts;

  /** A fixture with much memory and without checkpoints. */
  SiteFixture() {
    this(64 << 20, 64 << 20, 0, 1);
  }

  /** The same, where so many sites hold every row and the others what they master. */
  SiteFixture(int fullSites) {
    this(64 << 20, 64 << 20, 0, 1, 100, fullSites);
  }

  /** The same with checkpoints. */
  SiteFixture(long checkpointIntervalMs, int fullSites) {
    this(64 << 20, 64 << 20, checkpointIntervalMs, 1, 100, fullSites);
  }

  /**
   * A fixture for two sites.
   *
   * @param bytesOfFirst memory for rows of site 1
   * @param bytesOfSecond memory for rows of site 2
   * @param checkpointIntervalMs time between checkpoints; 0 for none
   * @param checkpointStepUs how long each step of a checkpoint takes, of sites that are started
   *     until another time is set
   */
  SiteFixture(
      long bytesOfFirst, long bytesOfSecond, long checkpointIntervalMs, long checkpointStepUs) {
    this(bytesOfFirst, bytesOfSecond, checkpointIntervalMs, checkpointStepUs, 100);
  }

  /** The same with ranges, or with a grid of this many keys. */
  SiteFixture(
      long bytesOfFirst,
      long bytesOfSecond,
      long checkpointIntervalMs,
      long checkpointStepUs,
      int partitionKeys) {
    this(bytesOfFirst, bytesOfSecond, checkpointIntervalMs, checkpointStepUs, partitionKeys, 0);
  }

  /** A fixture like the first, where sites send each other what they log. */
  SiteFixture(boolean logStreams) {
    this(64 << 20, 64 << 20, 0, 1, 100, 0, logStreams);
  }

  private SiteFixture(
      long bytesOfFirst,
      long bytesOfSecond,
      long checkpointIntervalMs,
      long checkpointStepUs,
      int partitionKeys,
      int fullSites) {
    this(
        bytesOfFirst,
        bytesOfSecond,
        checkpointIntervalMs,
        checkpointStepUs,
        partitionKeys,
        fullSites,
        false);
  }

  private SiteFixture(
      long bytesOfFirst,
      long bytesOfSecond,
      long checkpointIntervalMs,
      long checkpointStepUs,
      int partitionKeys,
      int fullSites,
      boolean logStreams) {
    this.logStreams = logStreams;
    this.cluster =
        new ClusterSettings("scenarios", 2, partitionKeys, ClusterSettings.FirstMaster.SCATTERED)
            .withFullSites(fullSites);
    this.checkpointStepUs = checkpointStepUs;
    this.storeBytes = new long[] {bytesOfFirst, bytesOfSecond};
    this.checkpointIntervalMs = checkpointIntervalMs;
    start(1);
    start(2);
    Message installed =
        execute(
            1, call("thetis.install_jar", 0, "bank", new byte[] {1}).writes(Catalog.PARTITION, 0));
    assertThat(((Executed) installed).message()).isEmpty();
    cut();
  }

  /**
   * Starts a site, and again if it cannot begin with its checkpoint and logs, as its host would.
   */
  void start(int id) {
    Node node = begin(id, Site.Beginning.CHECKPOINT);
    if (node.halted instanceof ThetisException known
        && Site.Beginning.after(known) != Site.Beginning.CHECKPOINT) {
      node = begin(id, Site.Beginning.after(known));
      world.runFor(COPY_US);
    }
    connect(node);
  }

  private Node begin(int id, Site.Beginning beginning) {
    Node node = new Node(id, beginning);
    nodes.put(id, node);
    world.runFor(STEP_US + 4 * checkpointStepUs);
    return node;
  }

  /** Connects the router to a site that serves. */
  void connect(Node node) {
    network.transport(router).connect(node.address, router.newLine(), node);
    world.runFor(STEP_US);
    assertThat(node.hello).isNotNull();
  }

  /** The schemes that sites know which are started from now on. */
  SiteFamilies families() {
    return SiteFamilies.SHIPPED;
  }

  private static QueryEventLoop queryLine(SimulatedProcess process) {
    SimulatedProcess.ProcessEventLoop line = process.newLine();
    return new QueryEventLoop(line, line);
  }

  private SiteConfig config(int id) {
    SiteConfig usual = SiteConfig.defaults(id, cluster);
    return new SiteConfig(
        id,
        cluster,
        usual.listen(),
        usual.appendIntervalUs(),
        usual.epochUs(),
        usual.deltaSavingBytes(),
        usual.unacknowledgedBytes(),
        usual.waitingRefreshBytes(),
        usual.reportIntervalUs(),
        usual.waitingCalls(),
        usual.procedureLimitMs(),
        usual.queryRows(),
        usual.queryMemoryBytes(),
        usual.statementMemoryBytes(),
        usual.writeSetBytes(),
        sessionsRemembered,
        usual.outcomeBytes(),
        usual.background().withCheckpointIntervalMs(checkpointIntervalMs),
        batches,
        logStreams);
  }

  /** What a site says to a router that comes anew. */
  SiteHello hello(Node node) {
    node.hello = null;
    network.transport(router).connect(node.address, router.newLine(), node);
    world.runFor(STEP_US);
    return node.hello;
  }

  VersionVector reports() {
    world.runFor(STEP_US);
    VersionVector all = VersionVector.ZERO;
    for (Node node : nodes.values()) {
      all = all.max(node.report);
    }
    return all;
  }

  void cut() {
    cutAt(reports());
  }

  /** Sends a cut at once. */
  void cutAt(VersionVector vector) {
    sendCut(vector);
    world.runFor(STEP_US);
  }

  /** Sends a cut, and waits for nothing. */
  void sendCut(VersionVector vector) {
    Cut cut = new Cut(1, ++cuts, vector);
    nodes.values().forEach(node -> node.send(cut));
  }

  Message execute(int site, CallBuilder call) {
    return execute(site, call, STEP_US);
  }

  Message execute(int site, CallBuilder call, long waitUs) {
    Node node = nodes.get(site);
    node.answers.clear();
    node.send(call.build(node));
    world.runFor(waitUs);
    return node.answers.get(0);
  }

  Message ask(int site, RouterToSite request) {
    Node node = nodes.get(site);
    node.answers.clear();
    node.send(request);
    world.runFor(STEP_US);
    return node.answers.get(0);
  }

  static Object valueOf(Message message) {
    Executed executed = (Executed) message;
    assertThat(executed.message()).isEmpty();
    return ValueCodec.decode(executed.value());
  }

  CallBuilder raise(long id, long by) {
    return call("Raise", 1, id, by).writes(id < 100 ? P0 : P1, 0);
  }

  static CallBuilder call(String procedure, int version, Object... arguments) {
    return new CallBuilder(procedure, version, arguments);
  }

  static ProcedureJar bank(String name, int version, byte[] jar) {
    return ProcedureJar.of(
        name,
        version,
        new Counter.Raise(),
        new Counter.Shift(),
        new Counter.PassOn(),
        new Counter.Sum(),
        new Counter.RaiseBy(),
        new Counter.Note(),
        new Counter.Drop(),
        new Counter.CountInto(),
        new Counter.RaiseEach(),
        new Counter.Draw(),
        new Counter.Wander(),
        new Counter.Fill(),
        new Counter.Stubborn(),
        new Counter.Paint());
  }

  static final class CallBuilder {
    final String procedure;
    final int version;
    final Object[] arguments;
    List<Mastership> written = List.of();
    long session;
    long sequence;
    VersionVector repeated;
    boolean reconnaissance;
    KeySet plan;
    TransactionRef transaction;

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

    /** Makes the call a statement of an interactive transaction, which has the session's number. */
    CallBuilder in(long id, long order, boolean begins, int flags) {
      session = id;
      transaction = new TransactionRef(id, order, begins, flags);
      return this;
    }

    Execute build(Node node) {
      return new Execute(
          node.nextAttempt(),
          session,
          sequence,
          repeated != null,
          reconnaissance,
          false,
          0,
          1,
          1000,
          repeated == null ? VersionVector.ZERO : repeated,
          procedure,
          version,
          ValueCodec.encodeArguments(arguments),
          written,
          plan,
          transaction);
    }
  }

  final class Node implements ConnectionListener, Site.Listener {
    final SimulatedProcess process;
    final RowStore store;
    final Site site;
    final List<Message> answers = new ArrayList<>();
    Address address;
    Connection connection;
    SiteHello hello;

    /** The partition map, as the last handshake told it. */
    final List<Owner> told = new ArrayList<>();

    VersionVector report = VersionVector.ZERO;
    RuntimeException halted;
    int cutsWanted;
    final LogStreamCounters logStreamCounters = new LogStreamCounters();

    Node(int id) {
      this(id, Site.Beginning.CHECKPOINT);
    }

    Node(int id, Site.Beginning beginning) {
      process = world.newProcess("site-" + id);
      SimulatedProcess.ProcessEventLoop engine = process.newLine();
      store = StoreEngines.open(StoreEngine.SLAB, StoreConfig.of(id, storeBytes[id - 1]));
      SiteServices services =
          new SiteServices(
              engine,
              engine,
              process.newLine(),
              network.transport(process),
              log.of(process),
              membership.of(process),
              LaneGroup.alone(id, store),
              SiteFixture::bank,
              SqlServices.on(process.newLine()),
              List.of(queryLine(process)),
              process.newLine(checkpointStepUs),
              checkpoints.computeIfAbsent(id, site -> new MemoryCheckpoints()),
              disk,
              logStreamCounters,
              families());
      site = Site.start(config(id), services, beginning, this);
    }

    /** The process is gone: nothing that it was about to do happens. */
    void kill() {
      process.kill();
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
      told.clear();
      opened.send(new RouterHello("scenarios", 1));
    }

    @Override
    public void onMessage(Connection from, Message message) {
      if (message instanceof MapPiece piece) {
        told.addAll(piece.owners());
      } else if (message instanceof SiteHello arrived) {
        hello = arrived;
        report = report.max(arrived.vector());
      } else if (message instanceof Report arrived) {
        report = report.max(arrived.vector());
        cutsWanted += arrived.cutWanted() ? 1 : 0;
      } else if (!(message instanceof RowWait)) {
        answers.add(message);
      }
    }

    @Override
    public void onClosed(Connection closed, String reason) {
      // A newer connection may have taken its place.
    }
  }
}
