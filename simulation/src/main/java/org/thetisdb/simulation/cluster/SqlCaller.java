package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.client.CallOutcome;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.bytes.ByteSlice;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.history.Status;
import org.thetisdb.simulation.World;
import org.thetisdb.simulation.workload.SqlLists;

/** A session that runs transactions of SQL, statement by statement, until it is stopped. */
final class SqlCaller {
  private static final long TIMEOUT_US = 4_000_000;

  private final Surroundings surroundings;
  private final int number;
  private final SqlLists lists;
  private final SqlSessionCore session;
  private final RandomGenerator random;
  private final int level;
  private boolean stopped;
  private boolean calling;
  private int callsLeft = Integer.MAX_VALUE;
  private int committed;
  private int rolledBack;
  private int troubled;

  SqlCaller(Surroundings surroundings, ClientMachine client, int number, SqlLists lists) {
    this.surroundings = surroundings;
    this.number = number;
    this.lists = lists;
    this.session = new SqlSessionCore(client.core());
    this.random = surroundings.world().newRandom();
    this.level = lists.isolation().flag();
  }

  private World world() {
    return surroundings.world();
  }

  void start() {
    long thinkUs = surroundings.settings().thinkUs();
    world().at(world().nowUs() + random.nextLong(2 * thinkUs), this::next);
  }

  /** Starts to run so many transactions and no more. */
  void startAndStopAfter(int calls) {
    callsLeft = calls;
    start();
  }

  private void next() {
    if (!stopped && callsLeft > 0) {
      callsLeft--;
      calling = true;
      new Run(lists.next(number, random)).step();
    }
  }

  void stop() {
    stopped = true;
  }

  boolean isCalling() {
    return calling;
  }

  boolean isDone() {
    return callsLeft == 0 && !calling;
  }

  int committed() {
    return committed;
  }

  /** Transactions that were to be run again, and were not. */
  int rolledBack() {
    return rolledBack;
  }

  /** Transactions that failed in another way. */
  int troubled() {
    return troubled;
  }

  private void execute(int flags, String sql, List<Object> arguments, ResultListener done) {
    byte[] encoded = ValueCodec.encode(List.of(arguments));
    session.execute(
        new SqlStatementSpec(sql, encoded, flags | level, 0, 0, TIMEOUT_US),
        outcome -> {
          surroundings.names().onEnded(sql, outcome.end());
          done.onResult(outcome);
        });
  }

  private interface ResultListener {
    void onResult(SqlOutcome outcome);
  }

  /** One transaction. */
  private final class Run {
    private final SqlLists.Script script;
    private final long beginUs = world().nowUs();
    private final List<List<?>> results = new ArrayList<>();

    Run(SqlLists.Script script) {
      this.script = script;
    }

    void step() {
      SqlLists.Step step = script.steps().get(results.size());
      int flags = script.alone() ? Statement.AUTO_COMMIT : 0;
      execute(flags, step.sql(), step.arguments(), this::onStep);
    }

    private void onStep(SqlOutcome outcome) {
      if (!outcome.end().isCommitted()) {
        fail(outcome.end());
        return;
      }
      ByteSlice rows = outcome.result().rows();
      results.add(rows.length() == 0 ? List.of() : (List<?>) ValueCodec.decode(rows));
      if (results.size() < script.steps().size()) {
        step();
      } else if (script.alone() || (committed % 2 == 0 && session.endReading())) {
        end(Status.OK, outcome.end());
      } else {
        execute(0, "COMMIT", List.of(), commit -> end(statusOf(commit.end()), commit.end()));
      }
    }

    /** What was not committed did not happen, but for a statement by itself. */
    private void fail(CallOutcome why) {
      Status status = script.alone() ? statusOf(why) : Status.FAIL;
      if (script.alone()) {
        end(status, why);
      } else {
        execute(0, "ROLLBACK", List.of(), ignored -> end(status, why));
      }
    }

    private void end(Status status, CallOutcome outcome) {
      calling = false;
      if (status == Status.OK) {
        committed++;
      } else if (status == Status.FAIL
          && outcome.isAborted()
          && outcome.code().sqlState().equals("40001")) {
        rolledBack++;
      } else {
        troubled++;
      }
      if (status != Status.OK) {
        surroundings.trace("SQL session %d: ended with: %s", number, outcome);
      }
      lists.ended(script, status, outcome.toString(), results, beginUs, world().nowUs());
      start();
    }
  }

  private static Status statusOf(CallOutcome outcome) {
    if (outcome.isCommitted()) {
      return Status.OK;
    }
    return outcome.isUnknown() ? Status.INFO : Status.FAIL;
  }
}
