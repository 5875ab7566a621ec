package org.thetisdb.benchmarks.twitter;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.Observations;
import org.thetisdb.benchmarks.driver.result.Ending;
import org.thetisdb.benchmarks.driver.script.Weights;
import org.thetisdb.benchmarks.driver.script.Zipf;
import org.thetisdb.benchmarks.jdbc.PreparedSession;
import org.thetisdb.benchmarks.jdbc.Terminal;

/** One terminal: what one user after the other does. */
final class TwitterTerminal implements Terminal {
  private static final int MOST_SHOWN = 20;
  private static final int MOST_OF_USER = 10;
  private static final String DUPLICATE_KEY = "23505";

  private final PreparedSession session;
  private final int users;
  private final Weights weights;
  private final Zipf zipf;
  private final RandomGenerator random;
  private final Observations witness;
  private TwitterTransaction transaction = TwitterTransaction.GET_TWEET;
  private int user;
  private int other;
  private long tweet;
  private long nowMs;
  private String text = "";

  TwitterTerminal(
      PreparedSession session,
      int users,
      Weights weights,
      Zipf zipf,
      RandomGenerator random,
      Observations witness) {
    this.session = session;
    this.users = users;
    this.weights = weights;
    this.zipf = zipf;
    this.random = random;
    this.witness = witness;
  }

  @Override
  public int choose() {
    transaction = TwitterTransaction.of(weights.choose(random));
    user = random.nextInt(users);
    other = zipf.next(random);
    tweet = random.nextLong((long) users * Twitter.TWEETS_PER_USER);
    text = TwitterRows.text(random);
    nowMs = System.currentTimeMillis();
    return transaction.index();
  }

  @Override
  public boolean run() throws SQLException {
    return switch (transaction) {
      case GET_TWEET -> getTweet();
      case GET_TWEETS_FROM_FOLLOWING -> getTweetsFromFollowing();
      case GET_FOLLOWERS -> getFollowers();
      case GET_USER_TWEETS -> getUserTweets();
      case INSERT_TWEET -> insertTweet();
      case FOLLOW -> follow();
    };
  }

  private boolean getTweet() throws SQLException {
    Object[] row = session.row("SELECT id, uid, text FROM tweets WHERE id = ?", tweet);
    if (row == null || ((Number) row[1]).longValue() != tweet / Twitter.TWEETS_PER_USER) {
      witness.impossible("message " + tweet + " is gone or has another author");
    }
    return true;
  }

  private boolean getTweetsFromFollowing() throws SQLException {
    List<Object[]> followed =
        session.rows("SELECT f2 FROM follows WHERE f1 = ? LIMIT " + MOST_SHOWN, user);
    if (!followed.isEmpty()) {
      session.rows(
          "SELECT id, uid, text FROM tweets WHERE uid IN (" + places() + ") LIMIT " + MOST_SHOWN,
          filled(followed));
    }
    return true;
  }

  private boolean getFollowers() throws SQLException {
    List<Object[]> followers =
        session.rows("SELECT f2 FROM followers WHERE f1 = ? LIMIT " + MOST_SHOWN, other);
    if (!followers.isEmpty()) {
      session.rows(
          "SELECT uid, name FROM user_profiles WHERE uid IN (" + places() + ")", filled(followers));
    }
    return true;
  }

  /** One text for all lists, so that it is prepared once. */
  private static String places() {
    return "?" + ", ?".repeat(MOST_SHOWN - 1);
  }

  /** The users, and the last of them as often as is needed to fill all places. */
  private static Object[] filled(List<Object[]> found) {
    Object[] values = new Object[MOST_SHOWN];
    for (int i = 0; i < MOST_SHOWN; i++) {
      values[i] = found.get(Math.min(i, found.size() - 1))[0];
    }
    return values;
  }

  private boolean getUserTweets() throws SQLException {
    List<Object[]> tweets =
        session.rows("SELECT id, uid, text FROM tweets WHERE uid = ? LIMIT " + MOST_OF_USER, other);
    if (tweets.size() != MOST_OF_USER) {
      witness.impossible("user " + other + " has only " + tweets.size() + " messages");
    }
    return true;
  }

  private boolean insertTweet() throws SQLException {
    session.update(
        "INSERT INTO added_tweets (uid, text, createdate) VALUES (?, ?, ?)",
        other,
        text,
        new Timestamp(nowMs));
    return true;
  }

  /** Begins to follow, or ceases to. */
  private boolean follow() throws SQLException {
    if (user == other) {
      return false;
    }
    boolean follows =
        session.update("DELETE FROM follows WHERE f1 = ? AND f2 = ?", user, other) > 0;
    if (follows) {
      requireOne(session.update("DELETE FROM followers WHERE f1 = ? AND f2 = ?", other, user));
    } else if (!insertBoth()) {
      return false;
    }
    requireOne(
        session.update(
            "UPDATE user_profiles SET followers = followers + ? WHERE uid = ?",
            follows ? -1 : 1,
            other));
    return true;
  }

  /** False if somebody else does the same at the same time. */
  private boolean insertBoth() throws SQLException {
    try {
      session.update("INSERT INTO follows VALUES (?, ?)", user, other);
      session.update("INSERT INTO followers VALUES (?, ?)", other, user);
      return true;
    } catch (SQLException e) {
      if (DUPLICATE_KEY.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  private void requireOne(int rows) {
    if (rows != 1) {
      witness.impossible("a change of one row for user " + other + " met " + rows);
    }
  }

  @Override
  public void ended(Ending ending) {
    witness.ended(transaction.index(), ending);
  }
}
