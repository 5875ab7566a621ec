package org.thetisdb.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.thetisdb.client.statement.SqlOutcome;
import org.thetisdb.client.statement.SqlSessionCore;
import org.thetisdb.client.statement.SqlStatementSpec;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlRequest.Statement;

/**
 * Tables are made of what other tables hold, looked at and dropped, while clients call and things
 * break. The client hears of as many rows as the new table has.
 */
final class CopiedTables {
  private static final long TIMEOUT_US = 4_000_000;
  private static final long LONGEST_PAUSE_US = 150_000;

  private final Surroundings surroundings;
  private final String source;
  private final ClientMachine client;
  private final RandomGenerator random;
  private final List<String> problems = new ArrayList<>();
  private boolean active = true;
  private boolean underWay;
  private int changes;
  private int last;
  private SqlSessionCore session;

  /** Nothing happens until {@link #start}; copies are made of {@code source}. */
  CopiedTables(Surroundings surroundings, ClientMachine client, String source) {
    this.surroundings = surroundings;
    this.source = source;
    this.client = client;
    this.random = surroundings.world().newRandom();
  }

  /** Begins to copy. */
  void start() {
    session = new SqlSessionCore(client.core());
    rest();
  }

  private void rest() {
    long pauseUs = 1 + random.nextLong(LONGEST_PAUSE_US);
    surroundings.world().at(surroundings.world().nowUs() + pauseUs, this::next);
  }

  /** Begins no more copies; one that is under way is dropped in the end. */
  void stop() {
    active = false;
  }

  /** Whether nothing is under way. */
  boolean isIdle() {
    return !underWay;
  }

  /** How many tables were made. */
  int changes() {
    return changes;
  }

  /** What broke a promise, in words. */
  List<String> problems() {
    return problems;
  }

  private void next() {
    if (!active) {
      return;
    }
    underWay = true;
    String copy = "copied_" + ++last;
    execute(
        "CREATE TABLE %s AS SELECT * FROM %s".formatted(copy, source),
        outcome -> {
          if (outcome.end().isCommitted()) {
            changes++;
            look(copy, outcome.result().updateCounts());
          } else {
            drop(copy);
          }
        });
  }

  private void look(String copy, List<Long> counts) {
    execute(
        "SELECT count(*) FROM " + copy,
        outcome -> {
          if (outcome.end().isCommitted()) {
            List<?> rows = (List<?>) ValueCodec.decode(outcome.result().rows());
            Object found = ((List<?>) rows.get(0)).get(0);
            if (!counts.equals(List.of(found))) {
              problems.add("%s was made of %s rows, and has %s".formatted(copy, counts, found));
            }
          }
          drop(copy);
        });
  }

  /** A table that stays for an error is of no harm. */
  private void drop(String copy) {
    execute(
        "DROP TABLE IF EXISTS " + copy,
        outcome -> {
          underWay = false;
          rest();
        });
  }

  private void execute(String sql, Consumer<SqlOutcome> done) {
    byte[] none = ValueCodec.encode(List.of(List.of()));
    session.execute(
        new SqlStatementSpec(sql, none, Statement.AUTO_COMMIT, 0, 0, TIMEOUT_US),
        outcome -> {
          surroundings.trace("%s: %s", sql, outcome.end());
          if (outcome.end().code() == ErrorCode.INTERNAL) {
            problems.add(sql + ": " + outcome.end());
          }
          done.accept(outcome);
        });
  }
}
