package org.thetisdb.benchmarks.voter;

import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.BenchResult;
import org.thetisdb.benchmarks.jdbc.BatchTasks;
import org.thetisdb.benchmarks.jdbc.JdbcWorkload;
import org.thetisdb.benchmarks.jdbc.LoadTask;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/**
 * Voter as OLTP-Bench has it: votes have no primary key, refer to their contestant, and are counted
 * by two views that nobody reads while it runs. Invariants: as many votes are there as were
 * acknowledged, of each contestant, too, which the views say alike; no vote is there twice.
 */
public final class OltpBenchVoter implements JdbcWorkload {
  /** Most votes of one telephone. */
  static final int VOTES_PER_PHONE = 1_000;

  private final int contestants;
  private final Observations witness = new Observations(1);
  private final AtomicLongArray certain;
  private final AtomicLongArray unknown;

  /** A show with so many contestants. */
  public OltpBenchVoter(int contestants) {
    this.contestants = contestants;
    this.certain = new AtomicLongArray(contestants + 1);
    this.unknown = new AtomicLongArray(contestants + 1);
  }

  @Override
  public String name() {
    return Voter.NAME;
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
        "CREATE TABLE area_code_state (area_code SMALLINT PRIMARY KEY, state VARCHAR(2) NOT NULL)",
        "CREATE TABLE votes (vote_id BIGINT NOT NULL, phone_number BIGINT NOT NULL,"
            + " state VARCHAR(2) NOT NULL, contestant_number INT NOT NULL,"
            + " created TIMESTAMP NOT NULL,"
            + " FOREIGN KEY (contestant_number) REFERENCES contestants (contestant_number))",
        "CREATE INDEX idx_votes_phone_number ON votes (phone_number)",
        "CREATE VIEW v_votes_by_phone_number (phone_number, num_votes) AS"
            + " SELECT phone_number, COUNT(*) FROM votes GROUP BY phone_number",
        "CREATE VIEW v_votes_by_contestant_number_state (contestant_number, state, num_votes) AS"
            + " SELECT contestant_number, state, COUNT(*) FROM votes"
            + " GROUP BY contestant_number, state");
  }

  @Override
  public List<LoadTask> loadTasks() {
    return BatchTasks.of(
        "INSERT INTO contestants VALUES (?, ?)",
        contestants,
        number -> new Object[] {number + 1, "Contestant " + (number + 1)});
  }

  @Override
  public List<LoadTask> secondLoadTasks() {
    return BatchTasks.of(
        "INSERT INTO area_code_state VALUES (?, ?)",
        Voter.AREAS,
        area -> new Object[] {Voter.FIRST_AREA + area, stateOf(area)});
  }

  /** Two letters. */
  static String stateOf(int area) {
    int state = area % Voter.STATES;
    return "" + (char) ('A' + state / 26) + (char) ('A' + state % 26);
  }

  @Override
  public Terminal terminal(PreparedSession session, int terminal, int terminals, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + terminal);
    return new OltpBenchVoterTerminal(this, session, terminal, random);
  }

  int contestants() {
    return contestants;
  }

  Observations witness() {
    return witness;
  }

  void voted(int contestant) {
    certain.incrementAndGet(contestant);
  }

  void perhapsVoted(int contestant) {
    unknown.incrementAndGet(contestant);
  }

  @Override
  public String check(PreparedSession session) throws SQLException {
    if (!witness.impossible().isEmpty()) {
      return witness.impossible();
    }
    for (int contestant = 1; contestant <= contestants; contestant++) {
      long found =
          session.number("SELECT COUNT(*) FROM votes WHERE contestant_number = ?", contestant);
      long least = certain.get(contestant);
      if (found < least || found > least + unknown.get(contestant)) {
        return "%d votes for contestant %d were acknowledged, but %d are there"
            .formatted(least, contestant, found);
      }
    }
    long votes = session.number("SELECT COUNT(*) FROM votes");
    if (session.number("SELECT COUNT(DISTINCT vote_id) FROM votes") != votes) {
      return "some votes are there twice";
    }
    boolean alike =
        session.number("SELECT SUM(num_votes) FROM v_votes_by_phone_number") == votes
            && session.number("SELECT SUM(num_votes) FROM v_votes_by_contestant_number_state")
                == votes;
    return alike ? BenchResult.OK : "the views count other votes than are there";
  }
}
