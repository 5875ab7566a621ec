package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.SessionCore;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.ClientMessage.Call;
import org.thetisdb.core.wire.Message;
import org.thetisdb.core.wire.RouterToClient.CallResult;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.procedures.runtime.ProcedureJar;
import org.thetisdb.router.estimate.CallLoad;
import org.thetisdb.router.estimate.CallWork;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.scheme.RouterFamily;
import org.thetisdb.router.scheme.RouterScheme;
import org.thetisdb.router.scheme.SchemeParts;
import org.thetisdb.router.scheme.StrategyParts;
import org.thetisdb.router.scheme.registry.RouterSchemes;
import org.thetisdb.simulation.Counter;
import org.thetisdb.simulation.Families;
import org.thetisdb.simulation.SimulatedNetwork;
import org.thetisdb.simulation.World;

/**
 * A cluster of three sites and a router under any scheme, of which the router's parts of schemes
 * can be asked; and clients that call in all ways that there are.
 */
final class SchemeFixture {
  /** Counters from the first on are called by procedures, rows by statements. */
  private static final long[] COUNTERS = {1, 11, 21, 31, 41, 51};

  private static final long PATIENCE_US = 30_000_000;
  private static final long SETTLES_US = 1_000_000;
  private static final long SLICE_US = 1_000;

  final World world = new World(5);
  final List<SiteMachine> sites = new ArrayList<>();
  final RouterMachine router;

  /** The router's parts of its last leadership term. */
  final List<RouterScheme> parts = new ArrayList<>();

  private final Surroundings surroundings;
  private final ClientMachine client;
  private final List<SessionCore> sessions = new ArrayList<>();
  private final Map<Long, Integer> answers = new HashMap<>();
  private final SchemeSpec scheme;
  private Consumer<RouterToSite> toSites = said -> {};
  private boolean calling;
  private int underWay;
  private int raised;
  private int unknown;
  private boolean wasUnsettled;

  SchemeFixture(SchemeSpec scheme, Families families) {
    this.scheme = scheme;
    Families watched = new Families(watched(families.atRouters()), families.atSites());
    SimulationSettings settings =
        new SimulationSettingsBuilder()
            .partitionKeys(10)
            .siteLostMs(100)
            .build()
            .withScheme(scheme);
    this.surroundings = new Surroundings(world, settings, watched, line -> {});
    for (int id = 1; id <= settings.sites(); id++) {
      sites.add(new SiteMachine(surroundings, id, SchemeFixture::jar));
    }
    this.router = new RouterMachine(surroundings, 1, SchemeFixture::jar);
    this.client = new ClientMachine(surroundings, 1, List.of(router.address()));
    surroundings.network().watch(new Ear());
    sites.forEach(Machine::start);
    router.start();
    client.start();
    load();
  }

  private RouterSchemes watched(RouterSchemes schemes) {
    List<RouterFamily> families = new ArrayList<>();
    schemes.families().forEach(family -> families.add(new WatchedFamily(family)));
    return new RouterSchemes(schemes.schemes(), families);
  }

  private static ProcedureJar jar(String name, int version, byte[] bytes) {
    return ProcedureJar.of(
        name, version, new Counter.Raise(), new Counter.Shift(), new Counter.Sum());
  }

  private void load() {
    boolean[] done = {false};
    client.core().upload("scenarios", new byte[] {1}, outcome -> done[0] = outcome.isCommitted());
    runUntil(() -> done[0], "the jar is there");
    SqlSessionCore session = new SqlSessionCore(client.core());
    execute(session, Statement.AUTO_COMMIT, "CREATE TABLE lines (id BIGINT PRIMARY KEY, n BIGINT)");
    for (long id : COUNTERS) {
      execute(session, Statement.AUTO_COMMIT, "INSERT INTO lines VALUES (" + id + ", 0)");
    }
  }

  private void execute(SqlSessionCore session, int flags, String sql) {
    SqlOutcome[] outcome = new SqlOutcome[1];
    send(session, flags, sql, ended -> outcome[0] = ended);
    runUntil(() -> outcome[0] != null, sql);
    assertThat(outcome[0].end().isCommitted()).as("%s: %s", sql, outcome[0].end()).isTrue();
  }

  private static void send(
      SqlSessionCore session, int flags, String sql, Consumer<SqlOutcome> whenEnded) {
    byte[] none = ValueCodec.encode(List.of(List.of()));
    session.execute(
        new SqlStatementSpec(sql, none, flags, 0, 0, PATIENCE_US / 5), whenEnded::accept);
  }

  // Calls in all ways

  /** Clients call, in all ways, one call after the other until they are told to stop. */
  void begin() {
    calling = true;
    for (int i = 0; i < COUNTERS.length; i++) {
      long own = COUNTERS[i];
      long other = COUNTERS[(i + 1) % COUNTERS.length];
      SessionCore session = client.core().openSession();
      sessions.add(session);
      calls(session, 0, own, other);
    }
    statements(new SqlSessionCore(client.core()), Statement.AUTO_COMMIT, 1, 11);
    statements(
        new SqlSessionCore(client.core()), Statement.AUTO_COMMIT | Statement.SERIALIZABLE, 21, 31);
    transactions(new SqlSessionCore(client.core()), 41, 51);
  }

  private void calls(SessionCore session, int turn, long own, long other) {
    if (!calling) {
      return;
    }
    switch (turn % 3) {
      case 0 -> call(session, "Raise", outcome -> calls(session, 1, own, other), own, 1L);
      case 1 -> call(session, "Shift", outcome -> calls(session, 2, own, other), own, other, 1L);
      default -> call(session, "Sum", outcome -> calls(session, 3, own, other), own, other);
    }
  }

  private void call(
      SessionCore session, String name, Consumer<CallOutcome> next, Object... arguments) {
    underWay++;
    int[] told = {0};
    session.call(
        name,
        ValueCodec.encodeArguments(arguments),
        outcome -> {
          assertThat(++told[0]).as("answers to " + name).isEqualTo(1);
          underWay--;
          boolean raises = name.equals("Raise");
          raised += raises && outcome.isCommitted() ? 1 : 0;
          unknown += raises && outcome.isUnknown() ? 1 : 0;
          next.accept(outcome);
        });
  }

  private void statements(SqlSessionCore session, int flags, long first, long second) {
    if (calling) {
      String sql = "UPDATE lines SET n = n + 1 WHERE id IN (" + first + ", " + second + ")";
      tell(session, flags, sql, () -> statements(session, flags, first, second));
    }
  }

  private void transactions(SqlSessionCore session, long first, long second) {
    if (calling) {
      String sql = "UPDATE lines SET n = n + 1 WHERE id = ";
      tell(
          session,
          0,
          sql + first,
          () ->
              tell(
                  session,
                  0,
                  sql + second,
                  () -> tell(session, 0, "COMMIT", () -> transactions(session, first, second))));
    }
  }

  private void tell(SqlSessionCore session, int flags, String sql, Runnable next) {
    underWay++;
    int[] told = {0};
    send(
        session,
        flags,
        sql,
        outcome -> {
          assertThat(++told[0]).as("answers to " + sql).isEqualTo(1);
          underWay--;
          next.run();
        });
  }

  /** A call that is called off as soon as it was sent. */
  void callAndCallOff() {
    underWay++;
    int[] told = {0};
    SqlSessionCore session = new SqlSessionCore(client.core());
    send(
        session,
        Statement.AUTO_COMMIT,
        "UPDATE lines SET n = n + 1",
        outcome -> {
          assertThat(++told[0]).as("answers to a call that was called off").isEqualTo(1);
          underWay--;
        });
    world.runFor(150);
    session.cancel();
  }

  /** No more calls; those that are under way end. */
  void stop() {
    calling = false;
    runUntil(() -> underWay == 0, "each call was answered");
    assertThat(answers.values()).as("answers to each call").allMatch(count -> count == 1);
    assertThat(answers).as("something was called").isNotEmpty();
  }

  /** Nothing that was acknowledged is lost, and nothing was done twice. */
  void assertNothingIsLost() {
    long[] sum = {0};
    for (int i = 0; i < COUNTERS.length; i += 2) {
      Object[] value = new Object[1];
      SessionCore session = client.core().openSession();
      sessions.forEach(session::follow);
      call(session, "Sum", outcome -> value[0] = outcome.result(), COUNTERS[i], COUNTERS[i + 1]);
      runUntil(() -> value[0] != null, "the counters are read");
      sum[0] += (Long) value[0];
    }
    assertThat(sum[0]).isBetween((long) raised, (long) raised + unknown);
    assertThat(raised).as("calls that raised something").isPositive();
  }

  // The router's parts

  /** The part of the scheme that the fixture was made for. */
  RouterScheme part() {
    List<RouterScheme> those = parts.stream().filter(each -> each.serves(scheme)).toList();
    assertThat(those).as("parts that serve " + scheme).hasSize(1);
    return those.get(0);
  }

  /** With no calls under way the schemes can be left before long, if none may come meanwhile. */
  void assertSettles() {
    parts.forEach(RouterScheme::shut);
    runUntil(this::isSettled, SETTLES_US, "all schemes are settled");
    parts.forEach(RouterScheme::open);
  }

  private boolean isSettled() {
    return parts.stream().allMatch(RouterScheme::isSettled);
  }

  /** Whether anything was under way for a scheme since the beginning. */
  boolean wasUnsettled() {
    return wasUnsettled;
  }

  /** Changes the scheme, as an administrator asks for it; again if calls do not end in time. */
  void change(SchemeSpec to) {
    CallOutcome[] outcome = new CallOutcome[1];
    for (int i = 0; i < 5 && (outcome[0] == null || !outcome[0].isCommitted()); i++) {
      outcome[0] = null;
      client.core().changeScheme(to.name(), false, ended -> outcome[0] = ended);
      runUntil(() -> outcome[0] != null, "the change is answered");
    }
    assertThat(outcome[0].isCommitted()).as("%s", outcome[0]).isTrue();
  }

  /** What an administrator hears who asks for a change. */
  CallOutcome ask(SchemeSpec to) {
    CallOutcome[] outcome = new CallOutcome[1];
    client.core().changeScheme(to.name(), false, ended -> outcome[0] = ended);
    runUntil(() -> outcome[0] != null, "the change is answered");
    return outcome[0];
  }

  /** Hears what routers say to sites from now on. */
  void hear(Consumer<RouterToSite> listener) {
    toSites = listener;
  }

  void runUntil(BooleanSupplier condition, String what) {
    runUntil(condition, PATIENCE_US, what);
  }

  void runUntil(BooleanSupplier condition, long mostUs, String what) {
    long endUs = world.nowUs() + mostUs;
    while (!condition.getAsBoolean() && world.nowUs() < endUs) {
      run(SLICE_US);
    }
    assertThat(condition.getAsBoolean()).as(what + " within " + mostUs + " us").isTrue();
  }

  void run(long us) {
    long endUs = world.nowUs() + us;
    while (world.nowUs() < endUs) {
      world.runFor(Math.min(SLICE_US, endUs - world.nowUs()));
      wasUnsettled |= !isSettled();
    }
    assertThat(surroundings.faults()).isEmpty();
  }

  /** Makes the parts that it is asked for, and keeps them. */
  private final class WatchedFamily implements RouterFamily {
    private final RouterFamily family;

    WatchedFamily(RouterFamily family) {
      this.family = family;
    }

    @Override
    public boolean has(SchemeSpec spec) {
      return family.has(spec);
    }

    @Override
    public RouterScheme begin(SchemeParts all) {
      RouterScheme part = family.begin(all);
      parts.add(part);
      return part;
    }

    @Override
    public Scheme strategy(SchemeSpec spec, StrategyParts all) {
      return family.strategy(spec, all);
    }

    @Override
    public List<CallWork> describe(SchemeSpec scheme, CallLoad load) {
      return family.describe(scheme, load);
    }
  }

  /** Counts what is asked and answered. */
  private final class Ear implements SimulatedNetwork.Watcher {
    @Override
    public void onSent(String from, Connection connection, Message message) {
      if (message instanceof Call call) {
        answers.putIfAbsent(call.requestId(), 0);
      } else if (message instanceof CallResult result) {
        answers.computeIfPresent(result.requestId(), (request, count) -> count + 1);
      } else if (message instanceof RouterToSite said) {
        toSites.accept(said);
      }
    }

    @Override
    public void onClosed(Connection connection) {}
  }
}
