package org.thetisdb.benchmarks.statements;

import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;
import org.thetisdb.benchmarks.statements.StatementTimes.Kind;

/** One terminal: reads and writes rows of its own in turn. */
final class StatementTimesTerminal implements Terminal {
  private final PreparedSession session;
  private final int firstRow;
  private final int rows;
  private final RandomGenerator random;
  private final Observations witness;
  private final Map<Kind, RecentTimes> times = new EnumMap<>(Kind.class);
  private int type = StatementTimes.WRITE;
  private int id;
  private long statementEndNs;

  StatementTimesTerminal(
      PreparedSession session,
      int firstRow,
      int rows,
      RandomGenerator random,
      Observations witness) {
    this.session = session;
    this.firstRow = firstRow;
    this.rows = rows;
    this.random = random;
    this.witness = witness;
    for (Kind kind : Kind.values()) {
      times.put(kind, new RecentTimes());
    }
  }

  @Override
  public int choose() {
    type = type == StatementTimes.READ ? StatementTimes.WRITE : StatementTimes.READ;
    id = firstRow + random.nextInt(rows);
    return type;
  }

  @Override
  public boolean run() throws SQLException {
    long beganNs = System.nanoTime();
    if (type == StatementTimes.READ) {
      if (session.row("SELECT value, filler FROM timed WHERE id = ?", id) == null) {
        witness.impossible("row " + id + " is not there");
      }
    } else if (session.update("UPDATE timed SET value = value + 1 WHERE id = ?", id) != 1) {
      witness.impossible("an update of row " + id + " did not meet one row");
    }
    statementEndNs = System.nanoTime();
    add(type == StatementTimes.READ ? Kind.SELECT : Kind.UPDATE, statementEndNs - beganNs);
    return true;
  }

  @Override
  public void ended(Ending ending) {
    if (ending == Ending.COMMITTED) {
      Kind kind = type == StatementTimes.READ ? Kind.READ_COMMIT : Kind.WRITE_COMMIT;
      add(kind, System.nanoTime() - statementEndNs);
    }
    witness.ended(type, ending);
  }

  private void add(Kind kind, long timeNs) {
    times.get(kind).add(timeNs);
  }

  /** The last times of a kind. */
  long[] times(Kind kind) {
    return times.get(kind).all();
  }
}
