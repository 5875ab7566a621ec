package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.SessionCore;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.SchemeSpec.ConcurrencyControl;
import org.thetisdb.core.scheme.SchemeSpec.Dispatch;
import org.thetisdb.core.scheme.SchemeSpec.PlacementPolicy;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.simulation.World;
import org.thetisdb.simulation.cluster.ClientHome.Caller;
import org.thetisdb.simulation.workload.SqlGuards;
import org.thetisdb.simulation.workload.SqlLists;
import org.thetisdb.simulation.workload.SqlLists.Isolation;
import org.thetisdb.simulation.workload.SqlQueue;
import org.thetisdb.simulation.workload.SqlShops;
import org.thetisdb.simulation.workload.SqlShops.Rule;
import org.thetisdb.simulation.workload.Workload;
import org.thetisdb.simulation.workload.Workload.Call;
import org.thetisdb.simulation.workload.Workloads;

/**
 * One seed: a cluster is started, loaded, called and broken, healed, and judged. The same seed
 * gives the same history to the last message.
 */
public final class Simulation {
  private static final String JAR = "workloads";
  private static final long SLICE_US = 10_000;
  private static final long PATIENCE_US = 60_000_000;
  private static final long REST_US = 3_000_000;
  private static final long LOADED_US = 500_000;
  private static final int MOST_CONFLICTS_ONE_IN = 100;
  private static final long REPEAT_US = 50_000;
  private static final int LAST_CALLS = 40;
  private static final int MOST_LAST_CALLS_TROUBLED = 1;

  private static final int QUEUE_EVERY = 4;

  private final long seed;
  private final World world;
  private final SimulationSettings settings;
  private final Surroundings surroundings;
  private final List<Workload> workloads;
  private final List<SiteHome> sites = new ArrayList<>();
  private final List<RouterHome> routers = new ArrayList<>();
  private final List<ClientHome> clients = new ArrayList<>();
  private final List<Caller> callers = new ArrayList<>();
  private final Nemesis nemesis;
  private final Elasticity elasticity;

  /** Changes of the scheme; null if there are none. */
  private final SchemeChanges schemes;

  /** Replicas that come and go; null if every site holds every row. */
  private final AddedReplicas replicas;

  /** Placements that are applied; null if none is. */
  private AppliedPlacements placements;

  /** Kills around appends; null if there are none. */
  private KillPoints kills;

  private final List<String> problems = new ArrayList<>();
  private long loadRealNs;

  /** Sessions of SQL; null if there are none. */
  private final SqlSessions sql;

  /** Sessions of SQL beside definitions that come and go; null if there are none. */
  private ShopSessions shops;

  /** Sessions of SQL that lock rows in all modes; null if there are none. */
  private final List<ScriptSessions> scripts;

  private int waiting;

  private Simulation(
      long seed,
      boolean withSql,
      boolean withDefinitions,
      List<SchemeSpec> visited,
      UnaryOperator<SimulationSettings> wanted,
      Consumer<String> tracer) {
    this.seed = seed;
    this.world = new World(seed);
    RandomGenerator random = world.newRandom();
    this.settings = wanted.apply(SimulationSettings.draw(random));
    this.workloads = Workloads.draw(random, weakest(settings.claims(), visited));
    this.surroundings = new Surroundings(world, settings, tracer);
    for (int id = 1; id <= settings.sites(); id += settings.lanes()) {
      List<Integer> ids = IntStream.range(id, id + settings.lanes()).boxed().toList();
      sites.add(new SiteHome(surroundings, ids, this::jar));
    }
    List<Address> addresses = new ArrayList<>();
    for (int id = 1; id <= settings.routers(); id++) {
      RouterHome router = new RouterHome(surroundings, id, this::jar);
      routers.add(router);
      addresses.add(router.address());
    }
    for (int id = 1; id <= settings.clients(); id++) {
      clients.add(new ClientHome(surroundings, id, addresses));
    }
    this.nemesis = new Nemesis(surroundings, sites, routers, clients);
    this.elasticity =
        new Elasticity(
            surroundings, sites, clients.get(0), id -> new SiteHome(surroundings, id, this::jar));
    this.schemes =
        visited.isEmpty() ? null : new SchemeChanges(surroundings, clients.get(0), visited);
    this.replicas =
        settings.fullSites() == 0
            ? null
            : new AddedReplicas(surroundings, sites, clients.get(0), tables());
    this.sql = withSql ? new SqlSessions(surroundings, clients, drawLists()) : null;
    this.shops = withDefinitions ? new ShopSessions(surroundings, clients, new SqlShops()) : null;
    this.scripts = withSql ? scripts() : List.of();
  }

  /** What is promised while the scheme changes: what each of them promises. */
  private static SchemeSpec.Isolation weakest(
      SchemeSpec.Isolation first, List<SchemeSpec> visited) {
    return visited.stream()
        .map(SchemeSpec::claims)
        .reduce(first, (a, b) -> a == b ? a : SchemeSpec.Isolation.STRONG_SESSION_SNAPSHOT);
  }

  private SqlLists drawLists() {
    RandomGenerator random = world.newRandom();
    Isolation[] all = Isolation.values();
    Isolation isolation = all[random.nextInt(all.length)];
    return new SqlLists(3 + random.nextInt(12), 8 + random.nextInt(24), isolation);
  }

  /** A queue is in some seeds only: its statements take the planner long. */
  private List<ScriptSessions> scripts() {
    List<ScriptSessions> all = new ArrayList<>();
    all.add(new ScriptSessions(surroundings, clients, new SqlGuards(), 2));
    if (seed % QUEUE_EVERY == 0) {
      all.add(new ScriptSessions(surroundings, clients, new SqlQueue(), 1));
    }
    return all;
  }

  /**
   * Runs one seed to its end.
   *
   * @param tracer hears line by line what happens
   */
  public static SimulationReport run(long seed, Consumer<String> tracer) {
    return new Simulation(seed, false, false, List.of(), UnaryOperator.identity(), tracer).run();
  }

  /** Runs one seed with sessions of SQL beside those that call procedures. */
  public static SimulationReport runWithSql(long seed, Consumer<String> tracer) {
    return new Simulation(seed, true, false, List.of(), UnaryOperator.identity(), tracer).run();
  }

  /** Runs one seed with sessions of SQL, and with definitions that come and go under others. */
  public static SimulationReport runWithDefinitions(long seed, Consumer<String> tracer) {
    return new Simulation(seed, true, true, List.of(), UnaryOperator.identity(), tracer).run();
  }

  /** Runs one seed with sessions of SQL under whose writes a foreign key comes and goes. */
  public static SimulationReport runWithForeignKeys(long seed, Consumer<String> tracer) {
    Simulation simulation =
        new Simulation(seed, false, false, List.of(), UnaryOperator.identity(), tracer);
    simulation.shops =
        new ShopSessions(
            simulation.surroundings, simulation.clients, new SqlShops(List.of(Rule.SOLD)));
    return simulation.run();
  }

  /** Runs one seed under a scheme; with SQL and definitions beside procedures if so wished. */
  public static SimulationReport run(
      long seed, SchemeSpec scheme, boolean withSql, Consumer<String> tracer) {
    return new Simulation(
            seed, withSql, withSql, List.of(), drawn -> drawn.withScheme(scheme), tracer)
        .run();
  }

  /** Runs one seed under a scheme whose calls in epochs are only held to snapshot isolation. */
  public static SimulationReport runWithSnapshotEpochs(
      long seed, SchemeSpec scheme, boolean withSql, Consumer<String> tracer) {
    UnaryOperator<SimulationSettings> wanted =
        drawn -> drawn.withScheme(scheme).withSnapshotEpochs();
    return new Simulation(seed, withSql, withSql, List.of(), wanted, tracer).run();
  }

  /** Runs one seed under the scheme of a name. */
  public static SimulationReport runUnder(String scheme, long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.find(scheme), false, tracer);
  }

  /** Runs one seed of a partitioned store where some sites hold only what they master. */
  public static SimulationReport runWithPartialSites(long seed, Consumer<String> tracer) {
    return runPartial(seed, SchemeRegistry.PARTITION_STORE, false, tracer);
  }

  /** Runs one seed where some sites hold only what they master. */
  public static SimulationReport runPartial(
      long seed, SchemeSpec scheme, boolean withSql, Consumer<String> tracer) {
    UnaryOperator<SimulationSettings> wanted = drawn -> drawn.withScheme(scheme).withPartialSites();
    return new Simulation(seed, withSql, withSql, List.of(), wanted, tracer).run();
  }

  /** Runs one seed where two or three sites share a machine and its rows. */
  public static SimulationReport runWithLanes(long seed, Consumer<String> tracer) {
    return runWithLanes(seed, null, false, tracer);
  }

  /**
   * Runs one seed where two or three sites share a machine and its rows.
   *
   * @param scheme null for the one that the seed draws
   */
  public static SimulationReport runWithLanes(
      long seed, SchemeSpec scheme, boolean withSql, Consumer<String> tracer) {
    UnaryOperator<SimulationSettings> wanted =
        drawn -> (scheme == null ? drawn : drawn.withScheme(scheme)).withLanes();
    return new Simulation(seed, withSql, withSql, List.of(), wanted, tracer).run();
  }

  /** Runs one seed of a partitioned store in which placements are applied and taken back. */
  public static SimulationReport runWithPlacements(long seed, Consumer<String> tracer) {
    return runWithPlacements(seed, SchemeRegistry.PARTITION_STORE, false, tracer);
  }

  /**
   * Runs one seed in which placements are applied and taken back, under a scheme whose masters
   * stay; every second seed has ranges.
   */
  public static SimulationReport runWithPlacements(
      long seed, SchemeSpec scheme, boolean withSql, Consumer<String> tracer) {
    UnaryOperator<SimulationSettings> wanted =
        drawn -> {
          SimulationSettings settings = drawn.withScheme(scheme);
          return seed % 2 == 0 ? settings.withRanges() : settings;
        };
    Simulation simulation = new Simulation(seed, withSql, withSql, List.of(), wanted, tracer);
    simulation.placements =
        new AppliedPlacements(
            simulation.surroundings, simulation.clients.get(0), simulation.tables().size());
    return simulation.run();
  }

  /**
   * Runs one seed under a scheme in which processes are killed around the appends of records. What
   * is done beside calls follows from the seed: SQL, changes of the scheme, placements or replicas.
   *
   * @param met gets the kill points that were struck
   */
  static SimulationReport runWithKillPoints(
      long seed, SchemeSpec scheme, Collection<KillPoint> met, Consumer<String> tracer) {
    int beside = (int) (seed % 4);
    boolean withSql = beside == 1;
    boolean isPartial = beside == 0 && RecordKind.canBePartial(scheme);
    List<SchemeSpec> visited =
        beside == 2 && RecordKind.SCHEME.occursUnder(scheme) ? around(scheme, seed) : List.of();
    boolean ranges = visited.stream().anyMatch(Simulation::needsRanges);
    UnaryOperator<SimulationSettings> wanted =
        drawn -> {
          SimulationSettings settings = drawn.withScheme(scheme).withKillPoints();
          settings = ranges ? settings.withRanges() : settings;
          return isPartial ? settings.withPartialSites() : settings;
        };
    Simulation simulation = new Simulation(seed, withSql, withSql, visited, wanted, tracer);
    if (beside == 3 && RecordKind.PLACEMENT.occursUnder(scheme)) {
      simulation.placements =
          new AppliedPlacements(
              simulation.surroundings, simulation.clients.get(0), simulation.tables().size());
    }
    simulation.kills =
        new KillPoints(simulation.surroundings, simulation.sites, simulation.routers);
    SimulationReport report = simulation.run();
    met.addAll(simulation.kills.met());
    return report;
  }

  /** Another scheme, which differs from seed to seed, and back. */
  private static List<SchemeSpec> around(SchemeSpec scheme, long seed) {
    List<SchemeSpec> others = changeable();
    others.remove(scheme);
    return List.of(others.get((int) (seed / 4 % others.size())), scheme);
  }

  /** Runs one seed under a scheme with these troubles and no others. */
  public static SimulationReport run(
      long seed, SchemeSpec scheme, Troubles troubles, Consumer<String> tracer) {
    UnaryOperator<SimulationSettings> wanted =
        drawn -> drawn.withScheme(scheme).withTroubles(troubles);
    return new Simulation(seed, false, false, List.of(), wanted, tracer).run();
  }

  /**
   * Runs one seed in which the scheme changes again and again, from the first to the others in turn
   * and back; with SQL beside procedures if so wished.
   */
  public static SimulationReport runWithSchemeChanges(
      long seed, List<SchemeSpec> schemes, boolean withSql, Consumer<String> tracer) {
    List<SchemeSpec> visited = new ArrayList<>(schemes.subList(1, schemes.size()));
    visited.add(schemes.get(0));
    boolean needsRanges = schemes.stream().anyMatch(Simulation::needsRanges);
    UnaryOperator<SimulationSettings> wanted =
        drawn -> {
          SimulationSettings first = drawn.withScheme(schemes.get(0));
          return needsRanges ? first.withRanges() : first;
        };
    return new Simulation(seed, withSql, false, visited, wanted, tracer).run();
  }

  /** What is serializable at one site gathers what its calls read. */
  private static boolean needsRanges(SchemeSpec scheme) {
    return scheme.placement() == PlacementPolicy.ONE_SITE
        && scheme.claims() == SchemeSpec.Isolation.SERIALIZABLE;
  }

  /** Runs one seed in which each scheme follows another one. */
  public static SimulationReport runWithSchemeChanges(long seed, Consumer<String> tracer) {
    return runWithSchemeChanges(seed, false, tracer);
  }

  /** Runs one seed in which each scheme follows another one; with SQL if so wished. */
  public static SimulationReport runWithSchemeChanges(
      long seed, boolean withSql, Consumer<String> tracer) {
    List<SchemeSpec> schemes = changeable();
    Collections.rotate(schemes, (int) (seed % schemes.size()));
    return runWithSchemeChanges(seed, schemes, withSql, tracer);
  }

  /** The schemes that a cluster can change between while it runs. */
  public static List<SchemeSpec> changeable() {
    List<SchemeSpec> schemes = new ArrayList<>();
    for (SchemeSpec scheme : SchemeRegistry.all()) {
      if (scheme.placement() != PlacementPolicy.FIXED_BY_TRACE) {
        schemes.add(scheme);
      }
    }
    return schemes;
  }

  /** Runs one seed under the scheme whose transactions have participants where they write. */
  public static SimulationReport runWithTwoPhases(long seed, Consumer<String> tracer) {
    return run(seed, withDispatch(Dispatch.WITH_PARTICIPANTS), false, tracer);
  }

  /** Runs one seed under the scheme whose transactions involve all masters that they meet. */
  public static SimulationReport runWithAllMasters(long seed, Consumer<String> tracer) {
    return run(seed, withDispatch(Dispatch.WITH_ALL_MASTERS), false, tracer);
  }

  /** The same with SQL and definitions beside procedures. */
  public static SimulationReport runWithAllMastersAndSql(long seed, Consumer<String> tracer) {
    return run(seed, withDispatch(Dispatch.WITH_ALL_MASTERS), true, tracer);
  }

  /** Runs one seed under the scheme whose calls run in batches. */
  public static SimulationReport runWithBatches(long seed, Consumer<String> tracer) {
    return run(seed, withBatches(), false, tracer);
  }

  /** The same with SQL and definitions beside procedures. */
  public static SimulationReport runWithBatchesAndSql(long seed, Consumer<String> tracer) {
    return run(seed, withBatches(), true, tracer);
  }

  /** Runs one seed under the scheme whose calls run in phases. */
  public static SimulationReport runWithPhases(long seed, Consumer<String> tracer) {
    return run(seed, withDispatch(Dispatch.BY_PHASE), false, tracer);
  }

  /** The same with SQL and definitions beside procedures. */
  public static SimulationReport runWithPhasesAndSql(long seed, Consumer<String> tracer) {
    return run(seed, withDispatch(Dispatch.BY_PHASE), true, tracer);
  }

  /** Runs one seed under the scheme whose calls lock what they read, too. */
  public static SimulationReport runWithReadLocks(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.DIST_S2PL, false, tracer);
  }

  /** Runs one seed under the scheme whose calls are validated after they have run. */
  public static SimulationReport runWithValidation(long seed, Consumer<String> tracer) {
    return run(seed, SchemeRegistry.DIST_OCC, false, tracer);
  }

  /** Runs one seed under the scheme whose calls commit by the epoch. */
  public static SimulationReport runWithEpochs(long seed, Consumer<String> tracer) {
    return run(seed, withDispatch(Dispatch.IN_EPOCHS), false, tracer);
  }

  /** The same with sessions of SQL. */
  public static SimulationReport runWithEpochsAndSql(long seed, Consumer<String> tracer) {
    return run(seed, withDispatch(Dispatch.IN_EPOCHS), true, tracer);
  }

  private static SchemeSpec withBatches() {
    for (SchemeSpec scheme : SchemeRegistry.all()) {
      if (scheme.concurrency() == ConcurrencyControl.BATCH_RESERVATIONS) {
        return scheme;
      }
    }
    throw new IllegalStateException("no scheme makes batches");
  }

  private static SchemeSpec withDispatch(Dispatch dispatch) {
    for (SchemeSpec scheme : SchemeRegistry.all()) {
      if (scheme.dispatch() == dispatch) {
        return scheme;
      }
    }
    throw new IllegalStateException("no scheme has the dispatch " + dispatch);
  }

  /** The tables of the workloads that were drawn. */
  private List<String> tables() {
    return jar(JAR, 1, new byte[0]).tables().stream().map(table -> table.schema().name()).toList();
  }

  private ProcedureJar jar(String name, int version, byte[] bytes) {
    List<Procedure> procedures = new ArrayList<>();
    workloads.forEach(workload -> procedures.addAll(workload.procedures()));
    return ProcedureJar.of(name, version, procedures.toArray(new Procedure[0]));
  }

  private SimulationReport run() {
    surroundings.trace("seed %d, %s", seed, settings);
    sites.forEach(Home::start);
    routers.forEach(Home::start);
    clients.forEach(Home::start);
    if (upload()
        && load()
        && (sql == null || sql.define(this::await))
        && (shops == null || shops.define(this::await))
        && scripts.stream().allMatch(sessions -> sessions.define(this::await))) {
      work();
      serveAgain();
      judge();
    }
    problems.addAll(surroundings.faults());
    workloads.forEach(workload -> problems.addAll(workload.problems()));
    world.note(world.steps());
    return report();
  }

  private boolean upload() {
    waiting = 1;
    upload(clients.get(0));
    return await(() -> waiting == 0, "the jar was never uploaded");
  }

  private void upload(ClientHome client) {
    client
        .core()
        .upload(
            JAR,
            new byte[] {1},
            outcome -> {
              if (outcome.isCommitted()) {
                waiting--;
              } else {
                world.at(world.nowUs() + REPEAT_US, () -> upload(client));
              }
            });
  }

  private boolean load() {
    SessionCore session = clients.get(0).core().openSession();
    for (Workload workload : workloads) {
      for (Call call : workload.load()) {
        waiting++;
        repeat(session, call, result -> waiting--);
      }
    }
    boolean loaded = await(() -> waiting == 0, "the data were never loaded");
    world.runFor(LOADED_US); // what other sessions read may be older than what this one wrote
    return loaded;
  }

  /** Makes a call until it commits. */
  private void repeat(SessionCore session, Call call, Consumer<Object> done) {
    session.call(
        call.procedure(),
        ValueCodec.encodeArguments(call.arguments()),
        outcome -> {
          if (outcome.isCommitted()) {
            done.accept(outcome.result());
          } else {
            world.at(world.nowUs() + REPEAT_US, () -> repeat(session, call, done));
          }
        });
  }

  private void work() {
    int number = 1;
    for (ClientHome client : clients) {
      for (int i = 0; i < settings.sessionsPerClient(); i++) {
        callers.add(client.new Caller(number++, workloads));
      }
    }
    callers.forEach(Caller::start);
    if (sql != null) {
      sql.start(settings.sessionsPerClient());
    }
    if (shops != null) {
      shops.start(settings.sessionsPerClient());
    }
    scripts.forEach(ScriptSessions::start);
    nemesis.start();
    elasticity.start();
    if (schemes != null) {
      schemes.start();
    }
    if (replicas != null) {
      replicas.start();
    }
    if (placements != null) {
      placements.start();
    }
    long begunNs = System.nanoTime();
    world.runFor(settings.durationUs());
    loadRealNs = System.nanoTime() - begunNs;
    nemesis.stop();
    if (kills != null) {
      kills.stop();
    }
    elasticity.stop();
    if (schemes != null) {
      schemes.stop();
    }
    if (replicas != null) {
      replicas.stop();
    }
    if (placements != null) {
      placements.stop();
    }
    callers.forEach(Caller::stop);
    if (sql != null) {
      sql.stop();
    }
    if (shops != null) {
      shops.stop();
    }
    scripts.forEach(ScriptSessions::stop);
    surroundings.trace("no more faults, no more calls");
    await(
        () ->
            noneCalls()
                && elasticity.isAtRest()
                && schemeIsAtRest()
                && (replicas == null || replicas.isAtRest())
                && (placements == null || placements.isAtRest())
                && allServe(),
        "the cluster did not come to rest");
    world.runFor(REST_US);
  }

  private boolean schemeIsAtRest() {
    return schemes == null || schemes.isAtRest();
  }

  private boolean noneCalls() {
    return callers.stream().noneMatch(Caller::isCalling)
        && (sql == null || sql.isAtRest())
        && (shops == null || shops.isAtRest())
        && scripts.stream().allMatch(ScriptSessions::isAtRest);
  }

  private boolean allServe() {
    return sites.stream().allMatch(site -> site.hasLeft() || site.isServing());
  }

  /** Nothing is broken any more: whatever is called now, must go well. */
  private void serveAgain() {
    ClientHome client = clients.get(0);
    Caller last = client.new Caller(callers.size() + 1, workloads);
    last.startAndStopAfter(LAST_CALLS);
    await(last::isDone, "the last calls were not answered");
    if (last.troubled() > MOST_LAST_CALLS_TROUBLED) {
      problems.add(last.troubled() + " of the last calls failed though all was whole again");
    }
    if (sql != null) {
      sql.serveAgain(this::await, problems);
    }
    world.runFor(REST_US);
  }

  private void judge() {
    SessionCore session = clients.get(0).core().openSession();
    for (Workload workload : workloads) {
      waiting++;
      repeat(
          session,
          workload.lastCall(),
          result -> {
            workload.checkLast(result);
            waiting--;
          });
    }
    await(() -> waiting == 0, "what was written could not be read in the end");
    if (sql != null) {
      sql.judge(this::await, problems);
    }
    if (shops != null) {
      shops.judge(this::await, problems);
    }
    scripts.forEach(sessions -> sessions.judge(this::await, problems));
    problems.addAll(
        Replicas.differences(
            surroundings.cluster(), sites.stream().filter(site -> !site.hasLeft()).toList()));
    judgeService();
    judgeScheme();
  }

  /** The cluster is under the scheme that was acknowledged last, whoever was lost meanwhile. */
  private void judgeScheme() {
    if (schemes == null) {
      return;
    }
    waiting = 1;
    clients.get(0).core().changeScheme("", true, this::checkScheme);
    await(() -> waiting == 0, "nobody said which scheme is in force");
  }

  private void checkScheme(CallOutcome outcome) {
    waiting--;
    String scheme = "\"scheme\":\"" + schemes.expected() + "\"";
    if (!outcome.isCommitted() || !outcome.result().toString().contains(scheme)) {
      problems.add("scheme " + schemes.expected() + " was acknowledged last, but: " + outcome);
    }
  }

  private int faults() {
    return nemesis.faults() + (kills == null ? 0 : kills.met().size());
  }

  /** Where nothing breaks, calls may lose a conflict too often, but rarely, and nothing else. */
  private void judgeService() {
    int troubled = callers.stream().mapToInt(Caller::troubled).sum();
    int all = troubled + callers.stream().mapToInt(Caller::committed).sum();
    if (faults() == 0 && troubled > 1 + all / MOST_CONFLICTS_ONE_IN) {
      problems.add(troubled + " of " + all + " calls failed though nothing was broken");
    }
  }

  /** Lets the world go on until something has come; says so if it does not. */
  private boolean await(BooleanSupplier condition, String otherwise) {
    long endUs = world.nowUs() + PATIENCE_US;
    while (!condition.getAsBoolean() && world.nowUs() < endUs) {
      if (!surroundings.faults().isEmpty()) {
        return false;
      }
      world.runFor(SLICE_US);
    }
    if (!condition.getAsBoolean()) {
      problems.add(otherwise + " within " + PATIENCE_US / 1_000_000 + " s");
      return false;
    }
    return true;
  }

  private SimulationReport report() {
    return new SimulationReport(
        seed,
        List.copyOf(problems),
        world.digest(),
        world.nowUs(),
        settings.durationUs(),
        loadRealNs,
        callers.stream().mapToInt(Caller::committed).sum()
            + (sql == null ? 0 : sql.committed())
            + scripts.stream().mapToInt(ScriptSessions::committed).sum(),
        callers.stream().mapToInt(Caller::aborted).sum(),
        callers.stream().mapToInt(Caller::unknown).sum(),
        faults(),
        elasticity.changes()
            + (schemes == null ? 0 : schemes.changes())
            + (replicas == null ? 0 : replicas.changes())
            + (placements == null ? 0 : placements.changes()),
        world.steps());
  }
}
