package org.thetisdb.benchmarks.voter;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/**
 * A line of telephones. Of a hundred calls one is for a contestant who is not there, and ten come
 * from telephones that call again and again.
 */
final class VoterTerminal implements Terminal {
  private static final String DUPLICATE_KEY = "23505";
  private static final int PER_AREA = 10_000_000;
  private static final int FANS = 1_000;
  private static final int FAN_PERCENT = 10;
  private static final int WRONG_PERCENT = 1;

  private final PreparedSession session;
  private final int contestants;
  private final RandomGenerator random;
  private final Observations witness;
  private int area;
  private long phone;
  private int contestant;
  private long createdMs;

  VoterTerminal(
      PreparedSession session, int contestants, RandomGenerator random, Observations witness) {
    this.session = session;
    this.contestants = contestants;
    this.random = random;
    this.witness = witness;
  }

  @Override
  public int choose() {
    boolean fan = random.nextInt(100) < FAN_PERCENT;
    area = Voter.FIRST_AREA + random.nextInt(Voter.AREAS);
    phone = (long) area * PER_AREA + random.nextInt(PER_AREA);
    if (fan) {
      int number = random.nextInt(FANS);
      area = Voter.FIRST_AREA + number % Voter.AREAS;
      phone = (long) area * PER_AREA + number;
    }
    boolean wrong = random.nextInt(100) < WRONG_PERCENT;
    contestant = wrong ? contestants + 1 : 1 + random.nextInt(contestants);
    createdMs = System.currentTimeMillis();
    return 0;
  }

  @Override
  public boolean run() throws SQLException {
    boolean known =
        session.row("SELECT 1 FROM contestants WHERE contestant_number = ?", contestant) != null;
    if (!known) {
      return false;
    }
    long earlier = session.number("SELECT COUNT(*) FROM votes WHERE phone_number = ?", phone);
    if (earlier > Voter.VOTES_PER_PHONE) {
      witness.impossible("telephone " + phone + " has " + earlier + " votes");
    }
    return earlier < Voter.VOTES_PER_PHONE && vote((int) earlier + 1);
  }

  /** Two votes of one telephone at once want the same key; the second is refused. */
  private boolean vote(int number) throws SQLException {
    long state = session.number("SELECT state FROM area_code_state WHERE area_code = ?", area);
    try {
      session.update(
          "INSERT INTO votes VALUES (?, ?, ?, ?, ?)",
          phone,
          number,
          (int) state,
          contestant,
          new Timestamp(createdMs));
    } catch (SQLException e) {
      if (DUPLICATE_KEY.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
    int rows =
        session.update(
            "UPDATE votes_by_contestant_and_state SET num_votes = num_votes + 1"
                + " WHERE contestant_number = ? AND state = ?",
            contestant,
            (int) state);
    if (rows != 1) {
      witness.impossible("a count of one contestant in one state met " + rows + " rows");
    }
    return true;
  }

  @Override
  public void ended(Ending ending) {
    witness.ended(0, ending);
  }
}
