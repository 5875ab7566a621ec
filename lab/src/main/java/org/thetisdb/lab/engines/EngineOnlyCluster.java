package org.thetisdb.lab.engines;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.thetisdb.benchmarks.driver.Workload;
import org.thetisdb.client.CallCallback;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.cluster.StatementHeap;
import org.thetisdb.cluster.StoreMemory;
import org.thetisdb.core.config.BasicSettings;
import org.thetisdb.core.config.LogSettings;
import org.thetisdb.core.config.RouterSettings;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.SiteSettings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.id.SessionId;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.net.Transport;
import org.thetisdb.core.net.TransportOptions;
import org.thetisdb.core.net.inprocess.InProcessNetwork;
import org.thetisdb.core.placement.Mastership;
import org.thetisdb.core.schema.TableSchema;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.time.EngineThread;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.DigestRequest;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.RouterToSite.JarsRequest;
import org.thetisdb.core.wire.SiteToRouter.Digest;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Jars;
import org.thetisdb.core.wire.SiteToRouter.PhaseSet;
import org.thetisdb.core.wire.SiteToRouter.TableEntry;
import org.thetisdb.procedures.runtime.ProcedureDefinition;
import org.thetisdb.procedures.runtime.TableRegistry;
import org.thetisdb.replication.log.CommitLog;
import org.thetisdb.replication.log.DelayedCommitLog;
import org.thetisdb.replication.membership.ClusterSettings;
import org.thetisdb.router.config.RouterConfig;
import org.thetisdb.server.catalog.Catalog;

/**
 * Engines by themselves: sites as in a real cluster, of which each has a {@link Generator} where a
 * router would be. No answer is durable. For one thread, but for what {@link Generators} says.
 */
final class EngineOnlyCluster implements Generators, AutoCloseable {
  private static final long PATIENCE_S = 60;

  private final Settings settings;
  private final RouterConfig config;
  private final MemoryLog memoryLog = new MemoryLog();
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final List<StandaloneSite> sites = new ArrayList<>();
  private final List<Generator> generators = new ArrayList<>();
  private final Map<String, ProcedureDefinition> procedures = new HashMap<>();
  private final CompletableFuture<Throwable> fault = new CompletableFuture<>();
  private final CommitLog log;
  private EngineThread line;
  private Conductor conductor;
  private long lastSession = SessionId.base(Generator.EPOCH, 1);

  /**
   * Engines that are not started.
   *
   * @throws ThetisException BAD_SETTING if the scheme asks more of a router than generators do
   */
  EngineOnlyCluster(Settings wanted) {
    this.settings =
        StatementHeap.ofThisProcess()
            .forCluster(StoreMemory.ofThisProcess().forCluster(wanted))
            .with(SiteSettings.CHECKPOINT_INTERVAL_MS, 0);
    this.config = RouterConfig.from(settings);
    int delayUs = settings.get(LogSettings.LOG_APPEND_DELAY_US);
    this.log = delayUs == 0 ? memoryLog : new DelayedCommitLog(memoryLog, delayUs);
    SchemeSpec spec = config.scheme();
    boolean gathers = spec.has(Trait.ONE_MASTER) && !spec.has(Trait.SPREADS_CALLS);
    if (!gathers && !spec.has(Trait.LENDS_MASTERS)) {
      throw new ThetisException(
          ErrorCode.BAD_SETTING,
          BasicSettings.SCHEME.name(),
          spec.name(),
          "engines are alone only where a call needs one site and no masters move");
    }
  }

  /**
   * Starts all sites, and returns when they serve.
   *
   * @throws ThetisException if one does not
   */
  void start() {
    MemoryMembership membership = own(new MemoryMembership());
    Transport transport =
        own(new InProcessNetwork().transport(new NoSockets(), TransportOptions.of(settings)));
    for (int site = 1; site <= settings.get(BasicSettings.CLUSTER_SITES); site++) {
      sites.addAll(StandaloneSite.start(site, settings, transport, log, membership, this::onFault));
    }
    sites.forEach(this::own);
    for (StandaloneSite each : sites) {
      Address address = await(each.serving());
      Generator generator = new Generator(this, each.number(), lineOf(each));
      generators.add(generator);
      transport.connect(address, generator.line(), generator);
    }
    generators.forEach(each -> await(each.shookHands()));
    memoryLog.forgetWhatIsRead();
    line = own(new EngineThread("bench-control", this::onFault));
    conductor =
        new Conductor(
            line,
            generators,
            settings.get(RouterSettings.ROUTER_CUT_INTERVAL_US),
            hasPhases() ? config : null);
    line.execute(conductor::start);
  }

  /**
   * A generator works on its engine's own event loop, which spares hand-overs, if there are not
   * processors enough for an event loop beside each engine.
   */
  private EngineThread lineOf(StandaloneSite lane) {
    return 2 * sites.size() <= Runtime.getRuntime().availableProcessors()
        ? own(new EngineThread("bench-generator-" + lane.number(), this::onFault))
        : lane.engine();
  }

  private <T extends AutoCloseable> T own(T part) {
    parts.push(part);
    return part;
  }

  /** Installs a workload's procedures, as an upload does. */
  void install(Workload workload) {
    Generator first = generators.get(0);
    byte[] arguments = ValueCodec.encodeArguments(workload.name(), workload.jar());
    Execute install =
        new Execute(
            0,
            0,
            0,
            false,
            false,
            false,
            line.clock().wallMs(),
            1,
            (int) TimeUnit.SECONDS.toMillis(PATIENCE_S),
            VersionVector.ZERO,
            "thetis.install_jar",
            0,
            arguments,
            List.of(new Mastership(Catalog.PARTITION, 0)),
            null,
            null);
    Executed installed = await(first.install(install));
    if (installed.errorNumber() != 0) {
      throw new ThetisException(ErrorCode.INTERNAL, installed.message());
    }
    for (ProcedureDefinition each : workload.procedures().procedures()) {
      procedures.put(each.name(), each);
    }
    ClusterSettings cluster = sites.get(0).config().cluster();
    TableRegistry tables = TableRegistry.empty(cluster.partitionKeys());
    for (TableEntry entry : await(first.ask(new JarsRequest(), Jars.class)).tables()) {
      tables = tables.withTable(entry.tableId(), TableSchema.decode(entry.schema()));
    }
    for (Generator each : generators) {
      Planner planner = new Planner(cluster, tables);
      onLine(each, () -> each.plansWith(planner));
    }
  }

  private void onLine(Generator generator, Runnable task) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    generator
        .line()
        .execute(
            () -> {
              task.run();
              done.complete(null);
            });
    Void unused = await(done);
  }

  /** Waits for an answer, as long as there can be one. */
  <T> T await(CompletableFuture<T> answer) {
    try {
      Object first = CompletableFuture.anyOf(answer, fault).get(PATIENCE_S, TimeUnit.SECONDS);
      if (answer.isDone()) {
        return answer.join();
      }
      throw new ThetisException(ErrorCode.INTERNAL, first.toString());
    } catch (TimeoutException | ExecutionException e) {
      throw new ThetisException(ErrorCode.INTERNAL, "a site did not answer: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ThetisException(ErrorCode.INTERNAL, "interrupted");
    }
  }

  /** A session that has seen all that was reported until now. */
  GeneratorSession openSession() {
    GeneratorSession session = new GeneratorSession(++lastSession);
    generators.forEach(each -> session.see(each.seen()));
    return session;
  }

  /** Any thread: begins a call at some generator's event loop. */
  void call(GeneratorSession session, String procedure, Object[] arguments, CallCallback callback) {
    Generator any = generators.get((int) (session.id() % generators.size()));
    any.line().execute(() -> any.call(session, procedure, arguments, callback));
  }

  /** Makes a call that sees all that was reported until now, and waits for its outcome. */
  CallOutcome call(String procedure, Object... arguments) {
    CompletableFuture<CallOutcome> outcome = new CompletableFuture<>();
    call(openSession(), procedure, arguments, outcome::complete);
    return await(outcome);
  }

  /**
   * Compares the rows of all sites when nobody calls any more.
   *
   * @return empty if they are the same, else what differs
   */
  String compareReplicas() {
    CompletableFuture<VersionVector> drawn = new CompletableFuture<>();
    line.execute(() -> drawn.complete(conductor.drawCut()));
    VersionVector cut = await(drawn);
    String expected = null;
    for (Generator each : generators) {
      Digest digest = await(each.ask(new DigestRequest(each.site(), cut), Digest.class));
      String found = digest.problem().isEmpty() ? text(digest) : digest.problem();
      if (!digest.problem().isEmpty() || (expected != null && !expected.equals(found))) {
        return "site " + each.site() + " holds " + found + ", the first one " + expected;
      }
      expected = found;
    }
    return "";
  }

  /** How phases went, for people; empty without phases. */
  String phases() {
    CompletableFuture<String> told = new CompletableFuture<>();
    line.execute(() -> told.complete(conductor.report()));
    return await(told);
  }

  private static String text(Digest digest) {
    StringBuilder text = new StringBuilder();
    digest
        .tables()
        .forEach(
            table ->
                text.append(
                    "table %d: %d rows, %s; "
                        .formatted(
                            table.tableId(),
                            table.rows(),
                            java.util.HexFormat.of().formatHex(table.sha256(), 0, 4))));
    return text.toString();
  }

  /** The sites, in the order of their numbers. */
  List<StandaloneSite> sites() {
    return sites;
  }

  /** Their generators, in the same order. */
  List<Generator> generators() {
    return generators;
  }

  /** Why it cannot go on, when it cannot. */
  CompletableFuture<Throwable> fault() {
    return fault;
  }

  /** What an acknowledgement means. */
  String durability() {
    return log.durabilityText();
  }

  /** How it was made, for people. */
  String describe() {
    return "%d engines in this process, scheme %s; no router, no sockets, and logs %s"
        .formatted(sites.size(), scheme(), durability());
  }

  @Override
  public String cluster() {
    return config.cluster().name();
  }

  @Override
  public String scheme() {
    return config.scheme().name();
  }

  @Override
  public boolean hasPhases() {
    return config.scheme().has(Trait.LENDS_MASTERS);
  }

  @Override
  public int designated() {
    return 1;
  }

  @Override
  public Generator at(int site) {
    return generators.get(site - 1);
  }

  @Override
  public ProcedureDefinition procedure(String name) {
    ProcedureDefinition found = procedures.get(name);
    if (found == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_PROCEDURE, name);
    }
    return found;
  }

  @Override
  public void onPhaseSet(PhaseSet set) {
    line.execute(() -> conductor.onPhaseSet(set));
  }

  @Override
  public void onFault(Throwable reason) {
    fault.complete(reason);
  }

  @Override
  public void close() {
    fault.complete(new ThetisException(ErrorCode.INTERNAL, "the engines are closed"));
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
