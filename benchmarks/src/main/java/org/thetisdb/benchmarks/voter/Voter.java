package org.thetisdb.benchmarks.voter;

import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.LoadTask;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/**
 * Voter. The benchmark keeps the votes of each contestant and state in a view; here a table is kept
 * by the same transaction. Invariants: no telephone has more votes than it may; that table agrees
 * with the votes; as many votes are there as were acknowledged.
 */
public final class Voter implements JdbcWorkload {
  /** The name in commands and results. */
  public static final String NAME = "voter";

  /** Most votes of one telephone. */
  static final int VOTES_PER_PHONE = 2;

  /** Area codes begin here; each state has some. */
  static final int FIRST_AREA = 201;

  static final int AREAS = 300;
  static final int STATES = 50;

  /** Most contestants; the counts of all fit into one batch. */
  public static final int MOST_CONTESTANTS = 20;

  private final int contestants;
  private final Observations witness = new Observations(1);

  /** A show with so many contestants. */
  public Voter(int contestants) {
    if (contestants < 1 || contestants > MOST_CONTESTANTS) {
      throw new IllegalArgumentException("a show has 1 to " + MOST_CONTESTANTS + " contestants");
    }
    this.contestants = contestants;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> types() {
    return List.of("Vote");
  }

  @Override
  public List<String> definitions() {
    return List.of(
        "DROP VIEW IF EXISTS v_votes_by_phone_number",
        "DROP VIEW IF EXISTS v_votes_by_contestant_number_state",
        "DROP TABLE IF EXISTS votes",
        "DROP TABLE IF EXISTS votes_by_contestant_and_state",
        "DROP TABLE IF EXISTS area_code_state",
        "DROP TABLE IF EXISTS contestants",
        "CREATE TABLE contestants (contestant_number INT PRIMARY KEY,"
            + " contestant_name VARCHAR(50) NOT NULL)",
        "CREATE TABLE area_code_state (area_code INT PRIMARY KEY, state INT NOT NULL)",
        "CREATE TABLE votes_by_contestant_and_state (contestant_number INT, state INT,"
            + " num_votes INT NOT NULL, PRIMARY KEY (contestant_number, state))",
        "CREATE TABLE votes (phone_number BIGINT, vote_number INT, state INT NOT NULL,"
            + " contestant_number INT NOT NULL, created TIMESTAMP NOT NULL,"
            + " PRIMARY KEY (phone_number, vote_number))");
  }

  @Override
  public List<LoadTask> loadTasks() {
    return List.of(this::loadContestants, Voter::loadAreas, this::loadCounts);
  }

  private void loadContestants(PreparedSession session) throws SQLException {
    String insert = "INSERT INTO contestants VALUES (?, ?)";
    session.clearBatch(insert);
    for (int contestant = 1; contestant <= contestants; contestant++) {
      session.batch(insert, contestant, "Contestant " + contestant);
    }
    session.runBatch(insert);
  }

  private static void loadAreas(PreparedSession session) throws SQLException {
    String insert = "INSERT INTO area_code_state VALUES (?, ?)";
    session.clearBatch(insert);
    for (int area = 0; area < AREAS; area++) {
      session.batch(insert, FIRST_AREA + area, area % STATES);
    }
    session.runBatch(insert);
  }

  private void loadCounts(PreparedSession session) throws SQLException {
    String insert = "INSERT INTO votes_by_contestant_and_state VALUES (?, ?, 0)";
    session.clearBatch(insert);
    for (int contestant = 1; contestant <= contestants; contestant++) {
      for (int state = 0; state < STATES; state++) {
        session.batch(insert, contestant, state);
      }
    }
    session.runBatch(insert);
  }

  @Override
  public Terminal terminal(PreparedSession session, int terminal, int terminals, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + terminal);
    return new VoterTerminal(session, contestants, random, witness);
  }

  @Override
  public String check(PreparedSession session) throws SQLException {
    if (!witness.impossible().isEmpty()) {
      return witness.impossible();
    }
    long votes = session.number("SELECT COUNT(*) FROM votes");
    if (!witness.accepts(0, 0, votes)) {
      return "%d votes were acknowledged, but %d are there".formatted(witness.certain(0), votes);
    }
    long over =
        session.number(
            "SELECT COUNT(*) FROM (SELECT phone_number FROM votes GROUP BY phone_number"
                + " HAVING COUNT(*) > ?) AS t",
            VOTES_PER_PHONE);
    if (over > 0) {
      return over + " telephones have more votes than they may";
    }
    long different =
        session.number(
            "SELECT COUNT(*) FROM votes_by_contestant_and_state AS c LEFT JOIN"
                + " (SELECT contestant_number, state, COUNT(*) AS n FROM votes"
                + " GROUP BY contestant_number, state) AS v"
                + " ON c.contestant_number = v.contestant_number AND c.state = v.state"
                + " WHERE c.num_votes <> COALESCE(v.n, 0)");
    return different == 0
        ? BenchResult.OK
        : different + " counts of a contestant in a state do not agree with the votes";
  }
}
