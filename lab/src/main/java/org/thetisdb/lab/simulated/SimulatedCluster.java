package org.thetisdb.lab.simulated;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.thetisdb.benchmarks.costs.CostMeter;
import org.thetisdb.benchmarks.costs.Stage;
import org.thetisdb.benchmarks.driver.SteppedCluster;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.client.CallCallback;
import org.thetisdb.client.ClientCore;
import org.thetisdb.client.ClientOptions;
import org.thetisdb.client.ServerInfo;
import org.thetisdb.client.SessionCore;
import org.thetisdb.client.link.Upkeep;
import org.thetisdb.cluster.Nodes;
import org.thetisdb.cluster.Placements;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.LogSettings;
import org.thetisdb.core.config.NetworkSettings;
import org.thetisdb.core.config.ServiceSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.cost.Work;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.replication.log.stream.LogStreamCounters;
import org.thetisdb.router.engine.Router;
import org.thetisdb.router.engine.RouterListener;
import org.thetisdb.router.engine.RouterPorts;
import org.thetisdb.router.routing.reshape.LoadReshaping;
import org.thetisdb.server.disk.DiskSpace;
import org.thetisdb.server.lane.Lane;
import org.thetisdb.server.lane.LaneGroup;
import org.thetisdb.server.site.Site;
import org.thetisdb.server.site.SiteConfig;
import org.thetisdb.server.site.SiteServices;
import org.thetisdb.server.state.QueryEventLoop;
import org.thetisdb.simulation.ChargedStore;
import org.thetisdb.simulation.ChargedTransport;
import org.thetisdb.simulation.SimulatedDisk;
import org.thetisdb.simulation.SimulatedLog;
import org.thetisdb.simulation.SimulatedMembership;
import org.thetisdb.simulation.SimulatedNetwork;
import org.thetisdb.simulation.SimulatedProcess;
import org.thetisdb.simulation.SimulatedProcess.BusyEventLoop;
import org.thetisdb.simulation.World;
import org.thetisdb.simulation.cost.UnitCosts;
import org.thetisdb.sql.call.SqlServices;
import org.thetisdb.store.StoreConfig;
import org.thetisdb.store.engine.StoreEngines;

/**
 * A cluster in simulated time, each part of it on a machine of its own: the code that ships, with
 * the settings that ship, and work that takes as long as {@link UnitCosts} say. Nothing breaks. The
 * same seed gives the same run on every machine.
 *
 * <p>A site has a processor for its engine and another for its refresh transactions; a router has
 * one. What sockets, logs and clients do takes time and no processor that anybody waits for.
 */
public final class SimulatedCluster implements SteppedCluster, AutoCloseable {
  private static final Address ROUTER = new Address("127.0.0.1", 7_000);
  private static final long ALL_ROWS_BYTES = 8L << 30;
  private static final long MOST_ROWS_BYTES = 1L << 30;
  private static final long START_PATIENCE_US = 60_000_000;
  private static final long SLICE_US = 1_000;
  private static final int SPREAD = 4;
  private static final long NANOS_IN_MICRO = 1_000;

  /** Far fewer than a router lets one connection have under way. */
  private static final int SESSIONS_PER_CLIENT = 256;

  private final World world;
  private final long linkBytesPerS;
  private final Settings settings;
  private final UnitCosts costs;
  private final Stopwatch stopwatch;
  private final SimulatedNetwork network;
  private final SimulatedLog log;
  private final SimulatedMembership membership;
  private final Map<String, ProcedureJar> jars = new HashMap<>();
  private final List<SimulatedProcess> processes = new ArrayList<>();
  private final List<ChargedStore> stores = new ArrayList<>();
  private final Map<Stage, List<BusyEventLoop>> lines = new EnumMap<>(Stage.class);
  private final List<RuntimeException> halted = new ArrayList<>();
  private final List<ClientCore> clients = new ArrayList<>();
  private final PlacementProbe probe = new PlacementProbe();
  private int sessions;
  private EventLoopMeter meter;
  private boolean serves;

  private SimulatedCluster(
      long seed, Settings settings, UnitCosts costs, Stopwatch stopwatch, long linkBytesPerS) {
    this.linkBytesPerS = linkBytesPerS;
    this.world = new World(seed, stopwatch::nowNs);
    this.stopwatch = stopwatch;
    this.costs = costs;
    this.settings =
        settings
            .with(NetworkSettings.LISTEN_PORT, ROUTER.port())
            .with(
                SiteSettings.CHECKPOINT_INTERVAL_MS,
                linkBytesPerS == 0 ? 0 : settings.get(SiteSettings.CHECKPOINT_INTERVAL_MS));
    long linkUs = costs.ns(Work.MESSAGE) / NANOS_IN_MICRO;
    this.network = new SimulatedNetwork(world, linkUs, linkUs + linkUs / SPREAD);
    this.log =
        new SimulatedLog(
            world,
            costs.ns(Work.APPEND) / NANOS_IN_MICRO + settings.get(LogSettings.LOG_APPEND_DELAY_US));
    this.membership =
        new SimulatedMembership(
            world, settings.get(ServiceSettings.MEMBERSHIP_SESSION_TIMEOUT_MS) * 1_000L);
    membership.reachedOver(network);
    network.setBandwidth(linkBytesPerS);
    log.setBandwidth(linkBytesPerS);
  }

  /**
   * Starts a cluster; it serves.
   *
   * @throws ThetisException if a part cannot be started
   */
  public static SimulatedCluster start(long seed, Settings settings, UnitCosts costs) {
    return start(seed, settings, costs, Stopwatch.NONE);
  }

  /**
   * The same where tasks are timed on the machine at hand, see {@link #samples}.
   *
   * @throws ThetisException if a part cannot be started
   */
  public static SimulatedCluster start(
      long seed, Settings settings, UnitCosts costs, Stopwatch stopwatch) {
    return start(seed, settings, costs, stopwatch, 0);
  }

  /**
   * The same where moving rows takes time: what a machine sends, and what goes into a log, goes at
   * so many bytes in a second; reading rows to copy them costs what a scan does, on a processor of
   * its own; and sites take checkpoints, which copies wait for.
   *
   * @param linkBytesPerS more than 0
   * @throws ThetisException if a part cannot be started
   */
  public static SimulatedCluster startWithLinks(
      long seed, Settings settings, UnitCosts costs, long linkBytesPerS) {
    return start(seed, settings, costs, Stopwatch.NONE, linkBytesPerS);
  }

  private static SimulatedCluster start(
      long seed, Settings settings, UnitCosts costs, Stopwatch stopwatch, long linkBytesPerS) {
    SimulatedCluster cluster =
        new SimulatedCluster(seed, settings, costs, stopwatch, linkBytesPerS);
    int sites = settings.get(BasicSettings.CLUSTER_SITES);
    for (int site = 1; site <= sites; site++) {
      cluster.startSite(site, sites);
    }
    cluster.startRouter();
    long endUs = cluster.world.nowUs() + START_PATIENCE_US;
    while (!cluster.serves && cluster.world.nowUs() < endUs) {
      cluster.runForUs(SLICE_US);
    }
    return cluster;
  }

  private SimulatedProcess newProcess(String name) {
    SimulatedProcess process = world.newProcess(name);
    processes.add(process);
    return process;
  }

  private BusyEventLoop newLine(SimulatedProcess process, Stage stage, Work task) {
    return added(stage, process.newBusyLine(costs, task));
  }

  private BusyEventLoop added(Stage stage, BusyEventLoop line) {
    lines.computeIfAbsent(stage, any -> new ArrayList<>()).add(line);
    return line;
  }

  private void startSite(int number, int sites) {
    List<SiteConfig> configs = Nodes.lanes(number, settings, Address.ANY_LOOPBACK);
    List<Integer> ids = configs.stream().map(SiteConfig::site).toList();
    long bytes = Math.min(MOST_ROWS_BYTES, ALL_ROWS_BYTES / sites);
    ChargedStore store =
        new ChargedStore(
            world,
            ids,
            costs,
            StoreEngines.open(
                settings.get(SiteSettings.STORE_ENGINE),
                StoreConfig.of(ids.get(0), bytes)
                    .withVersionsKept(settings.get(SiteSettings.STORE_VERSIONS))));
    stores.add(store);
    SimulatedProcess process = newProcess("site-" + number);
    SimulatedDisk disk = new SimulatedDisk(world, world.newRandom());
    List<Lane> lanes = new LaneGroup(ids, store).lanes();
    for (int i = 0; i < lanes.size(); i++) {
      startLane(process, configs.get(i), lanes.get(i), store, disk);
    }
  }

  private void startLane(
      SimulatedProcess process,
      SiteConfig config,
      Lane lane,
      ChargedStore store,
      SimulatedDisk disk) {
    BusyEventLoop engine = newLine(process, Stage.ENGINE, Work.ENGINE_TASK);
    BusyEventLoop queries = added(Stage.ENGINE, process.newBusyLine(0));
    SiteServices services =
        new SiteServices(
            engine,
            engine,
            newLine(process, Stage.REFRESH, Work.REFRESH_TASK),
            new ChargedTransport(world, store, costs, network.transport(process)),
            log.of(process),
            membership.of(process),
            lane,
            this::jar,
            SqlServices.on(process.newLine()),
            List.of(new QueryEventLoop(queries, queries)),
            linkBytesPerS == 0 ? process.newLine() : process.newBusyLine(0),
            disk,
            DiskSpace.UNWATCHED,
            new LogStreamCounters());
    Site unused = Site.start(config, services, Site.Beginning.CHECKPOINT, new Watcher());
  }

  private void startRouter() {
    SimulatedProcess process = newProcess("router");
    Router unused =
        Router.start(
            Placements.routerConfig(settings),
            new RouterPorts(
                    network.transport(process),
                    newLine(process, Stage.ROUTER, Work.ROUTER_TASK),
                    world.newRandom(),
                    membership.of(process),
                    this::jar,
                    SqlServices.ofRouter(process.newLine()),
                    LoadReshaping::new)
                .withSchemes(probe.schemes()),
            new RouterListener() {
              @Override
              public void onServing(int epoch) {
                serves = true;
              }
            });
  }

  private void addClient() {
    SimulatedProcess process = newProcess("client-" + (clients.size() + 1));
    ClientCore core =
        new ClientCore(
            network.transport(process),
            process.newLine(),
            world.newRandom(),
            List.of(ROUTER),
            ClientOptions.defaults(),
            ClientCore.Observer.NONE,
            Upkeep.ALWAYS);
    core.start();
    clients.add(core);
  }

  /** All processes use one: a class that is loaded again must be compiled again. */
  private ProcedureJar jar(String name, int version, byte[] jar) {
    return jars.computeIfAbsent(
        name + "/" + version, unused -> ProcedureJar.load(name, version, jar));
  }

  @Override
  public void runForUs(long us) {
    world.runFor(us);
    for (SimulatedProcess process : processes) {
      if (process.fault() != null) {
        throw new ThetisException(ErrorCode.INTERNAL, process.name() + ": " + process.fault())
            .causedBy(process.fault());
      }
    }
    if (!halted.isEmpty()) {
      throw halted.get(0);
    }
  }

  @Override
  public long nowUs() {
    return world.nowUs();
  }

  @Override
  public void later(long delayUs, Runnable task) {
    world.at(world.nowUs() + delayUs, task);
  }

  @Override
  public SteppedSession openSession() {
    if (sessions++ % SESSIONS_PER_CLIENT == 0) {
      addClient();
    }
    return new OpenSession(clients.get(clients.size() - 1).openSession());
  }

  @Override
  public void upload(Workload workload, CallCallback callback) {
    clients.get(0).upload(workload.name(), workload.jar(), callback);
  }

  @Override
  public void status(CallCallback callback) {
    clients.get(0).status(callback);
  }

  /**
   * A client with a session at least, to ask the router by. Its callbacks run on the same thread.
   */
  public ClientCore client() {
    return clients.get(0);
  }

  /**
   * The site that masters a row now, as the leading router knows it; nobody is asked, and no time
   * passes.
   *
   * @param key values of the first columns of its key
   * @throws IllegalArgumentException if there is no such table
   */
  public int masterOf(String table, Object... key) {
    return probe.masterOf(table, key);
  }

  @Override
  public ServerInfo server() {
    return new ServerInfo(
        settings.get(BasicSettings.CLUSTER_NAME),
        settings.get(BasicSettings.SCHEME).name(),
        "in a simulated log",
        0);
  }

  @Override
  public CostMeter costs() {
    meter = new EventLoopMeter(world, lines, stores, stopwatch);
    return meter;
  }

  /**
   * What was done for each transaction in the counted part of the run: tasks by stage, and rows.
   * Empty before that is over.
   */
  public Map<String, Double> work() {
    return meter == null ? Map.of() : meter.work();
  }

  /**
   * Which share of the counted part of the run, from 0 to 1, the busiest event loop of each stage
   * was busy. Empty before that is over.
   */
  public Map<String, Double> busy() {
    return meter == null ? Map.of() : meter.busy();
  }

  /**
   * What each event loop did in the counted part of the run, and how long that took on the machine
   * at hand, if a stopwatch was given. Empty before that is over.
   */
  public List<LoopSample> samples() {
    return meter == null ? List.of() : meter.samples();
  }

  @Override
  public void close() {
    processes.forEach(SimulatedProcess::kill);
    stores.forEach(ChargedStore::close);
  }

  /** A site that ends is a fault of the run: nothing breaks here. */
  private final class Watcher implements Site.Listener {
    @Override
    public void onServing(int incarnation, Address address) {}

    @Override
    public void onHalted(RuntimeException reason) {
      halted.add(reason);
    }
  }

  private record OpenSession(SessionCore core) implements SteppedSession {
    @Override
    public void call(String procedure, byte[] arguments, CallCallback callback) {
      core.call(procedure, arguments, callback);
    }

    @Override
    public void follow(SteppedSession other) {
      core.follow(((OpenSession) other).core);
    }
  }
}
