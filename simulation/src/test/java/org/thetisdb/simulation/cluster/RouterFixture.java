package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.SessionCore;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.replication.membership.ClusterSettings.FirstMaster;
import org.thetisdb.simulation.Counter;
import org.thetisdb.simulation.World;

/**
 * The fixture of scenarios about several routers: three sites, and callers that raise counters one
 * call after the other, each of a router that the scenario names.
 */
abstract class RouterFixture {
  static final long LEASE_US = 500_000;

  private static final int SITES = 3;
  private static final long PATIENCE_US = 20_000_000;
  private static final long SLICE_US = 1_000;

  final World world = new World(11);
  final List<RouterMachine> routers = new ArrayList<>();
  final List<SiteMachine> sites = new ArrayList<>();
  final Surroundings surroundings;
  private final int count;
  private int clients;

  RouterFixture(int routers) {
    this(routers, SchemeRegistry.DYNAMAST, 10, FirstMaster.SCATTERED);
  }

  /** The same under a scheme, with cells of so many keys; 0 for ranges. */
  RouterFixture(int routers, SchemeSpec scheme, int partitionKeys, FirstMaster firstMaster) {
    this(routers, scheme, partitionKeys, firstMaster, 0);
  }

  /** The same where so many sites hold every row and the others what they master; 0 for all. */
  RouterFixture(
      int routers, SchemeSpec scheme, int partitionKeys, FirstMaster firstMaster, int fullSites) {
    this(routers, scheme, partitionKeys, firstMaster, fullSites, SITES, 1);
  }

  /** The same where every site holds every row, with settings of its own. */
  RouterFixture(
      int routers,
      SchemeSpec scheme,
      int partitionKeys,
      FirstMaster firstMaster,
      Settings settings) {
    this(routers, scheme, partitionKeys, firstMaster, 0, SITES, 1, settings);
  }

  /** The same with so many sites, of which so many share each machine and its rows. */
  RouterFixture(
      int routers,
      SchemeSpec scheme,
      int partitionKeys,
      FirstMaster firstMaster,
      int fullSites,
      int sites,
      int lanes) {
    this(routers, scheme, partitionKeys, firstMaster, fullSites, sites, lanes, Settings.defaults());
  }

  private RouterFixture(
      int routers,
      SchemeSpec scheme,
      int partitionKeys,
      FirstMaster firstMaster,
      int fullSites,
      int sites,
      int lanes,
      Settings settings) {
    this.count = routers;
    this.surroundings =
        new Surroundings(
            world,
            new SimulationSettingsBuilder()
                .sites(sites)
                .routers(routers)
                .partitionKeys(partitionKeys)
                .firstMaster(firstMaster)
                .scheme(scheme)
                .leaseUs(LEASE_US)
                .siteLostMs(300)
                .strategy(settings)
                .fullSites(fullSites)
                .lanes(lanes)
                .build(),
            line -> {});
  }

  @BeforeEach
  final void startCluster() {
    int lanes = surroundings.settings().lanes();
    for (int id = 1; id <= surroundings.settings().sites(); id += lanes) {
      List<Integer> ids = IntStream.range(id, id + lanes).boxed().toList();
      sites.add(new SiteMachine(surroundings, ids, RouterFixture::jar, siteTaskUs()));
    }
    for (int id = 1; id <= count; id++) {
      routers.add(new RouterMachine(surroundings, id, RouterFixture::jar, routerTaskUs()));
    }
    sites.forEach(Machine::start);
    routers.forEach(Machine::start);
    boolean[] done = {false};
    Caller first = new Caller(routers.get(0), 0);
    first
        .machine
        .core()
        .upload("scenarios", new byte[] {1}, outcome -> done[0] = outcome.isCommitted());
    runUntil(() -> done[0], "the jar is there");
  }

  /** For how long each message keeps a router busy. */
  long routerTaskUs() {
    return 0;
  }

  /** For how long each task keeps the engine of a site busy. */
  long siteTaskUs() {
    return 0;
  }

  private static ProcedureJar jar(String name, int version, byte[] bytes) {
    return ProcedureJar.of(
        name,
        version,
        new Counter.Raise(),
        new Counter.Shift(),
        new Counter.Match(),
        new Counter.Sum());
  }

  /** The router that leads, or led last. */
  final RouterMachine leader() {
    return Collections.max(routers, Comparator.comparingInt(RouterMachine::servedEpoch));
  }

  /** The first router that does not lead. */
  final RouterMachine replica() {
    return routers.stream().filter(router -> router != leader()).findFirst().orElseThrow();
  }

  final void cut(Machine one, Machine other, long durationUs) {
    surroundings.network().cut(one.name(), other.name(), durationUs);
    surroundings.network().cut(other.name(), one.name(), durationUs);
  }

  final void runUntil(BooleanSupplier condition, String what) {
    long endUs = world.nowUs() + PATIENCE_US;
    while (!condition.getAsBoolean() && world.nowUs() < endUs) {
      world.runFor(SLICE_US);
      assertThat(surroundings.faults()).isEmpty();
    }
    assertThat(condition.getAsBoolean()).as(what).isTrue();
  }

  /** What a counter holds, as a client of the leader reads it that has seen all callers' calls. */
  final long value(long counter, Caller... callers) {
    Caller reader = new Caller(leader(), counter);
    for (Caller caller : callers) {
      reader.session.follow(caller.session);
    }
    Object[] value = new Object[1];
    reader.session.call(
        "Sum",
        ValueCodec.encodeArguments(new Object[] {counter, counter}),
        outcome -> value[0] = outcome.result());
    runUntil(() -> value[0] != null, "the counter is read");
    return (Long) value[0] / 2;
  }

  /** Runs a statement by itself; its rows, or null. */
  final Object statement(SqlSessionCore session, String sql) {
    SqlOutcome[] outcome = new SqlOutcome[1];
    byte[] noArguments = ValueCodec.encode(List.of(List.of()));
    session.execute(
        new SqlStatementSpec(sql, noArguments, Statement.AUTO_COMMIT, 0, 0, PATIENCE_US),
        ended -> outcome[0] = ended);
    runUntil(() -> outcome[0] != null, "the statement has ended");
    assertThat(outcome[0].end().isCommitted()).as("%s: %s", sql, outcome[0].end()).isTrue();
    ByteSlice rows = outcome[0].result().rows();
    return rows.length() == 0 ? null : ValueCodec.decode(rows);
  }

  /** One client with one session, which raises one counter again and again. */
  final class Caller {
    final ClientMachine machine;
    final SessionCore session;
    private final long counter;

    /** The counter from which it shifts one to its own; 0 if it raises its own. */
    long from;

    private boolean stopped;
    private boolean calling;
    private long begunUs;
    long longestUs;
    int committed;
    int others;
    CallOutcome last;

    Caller(RouterMachine router, long counter) {
      this.machine = new ClientMachine(surroundings, ++clients, List.of(router.address()));
      this.counter = counter;
      machine.start();
      this.session = machine.core().openSession();
    }

    /** The counter that it raises. */
    long counter() {
      return counter;
    }

    /** Begins to call; the waits of calls before are forgotten. */
    void start() {
      stopped = false;
      longestUs = 0;
      next();
    }

    private void next() {
      begunUs = world.nowUs();
      calling = true;
      if (from == 0) {
        session.call("Raise", ValueCodec.encodeArguments(new Object[] {counter, 1L}), this::ended);
      } else {
        Object[] arguments = {from, counter, 1L};
        session.call("Shift", ValueCodec.encodeArguments(arguments), this::ended);
      }
    }

    private void ended(CallOutcome outcome) {
      calling = false;
      last = outcome;
      longestUs = Math.max(longestUs, world.nowUs() - begunUs);
      if (outcome.isCommitted()) {
        committed++;
      } else {
        others++;
      }
      if (!stopped) {
        next();
      }
    }

    /** Makes one more call, and waits for it; then no more. */
    void stop() {
      int before = committed;
      runUntil(() -> committed > before, "calls go on");
      stopped = true;
      runUntil(() -> !calling, "the last call has ended");
    }
  }
}
