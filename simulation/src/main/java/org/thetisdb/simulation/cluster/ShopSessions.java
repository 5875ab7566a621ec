package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.simulation.workload.SqlShops;
import org.thetisdb.simulation.workload.SqlShops.Definition;
import org.thetisdb.simulation.workload.SqlShops.Script;
import org.thetisdb.simulation.workload.SqlShops.Step;

/** Sessions that run {@link SqlShops}, and one that makes and drops definitions meanwhile. */
final class ShopSessions extends WorkloadSessions {
  private static final long LONGEST_PAUSE_US = 200_000;

  /** What is traced before the number of transactions that broke a foreign key for a while. */
  static final String DEFERRED = "committed with a foreign key that was broken for a while: ";

  private final SqlShops shops;

  ShopSessions(Surroundings surroundings, List<ClientMachine> clients, SqlShops shops) {
    super(surroundings, clients);
    this.shops = shops;
  }

  /** Makes the tables; false if that cannot be done. */
  boolean define(SqlSessions.Patience patience) {
    return runAll(
        steps(SqlShops.DEFINITIONS), patience, "the shops were never made", results -> {});
  }

  void start(int sessionsPerClient) {
    for (SqlSessionCore session : sessions(sessionsPerClient)) {
      later(new Writer(session, LEVELS[random.nextInt(LEVELS.length)])::next);
    }
    afterPause(new Definer(session())::next);
  }

  /** Each definition has all statements compiled anew, which takes real time. */
  private void afterPause(Runnable task) {
    world().at(world().nowUs() + 1 + random.nextLong(LONGEST_PAUSE_US), task);
  }

  /** Reads all and has it judged. */
  void judge(SqlSessions.Patience patience, List<String> problems) {
    runAll(shops.lastLooks(), patience, "the shops could not be read in the end", shops::checkLast);
    surroundings.trace("%s%d", DEFERRED, shops.deferred());
    problems.addAll(shops.problems());
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
      if (!isStopped()) {
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
      later(this::next);
    }
  }

  /** Makes and drops one definition after the other. */
  private final class Definer {
    private final SqlSessionCore session;

    Definer(SqlSessionCore session) {
      this.session = session;
    }

    void next() {
      if (isStopped()) {
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
