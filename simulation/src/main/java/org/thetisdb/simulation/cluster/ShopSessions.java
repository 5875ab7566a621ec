package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.simulation.World;
import org.thetisdb.simulation.workload.SqlShops;
import org.thetisdb.simulation.workload.SqlShops.Definition;
import org.thetisdb.simulation.workload.SqlShops.Script;
import org.thetisdb.simulation.workload.SqlShops.Step;

/** Sessions that run {@link SqlShops}, and one that makes and drops definitions meanwhile. */
final class ShopSessions {
  private static final long TIMEOUT_US = 4_000_000;
  private static final long REPEAT_US = 50_000;
  private static final long LONGEST_PAUSE_US = 200_000;

  /** What is traced before the number of transactions that broke a foreign key for a while. */
  static final String DEFERRED = "committed with a foreign key that was broken for a while: ";

  private static final int[] LEVELS = {0, Statement.READ_COMMITTED, Statement.SERIALIZABLE};

  private final Surroundings surroundings;
  private final List<ClientMachine> clients;
  private final SqlShops shops;
  private final RandomGenerator random;
  private boolean stopped;
  private int underWay;
  private boolean waiting;

  ShopSessions(Surroundings surroundings, List<ClientMachine> clients, SqlShops shops) {
    this.surroundings = surroundings;
    this.clients = clients;
    this.shops = shops;
    this.random = surroundings.world().newRandom();
  }

  private World world() {
    return surroundings.world();
  }

  /** Makes the tables; false if that cannot be done. */
  boolean define(SqlSessions.Patience patience) {
    waiting = true;
    List<Step> steps = SqlShops.DEFINITIONS.stream().map(sql -> new Step(sql, List.of())).toList();
    repeat(session(), steps, new ArrayList<>(), results -> waiting = false);
    return patience.await(() -> !waiting, "the shops were never made");
  }

  private SqlSessionCore session() {
    return new SqlSessionCore(clients.get(random.nextInt(clients.size())).core());
  }

  void start(int sessionsPerClient) {
    for (int i = 0; i < clients.size() * sessionsPerClient; i++) {
      SqlSessionCore session = new SqlSessionCore(clients.get(i % clients.size()).core());
      later(new Writer(session, LEVELS[random.nextInt(LEVELS.length)])::next, 2);
    }
    afterPause(new Definer(session())::next);
  }

  private void later(Runnable task, int times) {
    long thinkUs = surroundings.settings().thinkUs();
    world().at(world().nowUs() + 1 + random.nextLong(times * thinkUs), task);
  }

  /** Each definition has all statements compiled anew, which takes real time. */
  private void afterPause(Runnable task) {
    world().at(world().nowUs() + 1 + random.nextLong(LONGEST_PAUSE_US), task);
  }

  void stop() {
    stopped = true;
  }

  boolean isIdle() {
    return underWay == 0;
  }

  /** Reads all and has it judged. */
  void judge(SqlSessions.Patience patience, List<String> problems) {
    waiting = true;
    repeat(
        session(),
        shops.lastLooks(),
        new ArrayList<>(),
        results -> {
          shops.checkLast(results);
          waiting = false;
        });
    patience.await(() -> !waiting, "the shops could not be read in the end");
    surroundings.trace("%s%d", DEFERRED, shops.deferred());
    problems.addAll(shops.problems());
  }

  private void execute(SqlSessionCore session, int flags, Step step, Consumer<SqlOutcome> done) {
    byte[] encoded = ValueCodec.encode(List.of(step.arguments()));
    session.execute(
        new SqlStatementSpec(step.sql(), encoded, flags, 0, 0, TIMEOUT_US),
        outcome -> {
          surroundings.names().onEnded(step.sql(), outcome.end());
          done.accept(outcome);
        });
  }

  private static List<?> rows(SqlOutcome outcome) {
    ByteSlice rows = outcome.result().rows();
    return rows.length() == 0 ? List.of() : (List<?>) ValueCodec.decode(rows);
  }

  /** Runs statements with auto-commit, each until it goes well. */
  private void repeat(
      SqlSessionCore session,
      List<Step> steps,
      List<List<?>> results,
      Consumer<List<List<?>>> done) {
    if (results.size() == steps.size()) {
      done.accept(results);
      return;
    }
    execute(
        session,
        Statement.AUTO_COMMIT,
        steps.get(results.size()),
        outcome -> {
          if (outcome.end().isCommitted()) {
            results.add(rows(outcome));
            repeat(session, steps, results, done);
          } else {
            world().at(world().nowUs() + REPEAT_US, () -> repeat(session, steps, results, done));
          }
        });
  }

  /** Runs one transaction after the other. */
  private final class Writer {
    private final SqlSessionCore session;
    private final int level;

    Writer(SqlSessionCore session, int level) {
      this.session = session;
      this.level = level;
    }

    void next() {
      if (!stopped) {
        underWay++;
        step(shops.next(random), new ArrayList<>());
      }
    }

    private void step(Script script, List<List<?>> results) {
      int flags = script.alone() ? Statement.AUTO_COMMIT : 0;
      execute(
          session,
          flags | level,
          script.steps().get(results.size()),
          outcome -> onStep(script, results, outcome));
    }

    private void onStep(Script script, List<List<?>> results, SqlOutcome outcome) {
      if (!outcome.end().isCommitted()) {
        end(script.alone() ? null : "ROLLBACK");
        return;
      }
      results.add(rows(outcome));
      if (results.size() < script.steps().size()) {
        step(script, results);
        return;
      }
      if (script.item() >= 0 && level != Statement.READ_COMMITTED) {
        shops.compare(script.item(), results);
      }
      if (script.alone() || session.endReading()) {
        goOn();
      } else {
        execute(session, level, new Step("COMMIT", List.of()), ended -> onCommit(script, ended));
      }
    }

    private void onCommit(Script script, SqlOutcome outcome) {
      if (outcome.end().isCommitted()) {
        shops.committed(script);
      }
      goOn();
    }

    private void end(String statement) {
      if (statement == null) {
        goOn();
      } else {
        execute(session, level, new Step(statement, List.of()), outcome -> goOn());
      }
    }

    private void goOn() {
      underWay--;
      later(this::next, 2);
    }
  }

  /** Makes and drops one definition after the other. */
  private final class Definer {
    private final SqlSessionCore session;

    Definer(SqlSessionCore session) {
      this.session = session;
    }

    void next() {
      if (stopped) {
        return;
      }
      underWay++;
      if (random.nextInt(3) == 0) {
        clear(0);
      } else {
        define();
      }
    }

    /** Whether it goes well does not matter. */
    private void clear(int done) {
      List<Step> steps = shops.clearing();
      if (done == steps.size()) {
        define();
      } else {
        execute(session, Statement.AUTO_COMMIT, steps.get(done), outcome -> clear(done + 1));
      }
    }

    private void define() {
      Definition definition = shops.nextDefinition(random);
      shops.begins(definition);
      execute(
          session,
          Statement.AUTO_COMMIT,
          new Step(definition.sql(), List.of()),
          outcome -> {
            boolean done = outcome.end().isCommitted();
            boolean refused =
                !done
                    && !outcome.end().isUnknown()
                    && outcome.end().code().sqlState().startsWith("23");
            surroundings.trace("%s: %s", definition.sql(), outcome.end());
            shops.ended(definition, done, refused);
            underWay--;
            afterPause(this::next);
          });
    }
  }
}
