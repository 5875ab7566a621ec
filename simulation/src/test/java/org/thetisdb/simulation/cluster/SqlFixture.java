package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.id.PartitionId;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeRegistry;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.simulation.SimulatedNetwork;
import org.thetisdb.simulation.World;

/** A whole cluster of three sites on virtual time, to which a test talks in SQL. */
abstract class SqlFixture {
  private static final long TIMEOUT_US = 20_000_000;
  private static final long SLICE_US = 1_000;
  private static final int SITES = 3;

  final World world = new World(7);
  private final Surroundings surroundings;
  final List<SiteMachine> sites = new ArrayList<>();
  private RouterMachine router;
  private ClientMachine client;
  private int clients;
  private int executed;
  private int released;
  private final Set<Integer> releasedTables = new TreeSet<>();
  private final Map<String, Integer> attempts = new HashMap<>();
  private final Set<Connection> executedAt = new HashSet<>();

  /** Messages take 40 to 160 us, appends 200 us. */
  SqlFixture() {
    this(40, 200, Settings.defaults());
  }

  /** The same under a scheme. */
  SqlFixture(SchemeSpec scheme) {
    this(40, 200, Settings.defaults(), scheme, 0);
  }

  /**
   * A fixture on which messages take up to four times as long as the fastest one.
   *
   * @param strategy how the router decides where rows are written
   */
  SqlFixture(long fastestMessageUs, long appendUs, Settings strategy) {
    this(fastestMessageUs, appendUs, strategy, SchemeRegistry.DYNAMAST, 0);
  }

  /** A fixture on which sites take checkpoints. */
  SqlFixture(long checkpointIntervalMs) {
    this(40, 200, Settings.defaults(), SchemeRegistry.DYNAMAST, checkpointIntervalMs);
  }

  private SqlFixture(
      long fastestMessageUs,
      long appendUs,
      Settings strategy,
      SchemeSpec scheme,
      long checkpointIntervalMs) {
    surroundings =
        new Surroundings(
            world,
            new SimulationSettingsBuilder()
                .sites(SITES)
                .partitionKeys(10)
                .scheme(scheme)
                .fastestMessageUs(fastestMessageUs)
                .slowestMessageUs(4 * fastestMessageUs)
                .appendUs(appendUs)
                .strategy(strategy)
                .checkpointIntervalMs(checkpointIntervalMs)
                .build(),
            line -> {});
  }

  @BeforeEach
  final void startCluster() {
    for (int id = 1; id <= SITES; id++) {
      sites.add(new SiteMachine(surroundings, id, this::jar));
    }
    router = new RouterMachine(surroundings, 1, this::jar);
    client = newClient();
    sites.forEach(Machine::start);
    router.start();
    client.start();
  }

  /** Bytes in all logs, of entries that are still there. */
  final long loggedBytes() {
    long bytes = 0;
    for (int site = 1; site <= SITES; site++) {
      bytes += surroundings.log().entries(site).stream().mapToLong(entry -> entry.length).sum();
    }
    return bytes;
  }

  /** Whether all logs were cut. */
  final boolean areLogsCut() {
    return surroundings.log().beginning(1) > 0
        && surroundings.log().beginning(2) > 0
        && surroundings.log().beginning(3) > 0;
  }

  /** From now on no timer fires in any process: whoever waits for one waits for ever. */
  final void holdTimers() {
    sites.forEach(site -> site.process().holdTimers());
    router.process().holdTimers();
    client.process().holdTimers();
  }

  /** Counts from now on what routers have sites run. */
  final void watchExecutions() {
    executed = 0;
    released = 0;
    releasedTables.clear();
    executedAt.clear();
    attempts.clear();
    surroundings
        .network()
        .watch(
            new SimulatedNetwork.Watcher() {
              @Override
              public void onSent(String from, Connection connection, Message message) {
                if (message instanceof RouterToSite.Execute call) {
                  executed++;
                  attempts.merge(call.session() + "/" + call.sequence(), 1, Integer::sum);
                  executedAt.add(connection);
                }
                if (message instanceof RouterToSite.Release release) {
                  released++;
                  release
                      .released()
                      .forEach(one -> releasedTables.add(PartitionId.table(one.partition())));
                }
              }

              @Override
              public void onClosed(Connection connection) {}
            });
  }

  /** The router is killed, and starts again. */
  final void restartRouter() {
    router.process().kill();
    router.start();
  }

  final Machine router() {
    return router;
  }

  /** How often a router had a site run something: more than once if it had to be planned again. */
  final int executions() {
    return executed;
  }

  /** How often the call was sent that was sent most often. */
  final int mostAttempts() {
    return attempts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** At how many sites that was. */
  final int sitesThatExecuted() {
    return executedAt.size();
  }

  /** How often a router had a site give up mastership. */
  final int releases() {
    return released;
  }

  /** Of which tables a router had a site give up partitions. */
  final Set<Integer> releasedTables() {
    return releasedTables;
  }

  /** Procedures of the jar that a test uploads. */
  List<Procedure> procedures() {
    return List.of();
  }

  private ProcedureJar jar(String name, int version, byte[] bytes) {
    return ProcedureJar.of(name, version, procedures().toArray(new Procedure[0]));
  }

  final void upload() {
    boolean[] done = {false};
    client
        .core()
        .upload(
            "scenarios",
            new byte[] {1},
            outcome -> {
              assertThat(outcome.isCommitted()).as("%s", outcome).isTrue();
              done[0] = true;
            });
    await(done);
  }

  private ClientMachine newClient() {
    return new ClientMachine(surroundings, ++clients, List.of(router.address()));
  }

  /** A session of a process of its own, which does not know what those of others have seen. */
  final SqlSessionCore sessionElsewhere() {
    ClientMachine other = newClient();
    other.start();
    return new SqlSessionCore(other.core());
  }

  final SqlSessionCore session() {
    return new SqlSessionCore(client.core());
  }

  final SqlOutcome auto(SqlSessionCore session, String sql, Object... arguments) {
    return await(begin(session, Statement.AUTO_COMMIT, sql, arguments));
  }

  /** A statement of a transaction, which it opens if none is open. */
  final SqlOutcome in(SqlSessionCore session, String sql, Object... arguments) {
    return await(begin(session, 0, sql, arguments));
  }

  final SqlOutcome with(int flags, SqlSessionCore session, String sql, Object... arguments) {
    return await(begin(session, flags, sql, arguments));
  }

  /** All runs of a statement as one transaction. */
  final SqlOutcome batch(SqlSessionCore session, String sql, Object[]... runs) {
    return await(send(session, Statement.AUTO_COMMIT | Statement.BATCH, sql, runs));
  }

  /** Sends a statement; its outcome comes into the array. */
  final SqlOutcome[] begin(SqlSessionCore session, int flags, String sql, Object... arguments) {
    return send(session, flags, sql, arguments);
  }

  /** Sends a statement that may take so long; its outcome comes into the array. */
  final SqlOutcome[] beginWithin(long timeoutUs, SqlSessionCore session, int flags, String sql) {
    SqlOutcome[] outcome = new SqlOutcome[1];
    byte[] none = ValueCodec.encode(List.of(List.of()));
    session.execute(
        new SqlStatementSpec(sql, none, flags, 0, 0, timeoutUs), ended -> outcome[0] = ended);
    return outcome;
  }

  /** The next piece of a result. */
  final SqlOutcome fetch(SqlSessionCore session, long cursor) {
    SqlOutcome[] outcome = new SqlOutcome[1];
    session.fetch(cursor, 0, TIMEOUT_US, ended -> outcome[0] = ended);
    return await(outcome);
  }

  /** How many results the sites have begun, and keep snapshots for. */
  final int longQueries() {
    return sites.stream().mapToInt(SiteMachine::longQueries).sum();
  }

  final void assertNothingIsKept() {
    world.runFor(SLICE_US);
    assertThat(longQueries()).as("results that are kept").isZero();
  }

  /** The client's process ends without a word; its machine closes its connections. */
  final void loseClient() {
    surroundings.network().breakConnections(client.process().name(), router.process().name());
    client.process().kill();
  }

  private SqlOutcome[] send(SqlSessionCore session, int flags, String sql, Object[]... runs) {
    SqlOutcome[] outcome = new SqlOutcome[1];
    send(session, flags, sql, ended -> outcome[0] = ended, runs);
    return outcome;
  }

  /** Sends all runs of a statement; the outcome goes to {@code whenEnded}. */
  final void send(
      SqlSessionCore session,
      int flags,
      String sql,
      Consumer<SqlOutcome> whenEnded,
      Object[]... runs) {
    byte[] encoded = ValueCodec.encode(Arrays.stream(runs).map(Arrays::asList).toList());
    session.execute(new SqlStatementSpec(sql, encoded, flags, 0, 0, TIMEOUT_US), whenEnded::accept);
  }

  final SqlOutcome await(SqlOutcome[] outcome) {
    long endUs = world.nowUs() + 2 * TIMEOUT_US;
    while (outcome[0] == null && world.nowUs() < endUs) {
      world.runFor(SLICE_US);
      assertThat(surroundings.faults()).isEmpty();
    }
    assertThat(outcome[0]).as("the outcome came").isNotNull();
    return outcome[0];
  }

  private void await(boolean[] done) {
    long endUs = world.nowUs() + TIMEOUT_US;
    while (!done[0] && world.nowUs() < endUs) {
      world.runFor(SLICE_US);
    }
    assertThat(done[0]).isTrue();
  }

  static void assertDone(SqlOutcome outcome) {
    assertThat(outcome.end().isCommitted()).as("%s", outcome.end()).isTrue();
  }

  static void assertFailed(SqlOutcome outcome, ErrorCode code) {
    assertThat(outcome.end().isCommitted()).isFalse();
    assertThat(outcome.end().code()).as("%s", outcome.end()).isEqualTo(code);
  }

  static long count(SqlOutcome outcome) {
    assertDone(outcome);
    return outcome.result().updateCounts().get(0);
  }

  static List<?> rows(SqlOutcome outcome) {
    assertDone(outcome);
    return (List<?>) ValueCodec.decode(outcome.result().rows());
  }

  /** The only value of the only row. */
  static Object value(SqlOutcome outcome) {
    return ((List<?>) rows(outcome).get(0)).get(0);
  }
}
