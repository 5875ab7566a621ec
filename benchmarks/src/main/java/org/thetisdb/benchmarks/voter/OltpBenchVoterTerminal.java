package org.thetisdb.benchmarks.voter;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/** One terminal of {@link OltpBenchVoter}: one call by telephone after the other. */
final class OltpBenchVoterTerminal implements Terminal {
  private static final int PER_AREA = 10_000_000;
  private static final int WRONG_PERCENT = 1;
  private static final int WRONG_CONTESTANT = 999;
  private static final long VOTES_PER_TERMINAL = 1_000_000_000L;

  private final OltpBenchVoter show;
  private final PreparedSession session;
  private final RandomGenerator random;
  private long vote;
  private int area;
  private long phone;
  private int contestant;
  private boolean voted;

  OltpBenchVoterTerminal(
      OltpBenchVoter show, PreparedSession session, int terminal, RandomGenerator random) {
    this.show = show;
    this.session = session;
    this.random = random;
    this.vote = terminal * VOTES_PER_TERMINAL;
  }

  /** Each state has a favourite, who gets half of its votes. */
  @Override
  public int choose() {
    vote++;
    area = random.nextInt(Voter.AREAS);
    phone = (long) (Voter.FIRST_AREA + area) * PER_AREA + random.nextInt(PER_AREA);
    contestant =
        1 + (random.nextBoolean() ? area % show.contestants() : random.nextInt(show.contestants()));
    if (random.nextInt(100) < WRONG_PERCENT) {
      contestant = WRONG_CONTESTANT;
    }
    return 0;
  }

  @Override
  public boolean run() throws SQLException {
    voted = false;
    boolean known =
        session.row(
                "SELECT contestant_number FROM contestants WHERE contestant_number = ?", contestant)
            != null;
    if (!known) {
      return true;
    }
    long earlier = session.number("SELECT COUNT(*) FROM votes WHERE phone_number = ?", phone);
    if (earlier >= OltpBenchVoter.VOTES_PER_PHONE) {
      return true;
    }
    Object[] state =
        session.row(
            "SELECT state FROM area_code_state WHERE area_code = ?", Voter.FIRST_AREA + area);
    if (state == null || !OltpBenchVoter.stateOf(area).equals(state[0])) {
      show.witness().impossible("area " + area + " lies in another state than was loaded");
    }
    session.update(
        "INSERT INTO votes (vote_id, phone_number, state, contestant_number, created)"
            + " VALUES (?, ?, ?, ?, ?)",
        vote,
        phone,
        OltpBenchVoter.stateOf(area),
        contestant,
        new Timestamp(System.currentTimeMillis()));
    voted = true;
    return true;
  }

  @Override
  public void ended(Ending ending) {
    if (voted && ending == Ending.COMMITTED) {
      show.voted(contestant);
    } else if (voted && ending == Ending.UNKNOWN) {
      show.perhapsVoted(contestant);
    }
  }
}
