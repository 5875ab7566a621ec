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
import org.thetisdb.simulation.workload.SqlShops.Step;

/**
 * Sessions of clients that run statements of SQL until they are told to stop. For the thread of the
 * simulated world.
 */
abstract class WorkloadSessions {
  private static final long TIMEOUT_US = 4_000_000;
  private static final long REPEAT_US = 50_000;

  /** Levels of isolation among which transactions draw. */
  static final int[] LEVELS = {0, Statement.READ_COMMITTED, Statement.SERIALIZABLE};

  final Surroundings surroundings;
  final List<ClientMachine> clients;
  final RandomGenerator random;

  /** Transactions that are under way. */
  int underWay;

  private boolean stopped;

  /** No sessions yet. */
  WorkloadSessions(Surroundings surroundings, List<ClientMachine> clients) {
    this.surroundings = surroundings;
    this.clients = clients;
    this.random = surroundings.world().newRandom();
  }

  final World world() {
    return surroundings.world();
  }

  /** Of any client. */
  final SqlSessionCore session() {
    return new SqlSessionCore(clients.get(random.nextInt(clients.size())).core());
  }

  /** So many sessions of each client, one after the other. */
  final List<SqlSessionCore> sessions(int perClient) {
    List<SqlSessionCore> all = new ArrayList<>();
    for (int i = 0; i < clients.size() * perClient; i++) {
      all.add(new SqlSessionCore(clients.get(i % clients.size()).core()));
    }
    return all;
  }

  /** Runs a task after the time for which a client thinks. */
  final void later(Runnable task) {
    long thinkUs = surroundings.settings().thinkUs();
    world().at(world().nowUs() + 1 + random.nextLong(2 * thinkUs), task);
  }

  final void stop() {
    stopped = true;
  }

  final boolean isStopped() {
    return stopped;
  }

  final boolean isIdle() {
    return underWay == 0;
  }

  /**
   * Has statements run, each until it goes well.
   *
   * @param otherwise what is wrong if they do not in time
   * @return whether they did
   */
  final boolean runAll(
      List<Step> steps,
      SqlSessions.Patience patience,
      String otherwise,
      Consumer<List<List<?>>> results) {
    boolean[] done = {false};
    repeat(
        session(),
        steps,
        new ArrayList<>(),
        found -> {
          results.accept(found);
          done[0] = true;
        });
    return patience.await(() -> done[0], otherwise);
  }

  /** Statements without arguments. */
  static List<Step> steps(List<String> statements) {
    return statements.stream().map(sql -> new Step(sql, List.of())).toList();
  }

  final void execute(SqlSessionCore session, int flags, Step step, Consumer<SqlOutcome> done) {
    byte[] encoded = ValueCodec.encode(List.of(step.arguments()));
    session.execute(
        new SqlStatementSpec(step.sql(), encoded, flags, 0, 0, TIMEOUT_US),
        outcome -> {
          surroundings.names().onEnded(step.sql(), outcome.end());
          done.accept(outcome);
        });
  }

  static List<?> rows(SqlOutcome outcome) {
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
}
