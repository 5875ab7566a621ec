package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.thetisdb.client.SessionCore;
import org.thetisdb.core.id.Address;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Trait;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.simulation.Families;
import org.thetisdb.simulation.World;
import org.thetisdb.simulation.workload.SimulatedWorkload;
import org.thetisdb.simulation.workload.SimulatedWorkload.Call;
import org.thetisdb.simulation.workload.SqlShops;
import org.thetisdb.simulation.workload.Workloads;

/**
 * One seed: a cluster is started, loaded, called and broken, healed, and judged. The same seed
 * gives the same history to the last message.
 */
final class SimulatedRun {
  private static final String JAR = "workloads";
  private static final long SLICE_US = 10_000;
  private static final long PATIENCE_US = 60_000_000;
  private static final int LOOKS = 5;
  private static final long REST_US = 3_000_000;
  private static final long LOADED_US = 500_000;
  private static final long REPEAT_US = 50_000;
  private static final int CLERKS = 3;

  /**
   * From here on sites send each other what they log. The seeds below keep their histories, and
   * with them the witnesses of planted faults.
   */
  static final long FIRST_SEED_WITH_LOG_STREAMS = 100_000;

  private final long seed;
  private final World world;
  private final SimulationSettings settings;
  private final Surroundings surroundings;
  private final List<SimulatedWorkload> workloads;
  private final List<SiteMachine> sites = new ArrayList<>();
  private final List<RouterMachine> routers = new ArrayList<>();
  private final List<ClientMachine> clients = new ArrayList<>();
  private final Disturbances disturbances;
  private final Sessions sessions;
  private final List<String> problems = new ArrayList<>();
  private long loadRealNs;
  private int waiting;

  /**
   * A run that has not begun.
   *
   * @param visited the schemes that it changes to; none if it does not change
   * @param wanted what is set beside what the seed draws
   * @param families the schemes that there are
   * @param tracer hears line by line what happens
   */
  SimulatedRun(
      long seed,
      boolean withSql,
      boolean withDefinitions,
      List<SchemeSpec> visited,
      UnaryOperator<SimulationSettings> wanted,
      Families families,
      Consumer<String> tracer) {
    this.seed = seed;
    this.world = new World(seed);
    RandomGenerator random = world.newRandom();
    SimulationSettings drawn = wanted.apply(SimulationSettings.draw(random));
    this.settings = seed >= FIRST_SEED_WITH_LOG_STREAMS ? drawn.withLogStreams() : drawn;
    boolean inEpochs = settings.scheme().has(Trait.SPREADS_CALLS);
    this.workloads = Workloads.draw(random, weakest(settings.claims(), visited), inEpochs);
    this.surroundings = new Surroundings(world, settings, families, tracer);
    build();
    this.disturbances =
        new Disturbances(
            surroundings,
            sites,
            routers,
            clients,
            id -> new SiteMachine(surroundings, id, this::jar),
            visited,
            this::tables);
    this.sessions = new Sessions(seed, surroundings, clients, workloads, withSql, withDefinitions);
  }

  private void build() {
    for (int id = 1; id <= settings.sites(); id += settings.lanes()) {
      List<Integer> ids = IntStream.range(id, id + settings.lanes()).boxed().toList();
      sites.add(new SiteMachine(surroundings, ids, this::jar));
    }
    List<Address> addresses = new ArrayList<>();
    for (int id = 1; id <= settings.routers(); id++) {
      RouterMachine router = new RouterMachine(surroundings, id, this::jar);
      routers.add(router);
      addresses.add(router.address());
    }
    for (int id = 1; id <= settings.clients(); id++) {
      clients.add(new ClientMachine(surroundings, id, addresses));
    }
  }

  /** What is promised while the scheme changes: what each of them promises. */
  private static SchemeSpec.Isolation weakest(
      SchemeSpec.Isolation first, List<SchemeSpec> visited) {
    return visited.stream()
        .map(SchemeSpec::claims)
        .reduce(first, (a, b) -> a == b ? a : SchemeSpec.Isolation.STRONG_SESSION_SNAPSHOT);
  }

  /** Sessions of SQL sell, too, while these definitions come and go. */
  void sellUnder(SqlShops definitions) {
    sessions.sellUnder(definitions);
  }

  /** Placements are applied and taken back, too. */
  void applyPlacements() {
    disturbances.applyPlacements(tables().size());
  }

  /** Ranges are moved by hand, too. */
  void moveRanges() {
    disturbances.moveRanges(tables());
  }

  /** Sites lose their disks, too. */
  void loseDisks() {
    disturbances.loseDisks();
  }

  /** Tables are made of the lists of SQL and dropped, too. */
  void copyTables() {
    disturbances.copyTables("sql_lists");
  }

  /** Rights of a user come and go, too. */
  void grantRights() {
    List<Address> addresses = routers.stream().map(RouterMachine::address).toList();
    List<ClientMachine> clerks =
        IntStream.rangeClosed(1, CLERKS)
            .mapToObj(
                each -> new ClientMachine(surroundings, clients.size() + each, addresses).asUser())
            .toList();
    disturbances.grantRights(clerks, workloads.get(0).lastCall());
  }

  /** Processes are killed around appends, too. */
  KillPoints killAtPoints() {
    return disturbances.killAtPoints();
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

  /** Runs it to its end. */
  SimulationReport run() {
    surroundings.trace("seed %d, %s", seed, settings);
    sites.forEach(Machine::start);
    routers.forEach(Machine::start);
    clients.forEach(Machine::start);
    if (upload() && load() && sessions.define(this::await)) {
      work();
      sessions.serveAgain(this::await, problems);
      world.runFor(REST_US);
      judge();
    }
    sites.forEach(SiteMachine::traceLogStreams);
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

  private void upload(ClientMachine client) {
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
    for (SimulatedWorkload workload : workloads) {
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
    sessions.start();
    disturbances.start();
    long begunNs = System.nanoTime();
    world.runFor(settings.durationUs());
    loadRealNs = System.nanoTime() - begunNs;
    disturbances.stop();
    sessions.stop();
    surroundings.trace("no more faults, no more calls");
    await(
        () -> sessions.isIdle() && disturbances.isIdle() && allServe(),
        "the cluster did not come to rest");
    world.runFor(REST_US);
  }

  private boolean allServe() {
    return sites.stream().allMatch(site -> site.hasLeft() || site.isServing());
  }

  private void judge() {
    SessionCore session = clients.get(0).core().openSession();
    for (SimulatedWorkload workload : workloads) {
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
    sessions.judge(this::await, problems);
    if (!allServe()) {
      problems.add("a site ended although nothing was broken any more");
    }
    if (surroundings.cluster().isPartial()) {
      world.runFor(REST_US); // the last calls have moved rows, perhaps, and those that are left go
    }
    problems.addAll(differences());
    sessions.judgeService(disturbances.faults(), problems);
    disturbances.judge(this::await, problems);
  }

  /** Where no site holds every row, copies come and go on their own: a record may be on its way. */
  private List<String> differences() {
    List<SiteMachine> there = sites.stream().filter(site -> !site.hasLeft()).toList();
    List<String> found = Replicas.differences(surroundings.cluster(), there);
    for (int i = 0; i < LOOKS && surroundings.cluster().lacksFullSite() && !found.isEmpty(); i++) {
      world.runFor(REST_US);
      found = Replicas.differences(surroundings.cluster(), there);
    }
    return found;
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
        sessions.committed(),
        sessions.aborted(),
        sessions.unknown(),
        disturbances.faults(),
        disturbances.changes(),
        world.steps());
  }
}
