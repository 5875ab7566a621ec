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
import org.thetisdb.simulation.workload.SqlScripts;
import org.thetisdb.simulation.workload.SqlShops.Step;

/** Sessions that run scripts of SQL, and have judged what comes of them. */
final class ScriptSessions {
  private static final long TIMEOUT_US = 4_000_000;
  private static final long REPEAT_US = 50_000;
  private static final int[] LEVELS = {0, Statement.READ_COMMITTED, Statement.SERIALIZABLE};

  private final Surroundings surroundings;
  private final List<ClientMachine> clients;
  private final SqlScripts scripts;
  private final int perClient;
  private final RandomGenerator random;
  private boolean stopped;
  private int underWay;
  private int committed;
  private boolean waiting;

  /**
   * No sessions yet.
   *
   * @param perClient how many sessions each client has
   */
  ScriptSessions(
      Surroundings surroundings, List<ClientMachine> clients, SqlScripts scripts, int perClient) {
    this.scripts = scripts;
    this.perClient = perClient;
    this.surroundings = surroundings;
    this.clients = clients;
    this.random = surroundings.world().newRandom();
  }

  private World world() {
    return surroundings.world();
  }

  /** Makes the tables; false if that cannot be done. */
  boolean define(SqlSessions.Patience patience) {
    waiting = true;
    List<Step> steps = scripts.definitions().stream().map(sql -> new Step(sql, List.of())).toList();
    repeat(session(), steps, new ArrayList<>(), results -> waiting = false);
    return patience.await(() -> !waiting, "tables were never made");
  }

  private SqlSessionCore session() {
    return new SqlSessionCore(clients.get(random.nextInt(clients.size())).core());
  }

  void start() {
    for (int i = 0; i < clients.size() * perClient; i++) {
      SqlSessionCore session = new SqlSessionCore(clients.get(i % clients.size()).core());
      int level = scripts.level(LEVELS[random.nextInt(LEVELS.length)]);
      later(new Writer(session, level)::next);
    }
  }

  private void later(Runnable task) {
    long thinkUs = surroundings.settings().thinkUs();
    world().at(world().nowUs() + 1 + random.nextLong(2 * thinkUs), task);
  }

  void stop() {
    stopped = true;
  }

  boolean isIdle() {
    return underWay == 0;
  }

  /** How many transactions went well. */
  int committed() {
    return committed;
  }

  /** Reads all and has it judged. */
  void judge(SqlSessions.Patience patience, List<String> problems) {
    waiting = true;
    repeat(
        session(),
        scripts.lastLooks(),
        new ArrayList<>(),
        results -> {
          scripts.checkLast(results);
          waiting = false;
        });
    patience.await(() -> !waiting, "tables could not be read in the end");
    problems.addAll(scripts.problems());
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
    private SqlScripts.Script script;

    Writer(SqlSessionCore session, int level) {
      this.session = session;
      this.level = level;
    }

    void next() {
      if (!stopped) {
        underWay++;
        script = scripts.next(random);
        step(0, List.of());
      }
    }

    private void step(int done, List<?> last) {
      Step step = script.next(done, last);
      if (step == null) {
        end("COMMIT");
        return;
      }
      if (script.alone()) {
        execute(
            session,
            level | Statement.AUTO_COMMIT,
            step,
            outcome -> over(outcome.end().isCommitted()));
        return;
      }
      execute(
          session,
          level,
          step,
          outcome -> {
            if (outcome.end().isCommitted()) {
              step(done + 1, rows(outcome));
            } else {
              end("ROLLBACK");
            }
          });
    }

    private void end(String statement) {
      execute(
          session,
          level,
          new Step(statement, List.of()),
          outcome -> over(outcome.end().isCommitted() && statement.equals("COMMIT")));
    }

    private void over(boolean isCommitted) {
      committed += isCommitted ? 1 : 0;
      underWay--;
      later(this::next);
    }
  }
}
