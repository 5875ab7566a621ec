package org.thetisdb.simulation.cluster;

import java.util.List;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.simulation.workload.SqlScripts;
import org.thetisdb.simulation.workload.SqlShops.Step;

/** Sessions that run scripts of SQL, and have judged what comes of them. */
final class ScriptSessions extends WorkloadSessions {
  private final SqlScripts scripts;
  private final int perClient;
  private int committed;

  /**
   * No sessions yet.
   *
   * @param perClient how many sessions each client has
   */
  ScriptSessions(
      Surroundings surroundings, List<ClientMachine> clients, SqlScripts scripts, int perClient) {
    super(surroundings, clients);
    this.scripts = scripts;
    this.perClient = perClient;
  }

  /** Makes the tables; false if that cannot be done. */
  boolean define(SqlSessions.Patience patience) {
    return runAll(steps(scripts.definitions()), patience, "tables were never made", results -> {});
  }

  void start() {
    for (SqlSessionCore session : sessions(perClient)) {
      int level = scripts.level(LEVELS[random.nextInt(LEVELS.length)]);
      later(new Writer(session, level)::next);
    }
  }

  /** How many transactions went well. */
  int committed() {
    return committed;
  }

  /** Reads all and has it judged. */
  void judge(SqlSessions.Patience patience, List<String> problems) {
    runAll(
        scripts.lastLooks(), patience, "tables could not be read in the end", scripts::checkLast);
    problems.addAll(scripts.problems());
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
      if (!isStopped()) {
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
