package org.thetisdb.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.core.config.Settings;
import org.thetisdb.core.config.StrategySettings;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Scenarios of calls and statements by themselves that meet the same rows and partitions again and
 * again: each has its turn, none is told that it has lost.
 */
final class FairnessScenariosTest extends SqlFixture {
  private static final int CLIENTS = 8;
  private static final int BATCHES = 12;
  private static final int ROWS = 16;

  /** Reconnaissance, four rounds that may be lost, and one for each row that is met late. */
  private static final int MOST_ATTEMPTS = 8;

  /** Reconnaissance, four rounds that may be lost, and one for each of the others. */
  private static final int MOST_ATTEMPTS_IN_A_QUEUE = 1 + 4 + CLIENTS - 1;

  /** Long after the last one should have ended, and before any of them times out. */
  private static final long PATIENCE_US = 15_000_000;

  /**
   * Messages are quick and logs are slow: whoever is sent to and fro is so many times. And what is
   * written is moved to whichever site has the least to do.
   */
  FairnessScenariosTest() {
    super(
        10,
        4_000,
        Settings.defaults()
            .with(StrategySettings.STRATEGY, StrategySettings.Strategy.PAPER)
            .with(StrategySettings.STRATEGY_WEIGHT_BALANCE, 1e9));
  }

  /** What one client has to do, one statement after the other. */
  private final class Worker {
    private final SqlSessionCore session = session();
    private final List<Runnable> steps = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private int next;

    void add(String sql, Object[]... runs) {
      steps.add(
          () ->
              send(
                  session,
                  Statement.AUTO_COMMIT | Statement.BATCH,
                  sql,
                  outcome -> ended(sql, outcome),
                  runs));
    }

    void go() {
      if (!isDone()) {
        steps.get(next).run();
      }
    }

    private void ended(String sql, SqlOutcome outcome) {
      if (!outcome.end().isCommitted()) {
        refused.add(sql + ": " + outcome.end());
      }
      next++;
      go();
    }

    boolean isDone() {
      return next == steps.size();
    }
  }

  private void workUntilDone(List<Worker> workers, int mostAttempts) {
    long endUs = world.nowUs() + PATIENCE_US;
    watchExecutions();
    workers.forEach(Worker::go);
    while (world.nowUs() < endUs && !workers.stream().allMatch(Worker::isDone)) {
      world.runFor(1_000);
    }
    assertThat(workers).allMatch(Worker::isDone);
    assertThat(workers.stream().flatMap(worker -> worker.refused.stream())).isEmpty();
    assertThat(mostAttempts()).as("rounds of the unluckiest").isLessThanOrEqualTo(mostAttempts);
  }

  private static String name(long id) {
    return "%016d".formatted(id);
  }

  /** Rows of one batch: either the client's own stretch of keys, or every eighth of a stretch. */
  private static long key(int client, int batch, int row, boolean interleaved) {
    return interleaved
        ? (long) (batch * ROWS + row) * CLIENTS + client
        : (long) (client * BATCHES + batch) * ROWS + row;
  }

  private void loadsParentsAndChildren(boolean interleaved) {
    SqlSessionCore admin = session();
    assertDone(
        auto(admin, "CREATE TABLE accounts (id BIGINT PRIMARY KEY, name VARCHAR(64) NOT NULL)"));
    assertDone(auto(admin, "CREATE INDEX by_name ON accounts (name)"));
    for (String child : List.of("savings", "checking")) {
      assertDone(
          auto(
              admin,
              "CREATE TABLE %s (id BIGINT PRIMARY KEY REFERENCES accounts (id), bal INT)"
                  .formatted(child)));
    }
    List<Worker> workers = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      Worker worker = new Worker();
      for (int batch = 0; batch < BATCHES; batch++) {
        Object[][] accounts = new Object[ROWS][];
        Object[][] balances = new Object[ROWS][];
        for (int row = 0; row < ROWS; row++) {
          long id = key(client, batch, row, interleaved);
          accounts[row] = new Object[] {id, name(id)};
          balances[row] = new Object[] {id, 100};
        }
        worker.add("INSERT INTO accounts VALUES (?, ?)", accounts);
        worker.add("INSERT INTO savings VALUES (?, ?)", balances);
        worker.add("INSERT INTO checking VALUES (?, ?)", balances);
      }
      workers.add(worker);
    }
    workUntilDone(workers, MOST_ATTEMPTS);
    long rows = (long) CLIENTS * BATCHES * ROWS;
    world.runFor(100_000);
    for (String table : List.of("accounts", "savings", "checking")) {
      assertThat(value(auto(session(), "SELECT COUNT(*) FROM " + table))).isEqualTo(rows);
    }
  }

  @Test
  void parentsAndChildrenAreLoadedEachClientItsOwnStretch() {
    loadsParentsAndChildren(false);
  }

  @Test
  void parentsAndChildrenAreLoadedKeyByKeyInTurn() {
    loadsParentsAndChildren(true);
  }

  /** Each client turns over rows that lie at several sites, each time others in another order. */
  @Test
  void everybodyWhoWantsTheSameRowsOfSeveralSitesGetsThem() {
    SqlSessionCore admin = session();
    assertDone(auto(admin, "CREATE TABLE hot (id BIGINT PRIMARY KEY, v BIGINT)"));
    for (long id = 0; id < 2_000; id += 250) {
      assertDone(auto(admin, "INSERT INTO hot VALUES (?, 0)", id));
    }
    List<Worker> workers = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      Worker worker = new Worker();
      for (int round = 0; round < 25; round++) {
        long one = (client + round) % 8 * 250L;
        long two = (client * 3 + round * 5 + 1) % 8 * 250L;
        worker.add(
            "UPDATE hot SET v = v + 1 WHERE id = ?",
            new Object[] {one},
            new Object[] {two},
            new Object[] {(one + two) % 2_000});
      }
      workers.add(worker);
    }
    workUntilDone(workers, MOST_ATTEMPTS);
    world.runFor(100_000);
    assertThat(value(auto(session(), "SELECT SUM(v) FROM hot"))).hasToString("" + CLIENTS * 25 * 3);
  }

  /** What a statement writes is known only from an index, and is another row each time. */
  @Test
  void everybodyGetsARowOfAQueueThatAllWant() {
    SqlSessionCore admin = session();
    assertDone(
        auto(admin, "CREATE TABLE job (id BIGINT PRIMARY KEY, state VARCHAR(9), owner BIGINT)"));
    assertDone(auto(admin, "CREATE INDEX by_state ON job (state)"));
    for (long id = 0; id < 100; id++) {
      assertDone(auto(admin, "INSERT INTO job VALUES (?, 'open', 0)", id * 7));
    }
    List<Worker> workers = new ArrayList<>();
    for (int client = 0; client < CLIENTS; client++) {
      Worker worker = new Worker();
      for (int round = 0; round < 12; round++) {
        worker.add(
            "UPDATE job SET state = 'taken', owner = ? WHERE state = 'open' AND id ="
                + " (SELECT MIN(j.id) FROM job j WHERE j.state = 'open')",
            new Object[] {client + 1L});
      }
      workers.add(worker);
    }
    workUntilDone(workers, MOST_ATTEMPTS_IN_A_QUEUE);
  }
}
