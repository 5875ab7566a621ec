package org.thetisdb.benchmarks.twitter;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.thetisdb.benchmarks.driver.script.Zipf;
import org.thetisdb.benchmarks.jdbc.PreparedSession;

/** The rows that are loaded. Whom users follow is decided at once, since both sides are stored. */
final class TwitterRows {
  private static final long SEED = 42;
  private static final int SHORTEST = 10;
  private static final int LONGEST = 140;
  private static final long CREATED_MS = 1_700_000_000_000L;

  private final List<List<Integer>> follows = new ArrayList<>();
  private final List<List<Integer>> followers = new ArrayList<>();

  TwitterRows(int users, Zipf zipf) {
    RandomGenerator random = new SplittableRandom(SEED);
    for (int user = 0; user < users; user++) {
      follows.add(new ArrayList<>());
      followers.add(new ArrayList<>());
    }
    for (int user = 0; user < users; user++) {
      for (int i = 0; i < Twitter.FOLLOWS_PER_USER; i++) {
        int other = zipf.next(random);
        if (other != user && !follows.get(user).contains(other)) {
          follows.get(user).add(other);
          followers.get(other).add(user);
        }
      }
    }
  }

  List<Integer> followsOf(int user) {
    return follows.get(user);
  }

  List<Integer> followersOf(int user) {
    return followers.get(user);
  }

  /** A message that is loaded, by its number. */
  static Object[] tweet(int id) {
    RandomGenerator random = new SplittableRandom(SEED + id);
    return new Object[] {
      (long) id, id / Twitter.TWEETS_PER_USER, text(random), new Timestamp(CREATED_MS + id)
    };
  }

  void loadProfiles(PreparedSession session, int first, int end) throws SQLException {
    String insert = "INSERT INTO user_profiles VALUES (?, ?, ?, ?)";
    session.clearBatch(insert);
    for (int user = first; user < end; user++) {
      session.batch(
          insert, user, "User " + user, user + "@example.com", followers.get(user).size());
    }
    session.runBatch(insert);
  }

  void loadFollows(PreparedSession session, int first, int end) throws SQLException {
    loadPairs(session, "INSERT INTO follows VALUES (?, ?)", follows, first, end);
  }

  void loadFollowers(PreparedSession session, int first, int end) throws SQLException {
    loadPairs(session, "INSERT INTO followers VALUES (?, ?)", followers, first, end);
  }

  /** A batch may be long where users are popular; the driver cuts it, so rows may be there. */
  private static void loadPairs(
      PreparedSession session, String insert, List<List<Integer>> pairs, int first, int end)
      throws SQLException {
    session.clearBatch(insert);
    boolean any = false;
    for (int user = first; user < end; user++) {
      for (int other : pairs.get(user)) {
        session.batch(insert, user, other);
        any = true;
      }
    }
    if (any) {
      session.runBatch(insert);
    }
  }

  void loadTweets(PreparedSession session, int first, int end) throws SQLException {
    String insert = "INSERT INTO tweets VALUES (?, ?, ?, ?)";
    RandomGenerator random = new SplittableRandom(SEED + first);
    session.clearBatch(insert);
    for (int user = first; user < end; user++) {
      for (int i = 0; i < Twitter.TWEETS_PER_USER; i++) {
        long id = (long) user * Twitter.TWEETS_PER_USER + i;
        session.batch(insert, id, user, text(random), new Timestamp(CREATED_MS + id));
      }
    }
    session.runBatch(insert);
  }

  /** A message. */
  static String text(RandomGenerator random) {
    int length = random.nextInt(SHORTEST, LONGEST + 1);
    StringBuilder text = new StringBuilder(length);
    while (text.length() < length) {
      text.append(random.nextInt(6) == 0 ? ' ' : (char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }
}
