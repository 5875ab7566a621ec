package org.thetisdb.benchmarks.sibench;

import java.sql.SQLException;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/** One terminal: the query or the change. */
final class SiBenchTerminal implements Terminal {
  private final PreparedSession session;
  private final int rows;
  private final Weights weights;
  private final RandomGenerator random;
  private final Observations witness;
  private int type;
  private int id;

  SiBenchTerminal(
      PreparedSession session,
      int rows,
      Weights weights,
      RandomGenerator random,
      Observations witness) {
    this.session = session;
    this.rows = rows;
    this.weights = weights;
    this.random = random;
    this.witness = witness;
  }

  @Override
  public int choose() {
    type = weights.choose(random);
    id = random.nextInt(rows);
    return type;
  }

  @Override
  public boolean run() throws SQLException {
    if (type == SiBench.MIN_RECORD) {
      if (session.row("SELECT id FROM sitest ORDER BY value LIMIT 1") == null) {
        witness.impossible("the table is empty");
      }
      return true;
    }
    int changed = session.update("UPDATE sitest SET value = value + 1 WHERE id = ?", id);
    if (changed != 1) {
      witness.impossible("a change of row " + id + " met " + changed);
    }
    return true;
  }

  @Override
  public void ended(Ending ending) {
    witness.ended(type, ending);
  }
}
